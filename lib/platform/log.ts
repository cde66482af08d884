import pino, { type Logger } from "pino";
import { requestStore } from "@/lib/platform/next/served-request";
import { currentTrace } from "@/lib/platform/telemetry/tracing";

/**
 * The service's log: JSON lines on standard output. A failed query is logged without its parameters, which may be
 * addresses, hashes or sealed secrets (docs/spec/guarantees.md#under-attack: logs contain none). Lines caused by a
 * request include its id and its trace.
 */
export function makeLogger(level: string, to?: pino.DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutParameters }, mixin: whoseLine }, to ?? pino.destination(1));
}

/** The fields that OpenTelemetry defines for JSON logs ("Trace Context in non-OTLP Log Formats"). */
function whoseLine(): Record<string, string> {
  const request = requestStore.getStore();
  const trace = currentTrace() ?? request?.trace;
  return {
    ...(request && { request: request.requestId }),
    ...(trace && { trace_id: trace.traceId, span_id: trace.spanId }),
  };
}

/** Drizzle puts the parameters into the message and into a property. The driver puts the row into `detail`. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "something other than an Error was thrown" };
  return {
    type: error.name,
    message: messageOf(error),
    ...("code" in error ? { code: String(error.code) } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: withoutParameters(error.cause) }),
  };
}

function messageOf(error: Error): string {
  if ("params" in error && "query" in error) return `Failed query: ${String(error.query)}`;
  // SQLSTATE class 22, data exceptions: Postgres quotes the value.
  if ("severity" in error && "code" in error && String(error.code).startsWith("22"))
    return "a value that the column cannot hold";
  return error.message;
}

/** Only the call sites. The first lines of a stack repeat the message. */
function framesOf(error: Error): string[] {
  return (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}
