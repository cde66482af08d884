import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/platform/next/process-wide";

/**
 * Every attribute that a span may have. The list is closed, because spans leave this machine: no address, name, uuid,
 * code, path or message (docs/operations.md#traces). Values are our own codes, numbers and templates.
 */
interface SpanAttributes {
  "http.request.method"?: string;
  /** A template such as `/file/{uuid}`, never a path. */
  "http.route"?: string;
  "http.response.status_code"?: number;
  /** An error's code, such as `file_not_draft`, `40001` or `ECONNREFUSED`. */
  "error.type"?: string;
  "paraph.request_id"?: string;
  "paraph.attempts"?: number;
  "paraph.engine.task"?: string;
  "paraph.job.kind"?: string;
  "paraph.job.attempt"?: number;
  "paraph.service"?: string;
  "paraph.operation"?: string;
}

export type SpanKind = "server" | "client" | "internal" | "consumer";

interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
}

export interface Span {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** Ends the span once. With an error, or with one of our codes, the span has failed. */
  end(error?: unknown): void;
}

/** Creates spans and exports them (open-tracer.ts). */
export interface Tracer {
  begin(start: SpanStart, parent: TraceContext | null): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

interface Tracing {
  tracer: Tracer | null;
  current: AsyncLocalStorage<Span>;
}

const tracing = processWide<Tracing>("tracing", () => ({ tracer: null, current: new AsyncLocalStorage<Span>() }));

/** Turns tracing on or off for this process. */
export function useTracer(tracer: Tracer | null): void {
  tracing.tracer = tracer;
}

/** Runs `work` in a new span. Without a tracer it only calls `work`. */
export async function traced<Value>(start: SpanStart, work: (span: Span | null) => Promise<Value>): Promise<Value> {
  const span = beginSpan(start);
  if (!span) return work(null);
  try {
    const value = await tracing.current.run(span, () => work(span));
    span.end();
    return value;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** A child span of the current one, or of `parent`. Null if tracing is off. The caller ends it. */
export function beginSpan(start: SpanStart, parent: TraceContext | null = null): Span | null {
  return tracing.tracer?.begin(start, parent ?? tracing.current.getStore()?.context ?? null) ?? null;
}

/** Makes `span` the parent of the spans started by `work`. */
export function within<Value>(span: Span | null, work: () => Value): Value {
  return span ? tracing.current.run(span, work) : work();
}

/** The current span, or null if tracing is off. */
export function currentTrace(): TraceContext | null {
  return tracing.current.getStore()?.context ?? null;
}

/** Runs `work` outside of any span. */
export function outsideSpans<Value>(work: () => Value): Value {
  return tracing.current.exit(work);
}

/** The error code of ours, Node or Postgres, otherwise the class. Never a message, which may include an address. */
export function errorType(error: unknown): string {
  if (typeof error === "string" && isCode(error)) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && isCode(cause.code)) return cause.code;
  }
  return error instanceof Error && isCode(error.name) ? error.name : "error";
}

function isCode(text: string): boolean {
  return /^[A-Za-z]\w{0,40}$|^[0-9A-Z]{5}$/.test(text);
}

/** The trace that a request or a task belongs to (W3C Trace Context). Lower-case hexadecimal. */
export interface TraceContext {
  /** 32 digits. */
  traceId: string;
  /** 16 digits. */
  spanId: string;
  isSampled: boolean;
}

/** Version 00, and the parts that later versions must keep (Trace Context, 4.3). */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent` header. Null for a malformed one, which starts a new trace. */
export function readTraceparent(header: string | undefined): TraceContext | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = pattern.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
