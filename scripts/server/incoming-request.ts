import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { noteForwarder } from "@/lib/platform/next/served-request";
import { beginSpan, readTraceparent, type Span, type TraceContext } from "@/lib/platform/telemetry/tracing";

const apiPrefix = /^\/api\/v1(?:\.0)?(?=\/|$)/;

/** The target of a request: a path below /api/v1, another path of the origin, or an invalid target. */
type Target =
  | { kind: "api"; path: string; url: string }
  | { kind: "origin"; path: string; url: string }
  | { kind: "nothing" };

/**
 * Reads a request's target. `path` is below /api/v1 for the API; `url` is the target to pass on, with both spellings of
 * the API version normalised. A path that a component behind us could interpret differently (`..`, `//`, `\`, a version
 * in capitals) is unknown: the path checked here must be the path answered there. `/api/auth/` belongs to next-auth and
 * is not part of the API.
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

/** The decoded segments of an absolute path; null if it is not absolute or wrongly encoded. */
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

/**
 * Records that a request names a proxy although none is trusted: then everyone behind it has one address, and shares
 * its limits. Any client can send such a header, so it is only a hint.
 */
export function noteForwarded(socketAddress: string, headers: IncomingHttpHeaders, trustedHops: number): void {
  if (trustedHops > 0 || headers["x-forwarded-for"] === undefined) return;
  noteForwarder(withoutMapping(socketAddress));
}

/**
 * The caller's address: the socket's, or, behind `trustedHops` of our own proxies, the one seen by the outermost of
 * them. Addresses further left in X-Forwarded-For were sent by the caller and prove nothing.
 */
export function clientAddress(socketAddress: string, headers: IncomingHttpHeaders, trustedHops: number): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  const chain = [...forwarded.split(",").map((part) => part.trim()), socketAddress].filter((part) => part !== "");
  const seen = chain[Math.max(0, chain.length - 1 - trustedHops)] ?? socketAddress;
  return withoutMapping(seen);
}

/** Replaces the client's claims about itself by known values, so that no component behind us can be deceived. */
export function overwriteForwardedHeaders(headers: IncomingHttpHeaders, address: string, trustedHops: number): void {
  const protocol = trustedHops > 0 ? [headers["x-forwarded-proto"] ?? "http"].flat()[0] : "http";
  for (const name of ["forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-port"]) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = protocol === "https" ? "https" : "http";
}

/** `::ffff:192.0.2.1` is 192.0.2.1 on a dual-stack socket. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

interface SeenRequest {
  /** The trace id for log lines while tracing is off. */
  trace: TraceContext | null;
  /** Null while tracing is off. */
  span: Span | null;
}

/**
 * The span of a request. Like the caller's address, a `traceparent` is trusted only behind a proxy of the operator:
 * otherwise any client could decide what is sampled.
 */
export function beginRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { route, requestId, trustedHops }: { route: string; requestId: string; trustedHops: number },
): SeenRequest {
  const header = request.headers["traceparent"];
  const trace = trustedHops > 0 && typeof header === "string" ? readTraceparent(header) : null;
  const method = request.method ?? "";
  const span = beginSpan(
    {
      name: `${method} ${route}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route, "paraph.request_id": requestId },
    },
    trace,
  );
  if (span)
    response.once("close", () => {
      const { statusCode, writableFinished } = response;
      span.set({
        "http.response.status_code": statusCode,
        ...(writableFinished ? {} : { "error.type": "client_left" }),
      });
      // Only a 5xx is a failure of the server (OpenTelemetry, "HTTP spans").
      span.end(statusCode >= 500 ? `http_${String(statusCode)}` : undefined);
    });
  return { trace, span };
}
