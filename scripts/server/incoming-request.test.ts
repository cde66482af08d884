import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useTracer, type TraceContext, type Tracer } from "@/lib/platform/telemetry/tracing";
import { beginRequest, clientAddress, overwriteForwardedHeaders, readTarget } from "./incoming-request";

test.each([
  ["/api/v1/file/7?page=1&q=a?b", "/file/7", "/api/v1/file/7?page=1&q=a?b"],
  ["/api/v1.0/file/7?page=1", "/file/7", "/api/v1/file/7?page=1"],
  ["/api/v1", "", "/api/v1"],
  ["/api/v1/file/a%2Fb", "/file/a%2Fb", "/api/v1/file/a%2Fb"],
  ["/api/v1/file/7?next=/../x", "/file/7", "/api/v1/file/7?next=/../x"],
])("reads %s as the API's path '%s'", (url, path, handedOn) => {
  expect(readTarget(url)).toEqual({ kind: "api", path, url: handedOn });
});

test.each(["/", "/healthz", "/sign/7/", "/.well-known/security.txt", "/apidocs", "/a..b", "/pki/ocsp/MAA%3D"])(
  "leaves %s unchanged as a path of the origin",
  (url) => {
    expect(readTarget(url)).toEqual({ kind: "origin", path: url, url });
  },
);

test.each([
  "/api",
  "/api/",
  "/api/v2/file",
  "/api/v1x/file",
  "/api/V1/file",
  "/API/v1/file",
  "/%61pi/v1/file",
  "//api/v1/file/list",
  "/api//v1/file",
  "/api/v1/file/../content",
  "/api/v1/sign/uuid/..",
  "/api/v1/sign/uuid/%2e%2e",
  "/api/v1/sign/uuid/.%2E",
  "/api/v1/file/./list",
  "/x/../api/v1/file",
  "/api/v1//file",
  "/\\api/v1/file",
  "/a%5c..%5cb",
  "/api/v1/file/list#x",
  "/%ff",
  "/a%",
  "",
  "*",
  "http://sign.example/api/v1/file",
])("rejects %s, however a later reader might interpret it", (url) => {
  expect(readTarget(url)).toEqual({ kind: "nothing" });
});

describe("client address", () => {
  test("ignores X-Forwarded-For without a trusted proxy", () => {
    expect(clientAddress("192.0.2.9", { "x-forwarded-for": "10.0.0.1" }, 0)).toBe("192.0.2.9");
  });

  test("is the last entry behind one trusted hop, whatever the caller put before it", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, 1)).toBe("203.0.113.7");
  });

  test("is the entry before the last behind two trusted hops", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.0.0.3" }, 2)).toBe("203.0.113.7");
  });

  test("is the first entry when there are more hops than entries", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "203.0.113.7" }, 5)).toBe("203.0.113.7");
  });

  test("is the socket's address when a trusted proxy sends no header", () => {
    expect(clientAddress("10.0.0.2", {}, 1)).toBe("10.0.0.2");
  });

  test("is written as IPv4 when mapped into IPv6", () => {
    expect(clientAddress("::ffff:192.0.2.9", {}, 0)).toBe("192.0.2.9");
  });
});

describe("forwarded headers", () => {
  test("are all overwritten when a client sends them", () => {
    const headers = {
      "x-forwarded-for": "1.1.1.1",
      "x-forwarded-host": "evil.test",
      "x-real-ip": "1.1.1.1",
      forwarded: "for=1.1.1.1",
      "x-forwarded-proto": "https",
    };
    overwriteForwardedHeaders(headers, "192.0.2.9", 0);
    expect(headers).toEqual({ "x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "http" });
  });

  test("tell whether the caller used https when they come from a trusted proxy", () => {
    const headers = { "x-forwarded-proto": "https" };
    overwriteForwardedHeaders(headers, "192.0.2.9", 1);
    expect(headers).toEqual({ "x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "https" });
  });
});

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

test("continues a trusted proxy's trace but not a caller's own", () => {
  beginRequest(...exchange(), facts);
  const direct = beginRequest(...exchange(), { ...facts, trustedHops: 0 });
  expect(begun.map(({ parent }) => parent?.traceId ?? null)).toEqual(["a".repeat(32), null]);
  expect(direct.trace).toBeNull();
});

test("keeps the proxy's trace for the log while tracing is off", () => {
  useTracer(null);
  expect(beginRequest(...exchange(), facts)).toEqual({
    trace: { traceId: "a".repeat(32), spanId: "b".repeat(16), isSampled: true },
    span: null,
  });
});

test("names the route template in a span, ends it with the response, and marks it failed at a 5xx or when the caller left", () => {
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
