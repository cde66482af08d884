/** Names of our cookies; `__Host-` binds them to this host and to TLS where links are https. */
export function cookieName(publicUrl: string, name: "session" | "csrf" | "callback"): string {
  return `${isSecure(publicUrl) ? "__Host-" : ""}paraph-${name}`;
}

/** True where cookies may travel over TLS only. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** A cookie of a Cookie header, or null. Of several with the name, the first counts (RFC 6265 section 5.4 orders them). */
export function readCookie(cookieHeader: string | null, name: string): string | null {
  const start = `${name}=`;
  const pair = (cookieHeader ?? "").split(";").map((part) => part.trim()).find((part) => part.startsWith(start));
  return pair === undefined ? null : decoded(pair.slice(start.length)) || null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
