import { placed } from "../base";
import type { Answer, House, Wire } from "./house";

/** A house in the network: requests and WebSockets. */

let credentials: RequestCredentials = "same-origin";

/** Asks as nobody in particular from now on: what is shown within another page needs no cookie. */
export function stayUnknown(): void {
  credentials = "omit";
}

async function ask(
  method: string,
  path: string,
  lang: string,
  body: string | null,
): Promise<Answer> {
  const headers: Record<string, string> = { "Accept-Language": lang };
  if (body !== null) headers["Content-Type"] = "application/json";
  const answer = await fetch(placed(path), { method, headers, credentials, body });
  const kind = answer.headers.get("Content-Type") ?? "";
  return { status: answer.status, kind, body: new Uint8Array(await answer.arrayBuffer()) };
}

function connect(path: string): Wire {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${placed(path)}`) as Wire;
}

const nothing = () => undefined;

export const network: House = {
  ask,
  connect,
  want: nothing,
  beginAnew: nothing,
  thinkHere: nothing,
};
