const apiPrefix = /^\/api\/v1(?:\.0)?(?=\/|$)/;

/** The target of a request: a path below /api/v1, another path of the origin, or an invalid target. */
type Target =
  { kind: "api"; path: string; url: string } | { kind: "origin"; path: string; url: string } | { kind: "nothing" };

/**
 * Reads a request's target. `path` is below /api/v1 for the API; `url` is the target to hand on, with both spellings of the
 * API's version as one. A path that somebody behind us would read as another one (`..`, `//`, `\`, a version in capitals)
 * names nothing: what was judged here must be what is answered there. `/api/auth/` is next-auth's, no part of the API.
 */
export function readTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  const segments = decodeSegments(path);
  if (!segments || !segments.every(isPlain)) return { kind: "nothing" };
  const handOn = (spelling: string): string => [spelling, ...query].join("?");
  const prefix = apiPrefix.exec(path)?.[0];
  if (prefix !== undefined)
    return { kind: "api", path: path.slice(prefix.length), url: handOn(`/api/v1${path.slice(prefix.length)}`) };
  if (segments[0]?.toLowerCase() === "api" && !path.startsWith("/api/auth/")) return { kind: "nothing" };
  return { kind: "origin", path, url: handOn(path) };
}

/** The decoded parts of an absolute path; null for what is none, or is encoded wrongly. */
function decodeSegments(path: string): string[] | null {
  if (!path.startsWith("/")) return null;
  try {
    return path.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Only the last part may be empty: a slash at the end. */
function isPlain(segment: string, at: number, all: readonly string[]): boolean {
  if (segment === "") return at === all.length - 1;
  return segment !== "." && segment !== ".." && !/[\\#\0]/.test(segment);
}
