/** The trace that a request or a task belongs to (W3C Trace Context). Lower-case hexadecimal. */
export interface TraceContext {
  /** 32 digits. */
  traceId: string;
  /** 16 digits. */
  spanId: string;
  isSampled: boolean;
}

/** Version 00, and what later versions must keep of it (Trace Context, 4.3). */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent` header; null for a malformed one, which starts a new trace. */
export function readTraceparent(header: string | undefined): TraceContext | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = pattern.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
