import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { makeAdmission, pagesPerNetwork, type AdmissionOptions } from "./admission";
import { makeHttpServer } from "./http-server";
import { makeMetrics } from "./metrics";
import { routeTable } from "./route-table";
import { quietSources } from "./testing/figures";

let server: Server;
afterEach(() => server.close());

async function start(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  admission: AdmissionOptions,
): Promise<string> {
  server = makeHttpServer({
    handle: async (request, response) => void (await handle(request, response)),
    routeApi: routeTable([{ method: "GET", path: "/file/{uuid}" }]),
    routeOrigin: routeTable([
      { method: "GET", path: "/healthz" },
      { method: "GET", path: "/readyz" },
    ]),
    publicUrl: "https://sign.example",
    isProduction: true,
    trustedHops: 1,
    version: { name: "paraph", version: "1.2.3", build: "b7" },
    metrics: await makeMetrics("a token of enough length", quietSources()),
    admission: makeAdmission(admission),
    admitPage: null,
    isStopping: () => false,
    isReady: () => true,
    onDefect: () => undefined,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("refuses pages and API calls with Retry-After under overload, and still serves health, metrics and static files", async () => {
  const waiting: ServerResponse[] = [];
  const origin = await start(
    (request, response) => (request.url === "/slow" ? waiting.push(response) : response.end()),
    { isLate: () => true },
  );
  const slow = fetch(`${origin}/slow`);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  for (const path of ["/api/v1/file/7", "/documents"]) {
    const refused = await fetch(origin + path);
    expect([
      refused.status,
      refused.headers.get("retry-after"),
      ((await refused.json()) as { code: string }).code,
    ]).toEqual([503, "2", "unavailable"]);
  }
  for (const path of ["/healthz", "/readyz", "/livez", "/version", "/_next/static/chunks/a.js"])
    expect((await fetch(origin + path)).status).toBe(200);
  expect(
    (await fetch(`${origin}/metrics`, { headers: { authorization: "Bearer a token of enough length" } })).status,
  ).toBe(200);
  waiting[0]?.end();
  await slow;
});

test("answers a waiting request after the one before it", async () => {
  const waiting: ServerResponse[] = [];
  const origin = await start((_request, response) => void waiting.push(response), {
    others: { atOnce: 1 },
    isLate: () => false,
  });
  const answers = [fetch(`${origin}/api/v1/file/1`), fetch(`${origin}/api/v1/file/2`)];
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.end("1");
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.end("2");
  expect((await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))).sort()).toEqual(["1", "2"]);
});

test("renders few pages of a network at once although each takes longer than a turn, and answers another network soon", async () => {
  const [slices, sliceMs, pages] = [10, 10, 16];
  let [started, running, mostRunning] = [0, 0, 0];
  const answered: string[] = [];
  const open = async (path: string, address: string): Promise<void> => {
    const { status } = await fetch(origin + path, { headers: { "x-forwarded-for": address } });
    answered.push(`${String(status)} ${path}`);
  };
  const others: Promise<void>[] = [];
  const origin = await start(
    async (request, response) => {
      const isPage = request.url === "/sign";
      if (isPage) [started, running] = [started + 1, running + 1];
      mostRunning = Math.max(mostRunning, running);
      if (isPage && started === pagesPerNetwork + 1) others.push(open("/login", "198.51.100.7"));
      for (let slice = 0; slice < slices; slice += 1) {
        occupyThread(sliceMs);
        await setImmediate();
      }
      if (isPage) running -= 1;
      response.end();
    },
    { turnMs: sliceMs, isLate: () => false },
  );
  await Promise.all(Array.from({ length: pages }, () => open("/sign", "203.0.113.7")));
  await Promise.all(others);
  expect(mostRunning).toBe(pagesPerNetwork);
  expect(answered.filter((answer) => answer === "200 /sign")).toHaveLength(pages);
  expect(answered).toContain("200 /login");
  expect(answered.indexOf("200 /login")).toBeLessThan(pages - pagesPerNetwork);
});

/** As the rendering of a page does: other requests wait. */
function occupyThread(milliseconds: number): void {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
}
