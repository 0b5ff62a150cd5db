"""One person on several devices: links, passkeys, and signing out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from . import links, passkeys
from .base_path import base_of
from .rates import limited
from .routes import REFUSED, acting, device_of, holder_of, house_of
from .security import cookie_of
from .wire import answers, devices, requests

router = APIRouter(prefix="/api", responses=REFUSED)
SLOWLY = [limited("keys")]  # nobody tries many tokens
PasskeyId = Annotated[str, Path(pattern=f"^{passkeys.ID.pattern}$")]


@router.get("/me/keys", response_model=devices.Keys)
async def your_keys(request: Request) -> Any:
    """What lets you in."""
    return await links.keys(house_of(request), holder_of(request))


@router.post("/me/link", response_model=devices.OneTimeLink, dependencies=SLOWLY)
async def make_link(request: Request) -> Any:
    """A link that makes another browser you, once and within ten minutes."""
    async with acting(request) as holder:
        return await links.make(house_of(request), holder)


@router.delete("/me/link", response_model=devices.Keys)
async def withdraw_link(request: Request) -> Any:
    await links.withdraw(house_of(request), holder_of(request))
    return await your_keys(request)


@router.post("/link/look", response_model=devices.LinkFacts, dependencies=SLOWLY)
async def look_at_link(request: Request, link: requests.LinkToken) -> Any:
    """Whom a link is for. It can still be used."""
    return await links.look(house_of(request), device_of(request), link.token)


@router.post("/link/take", response_model=answers.Person, dependencies=SLOWLY)
async def take_link(request: Request, link: requests.LinkToken) -> Any:
    """Be the person of a link from now on; what this browser had becomes theirs."""
    await links.take(house_of(request), device_of(request), link.token)
    return {"name": await house_of(request).storage.name(holder_of(request))}


@router.post("/me/out", response_model=answers.Person)
async def sign_out(request: Request, response: Response) -> Any:
    """Be nobody here from now on: the browser gets a new token, the old one opens nothing."""
    house, device = house_of(request), device_of(request)
    async with house.persons.alone(house.persons.of(device)):
        await house.persons.part(device, house.now())
    secure = request.scope["scheme"] == "https"
    response.headers.append(
        "set-cookie", cookie_of(house.tokens.new(), secure, base_of(request.scope))
    )
    return {"name": ""}


@router.post("/me/passkeys/options", response_model=devices.PasskeyOptions, dependencies=SLOWLY)
async def begin_passkey(request: Request) -> Any:
    options = await passkeys.creation(house_of(request), device_of(request), request.headers)
    return {"options": options}


@router.post("/me/passkeys", response_model=devices.Keys, dependencies=SLOWLY)
async def keep_passkey(request: Request, made: requests.Credential) -> Any:
    """Keep a passkey that the browser has made."""
    house, device = house_of(request), device_of(request)
    await passkeys.create(house, device, request.headers, made.credential)
    return await your_keys(request)


@router.delete("/me/passkeys/{key}", response_model=devices.Keys)
async def remove_passkey(request: Request, key: PasskeyId) -> Any:
    await passkeys.remove(house_of(request), holder_of(request), key)
    return await your_keys(request)


@router.post("/passkeys/options", response_model=devices.PasskeyOptions, dependencies=SLOWLY)
async def ask_passkey(request: Request) -> Any:
    options = await passkeys.question(house_of(request), device_of(request), request.headers)
    return {"options": options}


@router.post("/passkeys", response_model=devices.OneTimeLink, dependencies=SLOWLY)
async def show_passkey(request: Request, shown: requests.Credential) -> Any:
    """Say who you are by a passkey: a one-time link for that person, to be taken as any other."""
    house, device = house_of(request), device_of(request)
    return await passkeys.sign_in(house, device, request.headers, shown.credential)
