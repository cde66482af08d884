import type { IncomingMessage, ServerResponse } from "node:http";
import { beginSpan, readTraceparent, type Span, type TraceContext } from "@/lib/platform/telemetry/tracing";

interface SeenRequest {
  /** The trace in log lines while tracing is off. */
  trace: TraceContext | null;
  /** Null while tracing is off. */
  span: Span | null;
}

/**
 * The span of a request. A `traceparent` is believed where a proxy of the operator's stands in front, as the caller's address is: anybody
 * may send one, and could otherwise decide what is sampled.
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
      // Only a 5xx is a failure of the server's side (OpenTelemetry, "HTTP spans").
      span.end(statusCode >= 500 ? `http_${String(statusCode)}` : undefined);
    });
  return { trace, span };
}
