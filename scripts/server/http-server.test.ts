import { once } from "node:events";
import { get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { DomainError } from "@/lib/platform/errors";
import { noteFailure, requestStore } from "@/lib/platform/next/served-request";
import { makeHttpServer, type HttpServerOptions } from "./http-server";
import { makeMetrics, type Metrics } from "./metrics";
import { routeTable } from "./route-table";
import { publicFiles } from "./static-files";
import { quietSources } from "./testing/figures";

let server: Server;
let defects: unknown[];
afterEach(() => server.close());

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function start(
  handle: Handle,
  trustedHops = 0,
  metrics: Metrics | null = null,
  more: Partial<HttpServerOptions> = {},
): Promise<string> {
  defects = [];
  server = makeHttpServer({
    handle: async (request, response) => handle(request, response),
    routeApi: routeTable([
      { method: "GET", path: "/file/{uuid}" },
      { method: "DELETE", path: "/file/{uuid}" },
    ]),
    routeOrigin: routeTable([
      { method: "GET", path: "/healthz" },
      { method: "GET", path: "/readyz" },
      { method: "GET", path: "/manifest.webmanifest" },
      ...publicFiles(process.cwd()),
    ]),
    publicUrl: "https://sign.example",
    isProduction: true,
    trustedHops,
    version: { name: "paraph", version: "1.2.3", build: "b7" },
    metrics,
    admission: null,
    admitPage: null,
    isStopping: () => false,
    isReady: () => true,
    onDefect: (error) => defects.push(error),
    ...more,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const echo: Handle = (request, response) => {
  const served = requestStore.getStore();
  response.end(
    JSON.stringify({
      url: request.url,
      id: served?.requestId,
      address: served?.clientAddress,
      forwarded: request.headers["x-forwarded-for"],
    }),
  );
};

test("passes both spellings of a path to the handler as one, query included", async () => {
  const origin = await start(echo);
  const urls = await Promise.all(
    ["/api/v1/file/7?page=1", "/api/v1.0/file/7?page=1"].map(
      async (path) => ((await (await fetch(origin + path)).json()) as { url: string }).url,
    ),
  );
  expect(urls).toEqual(["/api/v1/file/7?page=1", "/api/v1/file/7?page=1"]);
});

test("gives the handler the request's id and the socket's address, whatever the client claims", async () => {
  const origin = await start(echo);
  const response = await fetch(`${origin}/`, { headers: { "x-forwarded-for": "203.0.113.7", "x-request-id": "mine" } });
  const seen = (await response.json()) as Record<string, string>;
  expect(seen).toMatchObject({
    id: response.headers.get("x-request-id"),
    address: "127.0.0.1",
    forwarded: "127.0.0.1",
  });
  expect(seen["id"]).not.toBe("mine");
});

test("takes the address that the trusted proxy saw", async () => {
  const origin = await start(echo, 1);
  const response = await fetch(`${origin}/`, { headers: { "x-forwarded-for": "6.6.6.6, 203.0.113.7" } });
  expect(await response.json()).toMatchObject({ address: "203.0.113.7", forwarded: "203.0.113.7" });
});

test.each([
  "/api/v1",
  "/api/v1/",
  "/api/v1/nothing",
  "/api/v1.0/file/7/more",
  "/api/v2/file/7",
  "/api/v1/%ff",
  "/api/v1/file/%ff",
  "/api",
  "/api/",
  "/api/V1/file/7",
  "/%ff",
])("answers %s with a 404 problem without calling the handler", async (path) => {
  const origin = await start(() => expect.unreachable());
  const response = await fetch(origin + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect(await response.json()).toMatchObject({
    type: "https://sign.example/docs/errors/not-found",
    code: "not_found",
    instance: `urn:request:${response.headers.get("x-request-id")}`,
  });
});

test.each<readonly [string, string, string]>([
  ["POST", "/api/v1/file/7", "DELETE, GET, HEAD"],
  ["POST", "/healthz", "GET, HEAD"],
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => [method, "/openapi.json", "GET, HEAD"] as const),
])("answers %s %s with a 405 problem that names %s", async (method, path, allow) => {
  const origin = await start(() => expect.unreachable());
  const response = await fetch(origin + path, { method, body: "{}" });
  expect([response.status, response.headers.get("allow"), ((await response.json()) as { code: string }).code]).toEqual([
    405,
    allow,
    "method_not_allowed",
  ]);
});

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "answers %s on a page with a 405 problem, and passes only next-auth's paths to the handler",
  async (method) => {
    const origin = await start((request, response) => response.end(request.url));
    const response = await fetch(`${origin}/login`, { method, body: "{}" });
    expect([
      response.status,
      response.headers.get("allow"),
      ((await response.json()) as { code: string }).code,
    ]).toEqual([405, "GET, HEAD", "method_not_allowed"]);
    expect(await (await fetch(`${origin}/api/auth/signout`, { method, body: "{}" })).text()).toBe("/api/auth/signout");
  },
);

test.each([
  "/api/v1/file/../content",
  "/api/v1/file/..",
  "/api/v1/file/%2e%2e",
  "/api/v1/./file/7",
  "//api/v1/file/7",
  "/x/../api/v1/file/7",
])("answers %s, sent unnormalised, with a 404 problem and no redirect", async (path) => {
  const { port } = new URL(await start(() => expect.unreachable()));
  const [answer] = (await once(get({ port, path }), "response")) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, answer.headers["content-type"], answer.headers.location]).toEqual([
    404,
    "application/problem+json",
    undefined,
  ]);
});

const page: Handle = (_request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("x-frame-options", "DENY");
  response.statusCode = 404;
  response.write("<h1>Page");
  response.end(" not found</h1>");
};

test.each<[string, Handle, number, string]>([
  [
    "a text",
    (_request, response) => response.writeHead(500, { "content-type": "text/plain" }).end("Internal Server Error"),
    500,
    "internal",
  ],
  [
    "nothing",
    (_request, response) => {
      response.statusCode = 405;
      response.end();
    },
    405,
    "method_not_allowed",
  ],
  ["a page in pieces", page, 404, "not_found"],
])("answers the handler's own refusal, %s, with a problem document", async (_name, handle, status, code) => {
  const response = await fetch(`${await start(handle)}/elsewhere`);
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  expect(await response.json()).toMatchObject({ code, requestId: response.headers.get("x-request-id") });
});

/** Like Next's compression: writes later, through the response methods that it captured. */
const compressing: Handle = (request, response) => {
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  const packed = createGzip();
  packed.on("data", (chunk: Buffer) => write(chunk));
  packed.on("end", () => end());
  response.write = (chunk: string) => packed.write(chunk);
  response.end = (chunk?: unknown) => {
    response.writeHead(response.statusCode, { "content-encoding": "gzip" });
    packed.end(String(chunk));
    return response;
  };
  page(request, response);
};

test("replaces a compressed page with a whole, uncompressed problem document", async () => {
  const response = await fetch(`${await start(compressing)}/elsewhere`);
  expect([
    response.status,
    response.headers.get("content-encoding"),
    ((await response.json()) as { code: string }).code,
  ]).toEqual([404, null, "not_found"]);
});

test("shows the not-found page to a browser that asks for a page", async () => {
  const response = await fetch(`${await start(page)}/elsewhere`, { headers: { accept: "text/html,*/*;q=0.8" } });
  expect([response.status, await response.text()]).toEqual([404, "<h1>Page not found</h1>"]);
});

/** Like Next, which answers any error of a page with 500. */
const failing =
  (error: Error): Handle =>
  (_request, response) => {
    noteFailure(error);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.statusCode = 500;
    response.end("<html id='__next_error__'>");
  };

const asBrowser = { accept: "text/html,*/*;q=0.8", "accept-language": "pt-BR" };

test("answers a page that failed because the database was lost with 503, Retry-After and an explanation", async () => {
  const lost = new Error("the page", { cause: new Error("Connection terminated unexpectedly") });
  const response = await fetch(`${await start(failing(lost))}/documents`, { headers: asBrowser });
  expect([response.status, response.headers.get("retry-after"), response.headers.get("content-type")]).toEqual([
    503,
    "5",
    "text/html; charset=utf-8",
  ]);
  const text = await response.text();
  expect(text).toContain('<html lang="pt-BR">');
  expect(text).toContain(response.headers.get("x-request-id"));
  expect(defects).toEqual([]);
});

/** Like Next, which sends 200 for a page or its data when a boundary catches the error. */
const caught =
  (error: Error, before = ""): Handle =>
  (_request, response) => {
    if (before) response.write(before);
    noteFailure(error);
    response.end("the boundary");
  };

test("answers a lost database with 503 also where a boundary of the page caught it, unless the page has begun", async () => {
  const lost = new Error("the page", { cause: new Error("Connection terminated unexpectedly") });
  const ask = async (handle: Handle) => {
    const response = await fetch(`${await start(handle)}/documents?_rsc=1`, { headers: { rsc: "1" } });
    return [response.status, response.headers.get("retry-after")];
  };
  expect(await ask(caught(lost))).toEqual([503, "5"]);
  expect(await ask(caught(lost, "its first part"))).toEqual([200, null]);
  expect(await ask(caught(new DomainError("unavailable")))).toEqual([200, null]);
});

test("leaves the page of a defect, and of an error that the page should have handled, to Next", async () => {
  for (const error of [new Error("a defect"), new DomainError("forbidden")]) {
    const response = await fetch(`${await start(failing(error))}/documents`, { headers: asBrowser });
    expect([response.status, await response.text()]).toEqual([500, "<html id='__next_error__'>"]);
    server.close();
  }
});

test("counts pages and calls of next-auth, but no calls of the API or files, before they are passed on", async () => {
  let counted = 0;
  const origin = await start(echo, 0, null, {
    admitPage: () => {
      counted += 1;
      return Promise.reject(new DomainError("rate_limited", { retryAfterSeconds: 7 }));
    },
  });
  for (const path of ["/api/v1/file/7", "/healthz", "/_next/static/a.js", "/manifest.webmanifest"])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
  expect(counted).toBe(0);
  for (const [path, headers, type] of [
    ["/login", asBrowser, "text/html; charset=utf-8"],
    ["/login", { rsc: "1", accept: "*/*" }, "application/problem+json"],
    ["/api/auth/csrf", { accept: "*/*" }, "application/problem+json"],
  ] as const) {
    const refused = await fetch(origin + path, { headers });
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("content-type")]).toEqual([
      429,
      "7",
      type,
    ]);
  }
  expect([counted, defects.length]).toEqual([3, 0]);
});

