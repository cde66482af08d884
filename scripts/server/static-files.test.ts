import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFiles } from "@/scripts/bootstrap/compress.mjs";
import { staticFiles } from "./static-files";

const script = "export const answer = 42;\n".repeat(100);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-static-"));
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks", "a.js"), script);
  writeFileSync(path.join(folder, "chunks", "small.js"), "1");
  await compressFiles(folder);
  const answer = staticFiles([
    { prefix: "/_next/static/", folder, isVersioned: true },
    { prefix: "/", folder, isVersioned: false },
  ]);
  server = createServer((request, response) => {
    void answer(request, response).then((isAnswered) => {
      if (!isAnswered) response.end("by Next");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** `fetch` would decompress the body. */
function read(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject).on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    }).on("error", reject);
  });
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
] as const)("sends the form that `%s` accepts, as it was stored", async (accepted, coding, decompress) => {
  const { status, headers, body } = await read("/_next/static/chunks/a.js?v=1", { "accept-encoding": accepted });
  expect([status, headers["content-encoding"], headers["content-type"]]).toEqual([
    200,
    coding,
    "text/javascript; charset=utf-8",
  ]);
  expect(headers).toMatchObject({ vary: "accept-encoding", "cache-control": "public, max-age=31536000, immutable" });
  expect(decompress(body).toString()).toBe(script);
  expect(body).toEqual(readFileSync(path.join(folder, `chunks/a.js.${coding === "br" ? "br" : "gz"}`)));
});

test.each([
  ["/_next/static/chunks/a.js", "identity"],
  ["/_next/static/chunks/small.js", "br"],
])("sends %s uncompressed to a client that accepts %s", async (target, accepted) => {
  const { status, headers } = await read(target, { "accept-encoding": accepted });
  expect([status, headers["content-encoding"], headers["content-type"]]).toEqual([
    200,
    undefined,
    "text/javascript; charset=utf-8",
  ]);
});

test.each<[string, number, Record<string, string>]>([
  ["/_next/static/chunks/none.js", 404, {}],
  ["/_next/static/chunks", 404, {}],
  ["/_next/static/../../etc/passwd", 403, {}],
  ["/_next/static/%2e%2e/%2e%2e/etc/passwd", 403, {}],
  ["/_next/static/chunks/%00", 400, {}],
  ["/_next/static/chunks/a.js", 416, { range: "bytes=90000-" }],
])("refuses %s with %s, without a header of a file", async (target, refused, headers) => {
  const { status, headers: answered, body } = await read(target, headers);
  expect([status, body.toString()]).toEqual([refused, ""]);
  expect(Object.keys(answered).filter((name) => /content-(type|encoding)|etag|cache/.test(name))).toEqual([]);
  expect(answered["content-range"]).toBe(refused === 416 ? "bytes */2600" : undefined);
});

test("sends a file whose name stays the same compressed, and lets browsers ask again whether it changed", async () => {
  const { headers, body } = await read("/chunks/a.js", { "accept-encoding": "br" });
  expect(headers).toMatchObject({ "content-encoding": "br", "cache-control": "public, max-age=0" });
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect((await read("/chunks/a.js", { "accept-encoding": "br", "if-none-match": headers.etag ?? "" })).status).toBe(
    304,
  );
});

test("leaves other paths to Next", async () => {
  expect((await read("/login")).body.toString()).toBe("by Next");
});
