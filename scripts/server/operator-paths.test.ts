import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeMetrics } from "./metrics";
import { makeWorkerServer, readVersion } from "./operator-paths";
import { quietSources } from "./testing/figures";

const root = mkdtempSync(path.join(os.tmpdir(), "paraph-version-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("reads the version from the package and the build from Next", () => {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
  expect(readVersion(root)).toEqual({ name, version, build: "development" });
  mkdirSync(path.join(root, ".next"));
  writeFileSync(path.join(root, ".next", "BUILD_ID"), "Zx9\n");
  expect(readVersion(root)).toEqual({ name, version, build: "Zx9" });
});

const version = { name: "paraph", version: "1.2.3", build: "b7" };

test("a worker serves only /livez, /version and, with the token, /metrics", async () => {
  const server = makeWorkerServer({ version, metrics: await makeMetrics("a token of enough length", quietSources()) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(origin + path, init)).status;
  expect(await (await fetch(`${origin}/version`)).json()).toEqual(version);
  expect(await statusOf("/livez")).toBe(200);
  expect(await statusOf("/livez", { method: "POST" })).toBe(404);
  expect(await statusOf("/metrics")).toBe(401);
  expect(await statusOf("/admin")).toBe(404);
  const headers = { authorization: "Bearer a token of enough length" };
  expect(await (await fetch(`${origin}/metrics`, { headers })).text()).toContain("paraph_lane_jobs_due");
  server.closeAllConnections();
  server.close();
});

test("a worker without a token serves no metrics", async () => {
  const server = makeWorkerServer({ version, metrics: null });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${String(port)}/metrics`)).status).toBe(404);
  server.closeAllConnections();
  server.close();
});
