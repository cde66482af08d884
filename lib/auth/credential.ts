/** What an Authorization header claims. `e-mail` is in lower case; `malformed` is nobody's credential. */
export type Credential =
  | { kind: "none" }
  | { kind: "malformed" }
  | { kind: "password"; email: string; password: string }
  | { kind: "token"; token: string; email: string | null }
  | { kind: "guest"; token: string };

const tokenPrefix = "pk_";
const guestTokenPrefix = "gt_";

/** Reads Basic (RFC 7617, charset UTF-8) and Bearer (RFC 6750). A token may stand in the place of the password. */
export function parseCredential(authorization: string | null): Credential {
  if (authorization === null) return { kind: "none" };
  const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer" && value.startsWith(tokenPrefix))
    return { kind: "token", token: value, email: null };
  if (scheme.toLowerCase() === "bearer" && value.startsWith(guestTokenPrefix)) return { kind: "guest", token: value };
  if (scheme.toLowerCase() !== "basic") return { kind: "malformed" };
  return parseBasic(value);
}

function parseBasic(value: string): Credential {
  const text = decode(value);
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || colon < 1) return { kind: "malformed" };
  const email = text.slice(0, colon).trim().toLowerCase();
  const secret = text.slice(colon + 1);
  if (secret.startsWith(tokenPrefix)) return { kind: "token", token: secret, email };
  return { kind: "password", email, password: secret };
}

/** Null when it is no base64 of well-formed UTF-8, or holds U+0000, which no stored text holds. */
function decode(base64: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
