export interface ApiRoute {
  method: string;
  /** Below /api/v1, parameters in braces: `/file/{uuid}/pages`. */
  path: string;
}

/** The result of a look-up: known, no such path, or no such method on the path. */
export type Routing =
  | { kind: "known"; /** The pattern of the path, where the table has it. */ pattern?: string }
  | { kind: "unknown" }
  | { kind: "wrong_method"; allow: string[] };

interface Pattern {
  path: string;
  segments: (string | null)[];
  methods: Set<string>;
}

/**
 * Builds the look-up of the API's paths and methods. A fixed segment takes precedence over a parameter, as in the
 * router behind it, so that `GET /file/list` never matches `/file/{uuid}`.
 */
export function routeTable(routes: ApiRoute[]): (method: string, path: string) => Routing {
  const patterns = new Map<string, Pattern>();
  for (const { method, path } of routes) {
    const segments = split(path).map((segment) => (segment.startsWith("{") ? null : segment));
    const key = segments.map((segment) => segment ?? "{}").join("/");
    const pattern = patterns.get(key) ?? { path, segments, methods: new Set<string>() };
    pattern.methods.add(method.toUpperCase());
    patterns.set(key, pattern);
  }
  const ordered = [...patterns.values()].sort(fixedFirst);
  return (method, path) => {
    const segments = split(path);
    const pattern = ordered.find((candidate) => matches(candidate, segments));
    if (!pattern) return { kind: "unknown" };
    const allowed = new Set(pattern.methods);
    if (allowed.has("GET")) allowed.add("HEAD");
    return allowed.has(method)
      ? { kind: "known", pattern: pattern.path }
      : { kind: "wrong_method", allow: [...allowed].sort() };
  };
}

/** Keeps empty segments, so that `/file//pages` and a trailing slash match nothing. */
function split(path: string): string[] {
  return path.split("/").slice(1);
}

function matches(pattern: Pattern, segments: string[]): boolean {
  return (
    pattern.segments.length === segments.length &&
    pattern.segments.every((segment, at) => (segment === null ? isParameter(segments[at]) : segment === segments[at]))
  );
}

/** Invalid percent-encoding matches nothing; the router behind would answer it with 500. */
function isParameter(segment: string | undefined): boolean {
  try {
    return decodeURIComponent(segment ?? "") !== "";
  } catch {
    return false;
  }
}

/** Patterns of the same length are ordered by their first difference; among different lengths only one can match. */
function fixedFirst(a: Pattern, b: Pattern): number {
  if (a.segments.length !== b.segments.length) return a.segments.length - b.segments.length;
  const differs = a.segments.findIndex((segment, at) => (segment === null) !== (b.segments[at] === null));
  return differs === -1 ? 0 : Number(a.segments[differs] === null) - Number(b.segments[differs] === null);
}
