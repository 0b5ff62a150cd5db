/** Between the JSON in which the house speaks of passkeys and what the browser wants. */

type Told = Readonly<Record<string, unknown>>;
type Named = Readonly<{ id: string; type: string }>;

/** Passkeys belong to names: a bare address has none, and without https only localhost is safe. */
export const hasPasskeys = (host: string, secure: boolean) =>
  secure && !/^[\d.]+$|^\[/.test(host) && typeof PublicKeyCredential === "function";

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function text(data: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(data)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function createPasskey(told: Told): Promise<Told> {
  const user = told.user as { id: string; name: string; displayName: string };
  const known = (told.excludeCredentials ?? []) as readonly Named[];
  const publicKey = {
    ...told,
    challenge: bytes(told.challenge as string),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: known.map(({ id }) => ({ id: bytes(id), type: "public-key" })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse;
  return answer(made, { attestationObject, clientDataJSON });
}

export async function showPasskey(told: Told): Promise<Told> {
  const publicKey = {
    ...told,
    challenge: bytes(told.challenge as string),
    allowCredentials: [],
  } as unknown as PublicKeyCredentialRequestOptions;
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  const { authenticatorData, clientDataJSON, signature } = response;
  return answer(shown, { authenticatorData, clientDataJSON, signature });
}

const answer = (from: PublicKeyCredential, response: Record<string, ArrayBuffer>): Told => ({
  id: from.id,
  rawId: text(from.rawId),
  type: from.type,
  response: Object.fromEntries(Object.entries(response).map(([key, data]) => [key, text(data)])),
  clientExtensionResults: {},
});
