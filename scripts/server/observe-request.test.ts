import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTracer, type TraceContext, type Tracer } from "@/lib/platform/telemetry/tracing";
import { beginRequest } from "./observe-request";

type Begun = { name: string; parent: TraceContext | null; set: object[]; ended: unknown[] };
let begun: Begun[] = [];
const recording: Tracer = {
  begin({ name, attributes = {} }, parent) {
    const span: Begun = { name, parent, set: [attributes], ended: [] };
    begun.push(span);
    return {
      context: { traceId: "c".repeat(32), spanId: "d".repeat(16), isSampled: true },
      set: (more) => void span.set.push(more),
      end: (error) => void span.ended.push(error),
    };
  },
  close: () => Promise.resolve(),
};
beforeEach(() => {
  begun = [];
  useTracer(recording);
});
afterEach(() => useTracer(null));

const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const facts = { route: "/sign/uuid/{uuid}", requestId: "01J", trustedHops: 1 };

function exchange(statusCode = 200, writableFinished = true) {
  const request = { method: "POST", url: "/api/v1/sign/uuid/secret", headers: { traceparent } };
  const response = Object.assign(new EventEmitter(), { statusCode, writableFinished });
  return [request as unknown as IncomingMessage, response as unknown as ServerResponse] as const;
}

test("the trace of a trusted proxy is continued, and a caller's own is not", () => {
  beginRequest(...exchange(), facts);
  const direct = beginRequest(...exchange(), { ...facts, trustedHops: 0 });
  expect(begun.map(({ parent }) => parent?.traceId ?? null)).toEqual(["a".repeat(32), null]);
  expect(direct.trace).toBeNull();
});

test("while tracing is off, the proxy's trace is still known for the log", () => {
  useTracer(null);
  expect(beginRequest(...exchange(), facts)).toEqual({
    trace: { traceId: "a".repeat(32), spanId: "b".repeat(16), isSampled: true },
    span: null,
  });
});

test("a span names the template, ends with the answer, and fails at a 5xx or when the caller left", () => {
  for (const [status, finished] of [
    [200, true],
    [404, true],
    [503, true],
    [200, false],
  ] as const) {
    const [request, response] = exchange(status, finished);
    beginRequest(request, response, facts);
    response.emit("close");
  }
  expect(begun.map(({ ended }) => ended)).toEqual([[undefined], [undefined], ["http_503"], [undefined]]);
  expect(begun.at(-1)?.set.at(-1)).toMatchObject({ "error.type": "client_left" });
  expect(begun.every(({ name }) => name === "POST /sign/uuid/{uuid}")).toBe(true);
  expect(JSON.stringify(begun)).not.toContain("secret");
});
