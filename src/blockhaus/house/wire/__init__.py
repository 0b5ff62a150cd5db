"""What client and house say to each other, described once.

`requests` and `answers` are the bodies of REST calls, `messages` what goes over a socket, and a
scene is the core's own (`core.scene`). The API's description, the client's types and the tests
that check whatever is sent are all made of these.
"""
