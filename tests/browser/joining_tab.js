// Joins the house of a site as one more tab does (web/src/house/tabs.ts), to ask and to listen.
(place) =>
  new Promise((joined) => {
    const tab = `tests-${crypto.randomUUID()}`;
    const channel = new BroadcastChannel(`blockhaus ${place} house`);
    const waiting = new Map();
    let owner = null;
    let count = 0;
    channel.onmessage = ({ data }) => {
      if (data.type === "owner") {
        owner = data.tab;
        joined();
      } else if (data.type === "reply") heard(data);
    };
    const heard = ({ tab: to, message }) => {
      if (message.type === "said") window.houseSaid(message.text);
      if (to !== tab) return;
      const { status, body } = message;
      const text = typeof body === "string" ? body : new TextDecoder().decode(body);
      waiting.get(message.id)([status, text]);
      waiting.delete(message.id);
    };
    const ask = (method, path, body) =>
      new Promise((answer) => {
        const id = (count += 1);
        waiting.set(id, answer);
        const lang = navigator.language.slice(0, 2);
        const message = { type: "request", id, method, path, lang, body };
        channel.postMessage({ type: "ask", tab, owner, message });
      });
    window.house = { ask };
    // Who holds no lock of its own counts as gone.
    navigator.locks.request(`blockhaus-tab-${tab} ${place}`, () => {
      channel.postMessage({ type: "who", tab });
      return new Promise(() => undefined);
    });
  });
