import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DomainError } from "@/lib/platform/errors";
import { makeLogger } from "@/lib/platform/log";
import { openTracer, type Sampling } from "./open-tracer";
import { outgoing, outgoingStream } from "./outgoing";
import { startCollector, type Collector } from "./testing/collector";
import {
  beginSpan,
  currentTrace,
  outsideSpans,
  readTraceparent,
  traced,
  useTracer,
  within,
  type Tracer,
} from "./tracing";

let collector: Collector;
let tracer: Tracer | null = null;
beforeEach(async () => {
  collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  useTracer(null);
  await tracer?.close();
  tracer = null;
  await collector.close();
});

const always: Sampling = { ratio: 1, followsParent: true };
async function turnOn(sampling = always, onFailure: (code: string) => void = () => undefined): Promise<void> {
  const settings = { serviceName: "paraph", sampling, delayMs: 5000, queueSize: 100, batchSize: 10 };
  tracer = await openTracer(settings, { version: "1.2.3", onFailure });
  useTracer(tracer);
}

const internal = (name: string) => ({ name, kind: "internal" }) as const;
const parent = { traceId: "a".repeat(32), spanId: "b".repeat(16), isSampled: true };

test("without a tracer, runs work outside any span and sends nothing", async () => {
  expect(await traced(internal("a"), (span) => Promise.resolve([span, currentTrace()]))).toEqual([null, null]);
  expect(beginSpan(internal("b"))).toBeNull();
  expect(collector.text()).toBe("");
});

describe("with a tracer", () => {
  test("makes a span the parent of those inside it, even across a timer", async () => {
    await turnOn();
    await traced(internal("outer"), async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await traced(internal("inner"), () => Promise.resolve());
    });
    await tracer?.close();
    const [inner, outer] = collector.spans();
    expect([inner?.name, outer?.name]).toEqual(["inner", "outer"]);
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
    expect(outer?.parentSpanId ?? "").toBe("");
  });

  test("records a failure's code, and neither its message nor its stack", async () => {
    await turnOn();
    const error = new DomainError("url_unreachable", { detail: "bo@example.org cannot be reached" });
    await expect(traced(internal("a"), () => Promise.reject(error))).rejects.toBe(error);
    await expect(
      traced(internal("b"), () => Promise.reject(Object.assign(new Error("bo@example.org"), { code: "23505" }))),
    ).rejects.toThrow();
    await tracer?.close();
    expect(collector.spans().map(({ attributes, status }) => [attributes["error.type"], status.code])).toEqual([
      ["url_unreachable", 2],
      ["23505", 2],
    ]);
    expect(collector.text()).not.toContain("bo@example.org");
  });

  test("continues a caller's trace, and obeys its decision not to sample", async () => {
    await turnOn();
    for (const isSampled of [true, false]) {
      const span = beginSpan(internal(`sampled ${String(isSampled)}`), { ...parent, isSampled });
      within(span, () => expect(currentTrace()?.traceId).toBe(parent.traceId));
      span?.end();
    }
    await tracer?.close();
    expect(collector.spans()).toEqual([
      expect.objectContaining({ name: "sampled true", traceId: parent.traceId, parentSpanId: parent.spanId }),
    ]);
  });

  test("sends no trace at a sampling ratio of 0", async () => {
    await turnOn({ ratio: 0, followsParent: true });
    await traced(internal("a"), () => Promise.resolve());
    await tracer?.close();
    expect(collector.text()).toBe("");
  });

  test("keeps work that outlives a request out of its trace", async () => {
    await turnOn();
    await traced(internal("request"), async () => {
      await outsideSpans(() => traced(internal("loop"), () => Promise.resolve()));
    });
    await tracer?.close();
    const [loop, request] = collector.spans();
    expect(loop?.traceId).not.toBe(request?.traceId);
  });

  test("records outgoing calls as client spans with their status, and ends a stream's span when its reader leaves", async () => {
    await turnOn();
    await outgoing("mail", "resend", (answered) => Promise.resolve(answered(202)));
    for await (const chunk of outgoingStream("download", "get", chunks())) if (chunk === 1) break;
    await tracer?.close();
    expect(collector.spans().map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      {
        name: "mail resend",
        kind: 3,
        attributes: { "paraph.service": "mail", "paraph.operation": "resend", "http.response.status_code": 202 },
      },
      { name: "download get", kind: 3, attributes: { "paraph.service": "download", "paraph.operation": "get" } },
    ]);
  });

  test("names the trace in a log line", async () => {
    await turnOn();
    const lines: string[] = [];
    const log = makeLogger(
      "info",
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          lines.push(chunk.toString());
          done();
        },
      }),
    );
    const trace = await traced(internal("a"), () => {
      log.info("inside");
      return Promise.resolve(currentTrace());
    });
    log.info("outside");
    const [inside, outside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(inside).toMatchObject({ trace_id: trace?.traceId, span_id: trace?.spanId });
    expect(outside).not.toHaveProperty("trace_id");
  });

  test("sends the headers of OTEL_EXPORTER_OTLP_HEADERS, and names the resource", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc");
    vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
    await turnOn();
    await traced(internal("a"), () => Promise.resolve());
    await tracer?.close();
    expect(collector.headers()).toMatchObject({ authorization: "Bearer abc" });
    for (const text of ["paraph", "1.2.3", "deployment.environment.name"]) expect(collector.text()).toContain(text);
  });

  test("reports a refusal by the collector with a code", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `${collector.url}/elsewhere`);
    const codes: string[] = [];
    await turnOn(always, (code) => codes.push(code));
    await traced(internal("a"), () => Promise.resolve());
    await tracer?.close();
    expect(codes).toEqual([expect.stringMatching(/^\w+$/)]);
  });
});

async function* chunks(): AsyncGenerator<number> {
  yield await Promise.resolve(1);
  yield 2;
}

describe("traceparent", () => {
  const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  test.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`01-${traceId}-${spanId}-01-more`, true],
  ])("reads %s", (header, isSampled) => {
    expect(readTraceparent(header)).toEqual({ traceId, spanId, isSampled });
  });

  test.each([
    undefined,
    "",
    `ff-${traceId}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    "bo@example.org",
  ])("rejects %s", (header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});
