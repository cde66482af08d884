import { createServer, request as sendRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { textAnswer } from "@/lib/api/http/responses";
import { directRoutes, type RouteFiles } from "./direct-routes";

let server: Server | null = null;
afterEach(
  () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

async function start(files: RouteFiles): Promise<string> {
  const routes = directRoutes(files);
  const made = createServer((request, response) => {
    void routes.answer(request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(418).end();
    });
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${String((made.address() as AddressInfo).port)}`;
}

function loaded(handlers: Awaited<ReturnType<RouteFiles[string]>>): RouteFiles[string] {
  return () => Promise.resolve(handlers);
}

test("passes decoded path parameters, query, headers and body to a handler", async () => {
  const origin = await start({
    "/api/v1/file/[uuid]/pages/[n]": loaded({
      async POST(request, { params }) {
        return Response.json({
          params: await params,
          query: new URL(request.url).search,
          type: request.headers.get("content-type"),
          body: await request.text(),
        });
      },
    }),
  });
  const response = await fetch(`${origin}/api/v1/file/a%20b/pages/2?x=1`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "héllo",
  });
  expect(await response.json()).toEqual({
    params: { uuid: "a b", n: "2" },
    query: "?x=1",
    type: "text/plain",
    body: "héllo",
  });
});

test("prefers a fixed segment to a parameter, and leaves a path or method without a handler to others", async () => {
  const named = (name: string): RouteFiles[string] => loaded({ GET: () => Promise.resolve(new Response(name)) });
  const origin = await start({
    "/api/v1/file/[uuid]": named("one"),
    "/api/v1/file/list": named("list"),
    "/api/auth/[...nextauth]": loaded({ GET: async (_request, { params }) => Response.json(await params) }),
  });
  expect(await (await fetch(`${origin}/api/v1/file/list`)).text()).toBe("list");
  expect(await (await fetch(`${origin}/api/v1/file/other`)).text()).toBe("one");
  expect(await (await fetch(`${origin}/api/auth/callback/credentials`)).json()).toEqual({
    nextauth: ["callback", "credentials"],
  });
  for (const [method, path] of [
    ["GET", "/documents"],
    ["POST", "/api/v1/file/list"],
    ["GET", "/api/v1/file/a/b"],
  ] as const) {
    expect((await fetch(origin + path, { method })).status).toBe(418);
  }
});

test("sends a text response with its length, its status and one line per cookie", async () => {
  const origin = await start({
    "/api/v1/x": loaded({
      GET() {
        const headers = new Headers({ "content-type": "application/json" });
        for (const cookie of ["a=1; Path=/", "b=2; Path=/"]) headers.append("set-cookie", cookie);
        return Promise.resolve(textAnswer('{"ü":1}', { status: 202, headers }));
      },
    }),
  });
  const response = await fetch(`${origin}/api/v1/x`);
  expect([response.status, response.headers.get("content-length"), response.headers.getSetCookie()]).toEqual([
    202,
    "8",
    ["a=1; Path=/", "b=2; Path=/"],
  ]);
  expect(await response.json()).toEqual({ ü: 1 });
  const head = await fetch(`${origin}/api/v1/x`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([202, "8", ""]);
});

test("sends a whole stream, and stops producing it when the caller leaves", async () => {
  const state: { made: number; left: boolean; stopped: () => void } = {
    made: 0,
    left: false,
    stopped: () => undefined,
  };
  const stopped = new Promise<void>((resolve) => {
    state.stopped = resolve;
  });
  const chunk = new Uint8Array(64 * 1024).fill(65);
  const origin = await start({
    "/api/v1/some": loaded({ GET: () => Promise.resolve(new Response(new Blob([chunk, chunk, chunk]).stream())) }),
    "/api/v1/endless": loaded({
      GET(request) {
        request.signal.addEventListener("abort", () => {
          state.left = true;
        });
        return Promise.resolve(
          new Response(
            new ReadableStream({
              pull(controller) {
                state.made += 1;
                controller.enqueue(chunk);
              },
              cancel() {
                state.stopped();
              },
            }),
          ),
        );
      },
    }),
  });
  expect((await (await fetch(`${origin}/api/v1/some`)).arrayBuffer()).byteLength).toBe(3 * chunk.length);
  await new Promise<void>((resolve) => {
    const request = sendRequest(`${origin}/api/v1/endless`, (response) =>
      response.once("data", () => {
        response.destroy();
        resolve();
      }),
    );
    request.end();
  });
  await stopped;
  expect(state.left).toBe(true);
});

test("leaves the response to the server when a handler throws", async () => {
  const routes = directRoutes({ "/api/v1/x": loaded({ GET: () => Promise.reject(new Error("a defect")) }) });
  const made = createServer((request, response) => {
    void routes.answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const response = await fetch(`http://127.0.0.1:${String((made.address() as AddressInfo).port)}/api/v1/x`);
  expect([response.status, await response.text()]).toEqual([500, "a defect"]);
});