test("passes a route's problem document through unchanged", async () => {
  const origin = await start((_request, response) => {
    response.statusCode = 404;
    response.setHeader("content-type", "application/problem+json");
    response.end('{"code":"own"}');
  });
  expect(await (await fetch(`${origin}/api/v1/file/7`)).json()).toEqual({ code: "own" });
});

test("lists the methods for OPTIONS, and sends no body with a problem for HEAD", async () => {
  const origin = await start(() => expect.unreachable());
  const options = await fetch(`${origin}/api/v1/file/7`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "DELETE, GET, HEAD"]);
  const head = await fetch(`${origin}/api/v1/nothing`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([404, ""]);
});

test("answers 500 with a problem document that hides the cause when a handler throws, and logs it", async () => {
  const origin = await start(() => {
    throw new Error("secret cause");
  });
  const response = await fetch(`${origin}/`);
  const text = await response.text();
  expect([response.status, (JSON.parse(text) as { code: string }).code]).toEqual([500, "internal"]);
  expect(text).not.toContain("secret cause");
  expect(defects).toHaveLength(1);
});

/** Sends raw bytes and reads the answer until the server closes the connection. */
async function sendRaw(sent: string, handle: Handle = echo): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(await start(handle)).port), "127.0.0.1");
  socket.write(sent);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body };
}

