import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type StartedServer } from "./server";

let server: StartedServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function manifest(...parts: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(".next", ...parts), "utf8")) as Record<string, unknown>;
}

/** Next's own paths in the build: error pages, image optimizer, and pages of the older router. */
function internalPaths(): string[] {
  const pages = Object.values(manifest("app-path-routes-manifest.json")) as string[];
  const olderPages = Object.keys(manifest("server", "pages-manifest.json"));
  const { path: optimizer } = manifest("images-manifest.json")["images"] as { path: string };
  return [...pages.filter((name) => name.startsWith("/_")), ...olderPages, `${optimizer}?url=%2Ficon.svg&w=64&q=75`];
}

test("Next serves no path by itself except built scripts and styles", async () => {
  const paths = [...internalPaths(), "/_next/mcp"];
  expect(paths.length).toBeGreaterThan(3);
  for (const name of paths) expect([name, (await fetch(server.origin + name)).status]).toEqual([name, 404]);
  const page = await (await fetch(`${server.origin}/login`)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? "";
  expect((await fetch(server.origin + script)).status).toBe(200);
});

test.each([
  "garbage",
  "%",
  "[]",
  encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,true]'),
  "x".repeat(9000),
])("a state of Next's router that cannot be read is not a server error: %.20s", async (state) => {
  const headers = { rsc: "1", "next-router-state-tree": state };
  const response = await fetch(`${server.origin}/login?_rsc`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/x-component");
});
