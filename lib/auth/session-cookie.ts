/** The cookie that carries a session id; `__Host-` binds it to this host and to TLS where links are https. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-paraph-session" : "paraph-session";
}

/** The session id of a Cookie header, or null. Of several cookies with the name, the first counts (RFC 6265 section 5.4 orders them). */
export function readSessionId(cookieHeader: string | null, publicUrl: string): string | null {
  const name = `${sessionCookieName(publicUrl)}=`;
  const pair = (cookieHeader ?? "").split(";").map((part) => part.trim()).find((part) => part.startsWith(name));
  const id = pair?.slice(name.length) ?? "";
  return /^[A-Za-z0-9_-]{43}$/.test(id) ? id : null;
}
