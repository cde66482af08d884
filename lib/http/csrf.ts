const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True when a request that rides on a cookie may change state: it comes from our own pages (docs/spec/api.md#browser-access).
 * Basic and Bearer need no such proof, because no browser adds them on its own for a foreign page.
 */
export function isFromOurPages(request: { method: string; headers: Headers }, publicUrl: string): boolean {
  if (safeMethods.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(publicUrl).origin;
  return request.headers.get("sec-fetch-site") === "same-origin";
}
