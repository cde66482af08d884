import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadBuiltConfig, metadataFiles } from "@/scripts/server/host-next";
import { embeddedDatabase } from "./embedded-database";
import { cleanEnvironment, startServer, type StartedServer } from "./server";

/**
 * Each of our workarounds (decision 2) is tested twice: on Next alone, where a failure means that it is no longer
 * needed, and on our server, where a failure means that it no longer works.
 */
let server: StartedServer;
let bare: BareNext;
beforeAll(async () => {
  server = await startServer();
  bare = await startBareNext(server);
});
afterAll(async () => {
  bare.child.kill("SIGKILL");
  await server.stop();
});

interface BareNext {
  origin: string;
  child: ChildProcess;
  /** All errors printed so far. */
  errors(): string;
}

/** Next alone, on the database of `beside`. */
async function startBareNext(beside: StartedServer): Promise<BareNext> {
  const child = spawn(process.execPath, [path.join("e2e", "bare-next.mjs")], {
    env: {
      ...cleanEnvironment(),
      NODE_ENV: "production",
      DATABASE_URL: embeddedDatabase(beside.dataDir),
      DATA_DIR: beside.dataDir,
      APP_SECRET: "a secret of 32 characters or more",
      PUBLIC_URL: beside.origin,
      NEXTAUTH_URL: beside.origin,
      WORKER: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  for await (const line of child.stdout) {
    const port = /^\d+$/m.exec(String(line))?.[0];
    if (port) return { origin: `http://127.0.0.1:${port}`, child, errors: () => errors };
  }
  throw new Error("Next did not start");
}

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

describe("paths of Next's own", () => {
  test("are served by Next alone", async () => {
    const statuses = await Promise.all(internalPaths().map(async (name) => (await fetch(bare.origin + name)).status));
    expect(statuses.some((status) => status !== 404)).toBe(true);
  });

  test("are missing on our server except built scripts and styles", async () => {
    const paths = [...internalPaths(), "/_next/mcp"];
    expect(paths.length).toBeGreaterThan(3);
    for (const name of paths) expect([name, (await fetch(server.origin + name)).status]).toEqual([name, 404]);
    const page = await (await fetch(`${server.origin}/login`)).text();
    const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? "";
    expect((await fetch(server.origin + script)).status).toBe(200);
  });
});

describe("a state of Next's router that cannot be read", () => {
  // Next alone first redirects to the hash of the headers.
  const ask = (origin: string, state: string): Promise<Response> =>
    fetch(`${origin}/login?_rsc=x`, { headers: { rsc: "1", "next-router-state-tree": state } });

  test("is a server error of Next alone, which serves the page without it", async () => {
    expect((await fetch(`${bare.origin}/login`)).status).toBe(200);
    expect((await ask(bare.origin, "garbage")).status).toBe(500);
  });

  test.each([
    "garbage",
    "%",
    "[]",
    encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,true]'),
    "x".repeat(9000),
  ])("is ignored by our server: %.20s", async (state) => {
    const response = await ask(server.origin, state);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/x-component");
  });
});

describe("an error that Next answers itself", () => {
  const ask = (origin: string): Promise<Response> =>
    fetch(`${origin}/no-such-page`, { headers: { accept: "application/json" } });

  test("is a page of Next alone, whatever the client accepts", async () => {
    const response = await ask(bare.origin);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("is a problem document of our server", async () => {
    const response = await ask(server.origin);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });
});

describe("a page whose query fails because the database is busy", () => {
  const ask = async (origin: string): Promise<Response> => {
    const database = new pg.Client({ connectionString: embeddedDatabase(server.dataDir) });
    await database.connect();
    try {
      await database.query("begin; lock table sign_requests in access exclusive mode");
      return await fetch(`${origin}/sign/${randomUUID()}`, { headers: { accept: "text/html" } });
    } finally {
      await database.end();
    }
  };

  test("is a server error of Next alone", async () => {
    expect((await ask(bare.origin)).status).toBe(500);
  });

  test("is 503 with Retry-After on our server, which Next tells the error before it sends the status", async () => {
    const response = await ask(server.origin);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.text()).not.toContain("__next");
  });

  test("is printed with the parameters of its query by Next alone, and without them by our server", async () => {
    await vi.waitFor(() => expect(bare.errors()).toMatch(/Failed query: [\s\S]*params: [0-9a-f]{64}/));
    await vi.waitFor(() => expect(server.output()).toContain("Failed query: "));
    expect(server.output()).not.toMatch(/params/);
  });
});

describe("the status of a page without its document", () => {
  const ask = (origin: string): Promise<Response> => fetch(`${origin}/verify/${randomUUID()}`);

  test("is 200 of Next alone, which streams the page and lets it set no status", async () => {
    expect((await ask(bare.origin)).status).toBe(200);
  });

  test("is 404 of our server, which the page gives it", async () => {
    expect((await ask(server.origin)).status).toBe(404);
  });
});

describe("a file that Next makes of one in `app`", () => {
  test("is listed, served and read-only", async () => {
    const files = metadataFiles(process.cwd()).map((file) => file.path);
    expect(files).toEqual(expect.arrayContaining(["/icon.svg", "/apple-icon.png", "/manifest.webmanifest"]));
    for (const file of files.filter((name) => !name.startsWith("/pki/"))) {
      expect([file, (await fetch(server.origin + file)).status]).toEqual([file, 200]);
      expect((await fetch(server.origin + file, { method: "POST" })).status).toBe(405);
    }
  });
});

describe("an Upgrade header after the first page", () => {
  test("has a listener of Next alone, so that Node answers no such request itself", async () => {
    await fetch(`${bare.origin}/login`);
    expect(Number(await (await fetch(`${bare.origin}/upgrade-listeners`)).text())).toBeGreaterThan(0);
  });

  test("is ignored by our server", async () => {
    await fetch(`${server.origin}/login`);
    const asking = request(`${server.origin}/login`, {
      headers: { connection: "Upgrade", upgrade: "websocket" },
    }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });
});

describe("the configuration of a build", () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  /** A checkout whose file and build name different folders. */
  function makeCheckout(): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-next-"));
    folders.push(folder);
    writeFileSync(path.join(folder, "next.config.mjs"), 'export default { distDir: "from-file" };\n');
    mkdirSync(path.join(folder, ".next"));
    const built = JSON.stringify({
      config: { ...(manifest("required-server-files.json")["config"] as object), distDir: "from-build" },
    });
    writeFileSync(path.join(folder, ".next", "required-server-files.json"), built);
    return folder;
  }

  async function distDirOf(folder: string): Promise<string> {
    const { default: loadConfig } = (await import("next/dist/server/config.js")).default as unknown as {
      default: (phase: string, dir: string) => Promise<{ distDir: string }>;
    };
    return (await loadConfig("phase-production-server", folder)).distDir;
  }

  test("is ignored by Next alone, which compiles next.config again", async () => {
    expect(await distDirOf(makeCheckout())).toBe("from-file");
  });

  test("is taken by Next once our server has loaded it", async () => {
    const folder = makeCheckout();
    await loadBuiltConfig(folder);
    expect(await distDirOf(folder)).toBe("from-build");
  });
});

test("Next bundles its own copy of our modules for pages", () => {
  const folder = path.join(".next", "server", "chunks", "ssr");
  const chunks = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const copies = chunks.filter((name) => readFileSync(path.join(folder, name), "utf8").includes('"DomainError"'));
  expect(copies).not.toEqual([]);
});
