import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { apiClient } from "./api-client";
import { logIn } from "./page-reader";
import { startServer, type StartedServer } from "./server";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "pt-BR,pt;q=0.9" };
/** As Next's script requests the data of a page. Next alone redirects it to the hash of these headers. */
const script = { accept: "*/*", rsc: "1" };
const seconds = 1000;

async function ask(server: StartedServer, page: string, headers: Record<string, string>) {
  const response = await fetch(server.origin + page, { headers, signal: AbortSignal.timeout(60 * seconds) });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
}

describe("a page while Postgres is stopped", () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let server: StartedServer;
  const listener = createServer((near) => {
    const far = connect(path.join(postgres.socketDir, ".s.PGSQL.5432"));
    near.on("error", () => far.destroy()).on("close", () => far.destroy());
    far.on("error", () => near.destroy()).on("close", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const start = async (): Promise<void> => {
    postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: folder });
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "paraph-postgres-"));
    await start();
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    const url = new URL(postgres.url);
    url.host = `127.0.0.1:${String((listener.address() as AddressInfo).port)}`;
    url.search = "";
    server = await startServer({ env: { DATABASE_URL: url.href, APP_SECRET: randomBytes(32).toString("hex") } });
  });
  afterAll(async () => {
    await server.stop();
    listener.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test("is 503 with Retry-After and an explanation, also as data for Next's script, until Postgres is back", async () => {
    const cookie = await logIn(server.origin, server.admin);
    const pages: [page: string, status: number, headers: Record<string, string>][] = [
      ["/", 200, {}],
      ["/login", 200, {}],
      ["/documents", 200, { cookie }],
      [`/sign/${randomUUID()}`, 404, {}],
    ];
    for (const [page, status, headers] of pages)
      expect([page, (await ask(server, page, { ...browser, ...headers })).status]).toEqual([page, status]);
    await postgres.stop();
    for (const [page, , headers] of pages) {
      const shown = await ask(server, page, { ...browser, ...headers });
      expect([page, shown.status, shown.retryAfter, shown.type]).toEqual([page, 503, "5", "text/html; charset=utf-8"]);
      expect(shown.text).toMatch(/^<!doctype html>\n<html lang="pt-BR">[\s\S]*<h1[^>]*>[^<]+<\/h1>[\s\S]*<a href=""/);
      const data = await ask(server, `${page}?_rsc=x`, { ...script, ...headers });
      expect([page, data.status, data.retryAfter, data.type]).toEqual([page, 503, "5", "application/problem+json"]);
      expect((await fetch(server.origin + page, { method: "HEAD", headers: { ...browser, ...headers } })).status).toBe(
        503,
      );
    }
    await start();
    for (const [page, status, headers] of pages)
      await vi.waitFor(
        async () => {
          expect([page, (await ask(server, page, { ...browser, ...headers })).status]).toEqual([page, status]);
          // Next sends the status of data before it knows that of the page.
          expect((await ask(server, `${page}?_rsc=x`, { ...script, ...headers })).status).toBe(200);
        },
        { timeout: 60 * seconds, interval: 200 },
      );
  });
});

describe("pages beyond the limit of a network", () => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await startServer({ env: { LIMITS: JSON.stringify({ pagesPerMinute: 20 }) } });
  });
  afterAll(() => server.stop());

  test("are 429 with Retry-After and an explanation, while files, the API and accounts are answered", async () => {
    const cookie = await logIn(server.origin, server.admin);
    const { text } = await ask(server, "/login", browser);
    const files = [
      ...new Set(text.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g) ?? []),
      "/icon.svg",
      "/manifest.webmanifest",
    ];
    expect(files.length).toBeGreaterThan(5);
    const statuses: number[] = [];
    for (let count = 0; count < 25; count++) {
      for (const file of files) expect([file, (await ask(server, file, browser)).status]).toEqual([file, 200]);
      statuses.push((await ask(server, "/login", browser)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(200));
    const refused = await ask(server, "/docs", browser);
    expect([refused.status, refused.type]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await ask(server, "/docs?_rsc=x", script)).status).toBe(429);
    expect((await ask(server, "/documents", { ...browser, cookie })).status).toBe(200);
    expect((await ask(server, "/api/v1/account/me", browser)).status).toBe(401);
  });

  test("include no missing file below /_next/static, which is a 404 problem of our own", async () => {
    for (const headers of [browser, script]) {
      const missing = await ask(server, "/_next/static/chunks/none.js", headers);
      expect([missing.status, missing.type]).toEqual([404, "application/problem+json"]);
    }
  });
});

describe("pages of a document whose bytes are missing", () => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test("open and report it, although nobody opened them before", async () => {
    const cookie = await logIn(server.origin, server.admin);
    const created = await apiClient(server.origin).call<{ data: { uuid: string } }>("POST", "/request-signature", {
      as: server.admin,
      json: {
        name: "Lease",
        file: { base64: makePdf({ pages: [{}] }).toString("base64") },
        users: [{ email: "ana@x.example" }],
        status: 1,
      },
    });
    const { uuid } = created.body.data;
    await rm(path.join(server.dataDir, "blobs", uuid), { recursive: true });
    for (const page of [`/documents/${uuid}`, `/verify/${uuid}`]) {
      const shown = await ask(server, page, { ...browser, "accept-language": "en", cookie });
      expect([page, shown.status]).toEqual([page, 200]);
      expect(shown.text).toMatch(/missing/);
    }
    for (const page of [`/documents/${uuid}/review`, `/documents/${uuid}/signers`])
      expect([page, (await ask(server, page, { ...browser, cookie })).status]).not.toEqual([page, 500]);
  });
});