test.each([
  ["bytes that are not HTTP", "NONSENSE\r\n\r\n", 400],
  ["an unknown method", "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  [
    "Content-Length with Transfer-Encoding",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 400],
  ["a header of 20 KB", `GET / HTTP/1.1\r\nHost: a\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["two Hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400],
  [
    "an expectation that nobody can meet",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n",
    417,
  ],
  ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
  [
    "a target on another host",
    "GET http://evil.example/healthz/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    400,
  ],
])("refuses %s with a problem document and a request id, and no redirect", async (_name, sent, status) => {
  const { head, body, ...answer } = await sendRaw(sent, () => expect.unreachable());
  expect(answer.status).toBe(status);
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).not.toMatch(/location:/i);
  const requestId = /x-request-id: ([0-9A-Z]{26})/i.exec(head)?.[1];
  expect(JSON.parse(body)).toMatchObject({
    type: "https://sign.example/docs/errors/malformed-request",
    code: "malformed_request",
    status,
    requestId,
  });
});

test("refuses a body with an invalid chunk under the id of its request", async () => {
  let seen: string | undefined;
  const { status, body } = await sendRaw(
    "POST /api/auth/page HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    () => {
      seen = requestStore.getStore()?.requestId;
    },
  );
  expect([status, (JSON.parse(body) as { requestId: string }).requestId]).toEqual([400, seen]);
});

test("does not mix an error into a response that has started", async () => {
  const origin = await start((_request, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("half");
  });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("POST /api/auth/page HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  let answer = "";
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.endsWith("half")) socket.write("ZZ\r\n");
  }
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*half$/);
});

test("turns the handler's plain-text refusal into a problem document with its status", async () => {
  const origin = await start((_request, response) =>
    response.writeHead(409, { "content-type": "text/plain" }).end("Server Action unavailable."),
  );
  const response = await fetch(`${origin}/api/auth/signout`, { method: "POST", headers: { "next-action": "x" } });
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ code: "malformed_request", status: 409 }),
  ]);
});

test("ignores an unsupported Upgrade header and answers the request", async () => {
  const { status, body } = await sendRaw(
    "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
  );
  expect([status, (JSON.parse(body) as { url: string }).url]).toEqual([200, "/healthz"]);
});

test("serves /metrics only with the token, and counts requests by their pattern without naming a path", async () => {
  const figures = {
    jobsWaiting: { notification: 2 },
    jobsDead: { code: 1 },
    jobsDue: 1,
    oldestJobSeconds: 3.5,
    deliveriesWaiting: 4,
    oldestDeliverySeconds: 5,
    webhooksDisabled: 6,
    files: { draft: 7 },
  };
  const origin = await start(echo, 0, await makeMetrics("a token of enough length", quietSources({ work: figures })));
  await fetch(`${origin}/api/v1/file/a-secret`);
  await fetch(`${origin}/api/v1/nothing-like-it`);
  await fetch(`${origin}/sign/another-secret`);
  for (const authorization of ["", "Bearer wrong", "Basic a token of enough length"])
    expect((await fetch(`${origin}/metrics`, { headers: { authorization } })).status).toBe(401);
  const headers = { authorization: "Bearer a token of enough length" };
  expect((await fetch(`${origin}/metrics`, { headers, method: "POST" })).status).toBe(405);
  const response = await fetch(`${origin}/metrics`, { headers });
  const text = await response.text();
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  for (const line of [
    'paraph_http_request_seconds_count{method="GET",route="/file/{uuid}",status="200"} 1',
    'paraph_http_request_seconds_count{method="GET",route="unknown",status="404"} 1',
    'paraph_http_request_seconds_count{method="GET",route="page",status="200"} 1',
    'paraph_jobs{kind="notification",state="waiting"} 2',
    'paraph_jobs{kind="code",state="dead"} 1',
    "paraph_oldest_job_seconds 3.5",
    "paraph_webhook_deliveries_waiting 4",
    "paraph_webhooks_disabled 6",
    'paraph_files{status="draft"} 7',
  ])
    expect(text).toContain(line);
  for (const secret of ["a-secret", "nothing-like-it", "another-secret"]) expect(text).not.toContain(secret);
});

test("serves no /metrics when no token is set", async () => {
  const origin = await start((_request, response) => response.writeHead(404).end());
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
});

test.each([
  "/_next/image?url=%2Fapi%2Fv1%2Ffile%2F7&w=640&q=75",
  "/_next/data/build/index.json",
  "/_next/",
  "/_error",
  "/_not-found",
  "/404",
  "/500",
])("answers %s, which Next would serve by itself, with a 404 problem", async (path) => {
  const response = await fetch((await start(() => expect.unreachable())) + path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, "not_found"]);
});

test("passes built scripts and styles to Next", async () => {
  expect((await fetch(`${await start(echo)}/_next/static/chunks/a.js`)).status).toBe(200);
});

test("sends Strict-Transport-Security with every response of a service on https", async () => {
  const origin = await start(echo);
  for (const path of ["/", "/api/v1/file/7", "/api/v1/nothing"]) {
    expect((await fetch(origin + path)).headers.get("strict-transport-security")).toBe("max-age=31536000");
  }
  server.close();
  expect((await sendRaw("GET / HTTP/1.1\r\nHost : x\r\n\r\n")).head).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/,
  );
});

test("forbids framing and content sniffing for the server's own responses", async () => {
  const origin = await start(echo, 0, await makeMetrics("a token of enough length", quietSources()));
  const answers = await Promise.all(
    ["/", "/%00", "/api/v1/nothing", "/metrics", "/livez"].map((path) => fetch(origin + path)),
  );
  answers.push(await fetch(`${origin}/api/v1/file/7`, { method: "OPTIONS" }));
  for (const { headers } of answers)
    expect([headers.get("x-frame-options"), headers.get("x-content-type-options")]).toEqual(["DENY", "nosniff"]);
  server.close();
  expect((await sendRaw("GET / HTTP/1.1\r\nHost : x\r\n\r\n")).head).toContain("X-Frame-Options: DENY");
});

test("cuts off a header that arrives byte by byte", async () => {
  const origin = await start(() => expect.unreachable(), 0, null, { headerMs: 300 });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const drip = setInterval(() => socket.write("a"), 50);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nX: ");
  let answer = "";
  // Node's own limits end it as well, but after a minute.
  const startedAt = performance.now();
  try {
    for await (const chunk of socket) answer += String(chunk);
  } finally {
    clearInterval(drip);
  }
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("gives a client 12 s for a header", async () => {
  await start(() => expect.unreachable());
  expect(server.headersTimeout).toBe(12_000);
});

test("cuts off a client that reads nothing of a response, which then ends", async () => {
  const answers: ServerResponse[] = [];
  const origin = await start(
    (_request, response) => {
      response.on("drain", () => response.write(Buffer.alloc(1024 * 1024)));
      answers.push(response);
      response.write(Buffer.alloc(64 * 1024 * 1024));
    },
    0,
    null,
    { stalledMs: 100 },
  );
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(answers[0]?.destroyed).toBe(true), { timeout: 60_000 });
  expect(answers[0]?.writableFinished).toBe(false);
  socket.destroy();
});

test("waits for a response that takes longer than a client may read nothing, and closes unused connections", async () => {
  const origin = await start((_request, response) => void server.once("timeout", () => response.end("late")), 0, null, {
    stalledMs: 100,
  });
  expect(await (await fetch(origin)).text()).toBe("late");
  const unused = connect(Number(new URL(origin).port), "127.0.0.1").resume();
  await once(unused, "close");
});

test("answers /readyz with 503 while the service starts, and serves other paths", async () => {
  let isReady = false;
  const origin = await start(echo, 0, null, { isReady: () => isReady });
  const starting = await fetch(`${origin}/readyz`);
  expect([
    starting.status,
    starting.headers.get("retry-after"),
    ((await starting.json()) as { code: string }).code,
  ]).toEqual([503, "1", "unavailable"]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  isReady = true;
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

test("serves /livez and /version while the service starts and stops, without calling a handler", async () => {
  const origin = await start(() => expect.unreachable(), 0, null, { isReady: () => false, isStopping: () => true });
  const alive = await fetch(`${origin}/livez`);
  expect([alive.status, alive.headers.get("cache-control"), await alive.json()]).toEqual([
    200,
    "no-store",
    { status: "ok" },
  ]);
  const version = await fetch(`${origin}/version?x=1`);
  expect(await version.json()).toEqual({ name: "paraph", version: "1.2.3", build: "b7" });
  expect(defects).toEqual([]);
});

test.each(["/livez", "/version"])("serves %s only for GET and HEAD", async (path) => {
  const origin = await start(() => expect.unreachable());
  const head = await fetch(origin + path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const posted = await fetch(origin + path, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
