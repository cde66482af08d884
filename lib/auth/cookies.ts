/** Names of our cookies; `__Host-` binds them to this host and, on https instances, to TLS. */
export function cookieName(publicUrl: string, name: "session" | "csrf" | "callback"): string {
  return `${isSecure(publicUrl) ? "__Host-" : ""}paraph-${name}`;
}

/** Each request has its own guest cookie, so that one browser can hold several. */
export function guestCookieName(publicUrl: string, signRequestId: number): string {
  return `${guestCookiePrefix(publicUrl)}${signRequestId}`;
}

/**
 * The Set-Cookie header with a guest's token, for the token's lifetime. Lax, because links in e-mails lead here from
 * other sites.
 */
export function guestCookie(
  publicUrl: string,
  { token, expiresAt, signRequestId }: { token: string; expiresAt: Date; signRequestId: number },
): string {
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${guestCookieName(publicUrl, signRequestId)}=${token}; Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Lax${secure}`;
}

/** The guest tokens in a Cookie header, newest last, as browsers send them. */
export function readGuestTokens(cookieHeader: string | null, publicUrl: string): string[] {
  const prefix = guestCookiePrefix(publicUrl);
  return (cookieHeader ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .flatMap((part) => decoded(part.slice(part.indexOf("=") + 1)) ?? [])
    .slice(-mostGuestCookies);
}

/** As many as fit into a header: a browser used for signing all day holds one for each request. */
const mostGuestCookies = 200;

function guestCookiePrefix(publicUrl: string): string {
  return `${isSecure(publicUrl) ? "__Host-" : ""}paraph-guest-`;
}

/** True when cookies may travel over TLS only. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** A cookie of a Cookie header, or null. If the name repeats, the first one wins (RFC 6265 section 5.4 orders them). */
export function readCookie(cookieHeader: string | null, name: string): string | null {
  const start = `${name}=`;
  const pair = (cookieHeader ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return pair === undefined ? null : decoded(pair.slice(start.length)) || null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
