/** Names of our cookies; `__Host-` binds them to this host and to TLS where links are https. */
export function cookieName(publicUrl: string, name: "session" | "csrf" | "callback"): string {
  return `${isSecure(publicUrl) ? "__Host-" : ""}paraph-${name}`;
}

/** The cookie of a guest is its request's own, so that several can be side by side in one browser. */
export function guestCookieName(publicUrl: string, signRequestId: number): string {
  return `${guestCookiePrefix(publicUrl)}${signRequestId}`;
}

/** The header that hands a guest's token to the browser, for as long as it counts. Lax: a mailed link leads here from elsewhere. */
export function guestCookie(
  publicUrl: string,
  { token, expiresAt, signRequestId }: { token: string; expiresAt: Date; signRequestId: number },
): string {
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${guestCookieName(publicUrl, signRequestId)}=${token}; Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Lax${secure}`;
}

/** The tokens of all guests that a browser is, newest last as browsers send them; more than one page can have made are not looked at. */
export function readGuestTokens(cookieHeader: string | null, publicUrl: string): string[] {
  const prefix = guestCookiePrefix(publicUrl);
  return (cookieHeader ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .flatMap((part) => decoded(part.slice(part.indexOf("=") + 1)) ?? [])
    .slice(0, mostGuestCookies);
}

const mostGuestCookies = 50;

function guestCookiePrefix(publicUrl: string): string {
  return `${isSecure(publicUrl) ? "__Host-" : ""}paraph-guest-`;
}

/** True where cookies may travel over TLS only. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** A cookie of a Cookie header, or null. Of several with the name, the first counts (RFC 6265 section 5.4 orders them). */
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
