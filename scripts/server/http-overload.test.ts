import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { makeAdmission, type AdmissionOptions } from "./admission";
import { makeHttpServer } from "./http-server";
import { makeMetrics } from "./metrics";
import { routeTable } from "./route-table";
import { quietSources } from "./testing/figures";

let server: Server;
afterEach(() => server.close());

async function start(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  admission: AdmissionOptions,
): Promise<string> {
  server = makeHttpServer({
    handle: async (request, response) => handle(request, response),
    routeApi: routeTable([{ method: "GET", path: "/file/{uuid}" }]),
    routeOrigin: routeTable([
      { method: "GET", path: "/healthz" },
      { method: "GET", path: "/readyz" },
    ]),
    publicUrl: "https://sign.example",
    isProduction: true,
    trustedHops: 0,
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
  const origin = await start((_request, response) => response.end(), { isLate: () => true });
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
});

test("answers a waiting request after the one before it", async () => {
  const waiting: ServerResponse[] = [];
  const origin = await start((_request, response) => void waiting.push(response), { atOnce: 1, isLate: () => false });
  const answers = [fetch(`${origin}/api/v1/file/1`), fetch(`${origin}/api/v1/file/2`)];
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.end("1");
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.end("2");
  expect((await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))).sort()).toEqual(["1", "2"]);
});
