import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isAlive } from "@/scripts/bootstrap/is-alive.mjs";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import { copyStartedData, startServer, type StartedServer, type StartOptions } from "./server";

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

/** A server that ends with the test. */
async function start(options: StartOptions = {}): Promise<StartedServer> {
  const server = await startServer(options);
  cleanUp.push(() => server.stop());
  return server;
}

/** A data folder that goes with the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-e2e-"));
  cleanUp.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Process ID of the Postgres that uses this data folder. */
function postgresBelow(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Process ID of the server that uses this data folder. */
function serverOf(dataDir: string): number {
  return (JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8")) as { pid: number }).pid;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}

async function readiness(server: StartedServer): Promise<number> {
  return fetch(`${server.origin}/readyz`).then(
    (response) => response.status,
    () => 0,
  );
}

test.each([
  ["without APP_SECRET", {}],
  ["with a short APP_SECRET", { APP_SECRET: "short" }],
])("refuses DATABASE_URL with %s in one line", async (_name, env) => {
  const refusal = startServer({ env: { DATABASE_URL: "postgres://nobody@localhost/none", ...env } });
  await expect(refusal).rejects.toThrow(/^the server did not start: [^\n]*APP_SECRET[^\n]*\n$/);
});

test("names an unreachable database in one line, without its password @exhaustive", async () => {
  const port = await freePort();
  const env = {
    DATABASE_URL: `postgres://app:s3cr3t@localhost:${port}/paraph`,
    APP_SECRET: randomBytes(32).toString("hex"),
  };
  await expect(startServer({ env })).rejects.toThrow(
    new RegExp(
      `^the server did not start: DATABASE_URL: the database paraph at localhost:${port} cannot be reached: [^\n]*ECONNREFUSED[^\n]*\n$`,
    ),
  );
});

test("refuses to keep e-mail in the inbox when reachable by others, unless configured to @exhaustive", async () => {
  await expect(startServer({ dataDir: await newFolder(), env: { HOST: "0.0.0.0" } })).rejects.toThrow(
    /no mail provider/,
  );
});

// A start takes most of a test's time, so these run in order, on one data folder.
describe("a server on its data", () => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test("prints its address, and nothing else @exhaustive", () => {
    const lines = server.output().trim().split("\n");
    expect(lines[0]).toMatch(/^Paraph runs at http:\/\/localhost:\d+ \(ready in [\d.]+ s\)$/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}(data|API) /);
  });

  test("is named when started again on the same data, and not disturbed @exhaustive", async () => {
    const second = startServer({ dataDir: server.dataDir });
    await expect(second).rejects.toThrow(`already runs on ${server.dataDir}: ${server.origin}, process ${server.pid}`);
    expect(await readiness(server)).toBe(200);
  });

  test("responds to a large body on a missing path instead of resetting the connection @exhaustive", async () => {
    const response = await fetch(`${server.origin}/api/v1/no-such-path`, {
      method: "POST",
      body: new Uint8Array(20_000_000),
    });
    expect(response.status).toBe(404);
  });

  test("has its port named as taken by another that is started on it @exhaustive", async () => {
    const port = new URL(server.origin).port;
    await expect(startServer({ env: { PORT: port } })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken. Set PORT`);
  });

  test("serves from another Postgres with DATABASE_URL, and keeps it running when stopped @exhaustive", async () => {
    const url = readFileSync(path.join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
    const password = readFileSync(path.join(server.dataDir, "postgres.password"), "utf8");
    const other = await start({
      env: {
        DATABASE_URL: `postgres://app:${password}@localhost/postgres?host=${encodeURIComponent(url)}`,
        APP_SECRET: readFileSync(path.join(server.dataDir, "secret"), "utf8").trim(),
      },
    });
    expect(existsSync(path.join(other.dataDir, "postgres"))).toBe(false);
    await other.stop();
    expect(await readiness(server)).toBe(200);
  });

  test("leaves its documents alone when another instance is started on them, which refuses them @exhaustive", async () => {
    await storeDocument(server);
    const stranger = await newFolder();
    cpSync(path.join(server.dataDir, "blobs"), path.join(stranger, "blobs"), { recursive: true });
    const before = readdirSync(path.join(stranger, "blobs"), { recursive: true }).sort();
    await expect(startServer({ dataDir: stranger })).rejects.toThrow(/documents that the database does not know/);
    expect(readdirSync(path.join(stranger, "blobs"), { recursive: true }).sort()).toEqual(before);
  });

  test("restarts Postgres when it alone is killed @exhaustive", async () => {
    const first = postgresBelow(server.dataDir);
    process.kill(first, "SIGKILL");
    await until(() => !isAlive(first));
    await until(async () => (await readiness(server)) === 200);
    expect(postgresBelow(server.dataDir)).not.toBe(first);
  });

  test("ends Postgres when killed, and starts again @exhaustive", async () => {
    const postgres = postgresBelow(server.dataDir);
    await server.kill();
    await until(() => !isAlive(postgres));
    server = await startServer({ dataDir: server.dataDir });
    expect(await readiness(server)).toBe(200);
  });

  test("starts at once after a kill, once even if two are started, and the other names it @exhaustive", async () => {
    const { dataDir } = server;
    await server.kill();
    const started = await Promise.allSettled([1, 2].map(() => startServer({ dataDir })));
    const winner = started.find((result) => result.status === "fulfilled")?.value;
    if (winner) server = winner;
    const refusals = started.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain(`process ${winner?.pid}. Stop it first`);
    expect(await readiness(server)).toBe(200);
  });

  test("keeps its secret readable by its own account only, and refuses one that others can read @exhaustive", async () => {
    const secret = path.join(server.dataDir, "secret");
    expect(statSync(secret).mode & 0o077).toBe(0);
    await server.kill();
    chmodSync(secret, 0o644);
    await expect(startServer({ dataDir: server.dataDir })).rejects.toThrow(/can be read by other accounts/);
  });
});

/** Uploads a document as the administrator. */
async function storeDocument({ origin, admin }: StartedServer): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}`;
  const response = await fetch(`${origin}/api/v1/file?name=Lease`, {
    method: "POST",
    headers: { authorization, "content-type": "application/pdf" },
    body: readFileSync("public/samples/lease.pdf"),
  });
  expect(response.ok).toBe(true);
}

describe("npm start", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-npm-"));
    await copyStartedData(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test("stops the server together with its own process, also when that is killed @exhaustive", async () => {
    const started = await startServer({ dataDir, byStart: true });
    const [server, postgres] = [serverOf(dataDir), postgresBelow(dataDir)];
    expect(server).not.toBe(started.pid);
    expect(readFileSync(`/proc/${String(server)}/environ`, "utf8")).toContain("MALLOC_ARENA_MAX=2");
    await started.stop({ keepData: true });
    expect([isAlive(server), isAlive(postgres)]).toEqual([false, false]);

    const killed = await startServer({ dataDir, byStart: true });
    const orphan = serverOf(dataDir);
    await killed.kill();
    await until(() => !isAlive(orphan));
  });

  test.each(["SIGTERM", "SIGKILL"] as const)(
    "ends the server and its Postgres on %s to npm @exhaustive",
    async (signal) => {
      const port = await freePort();
      const npm = spawn("npm", ["start"], {
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const running = path.join(dataDir, "running.json");
      await until(() => existsSync(running) || npm.exitCode !== null);
      const server = serverOf(dataDir);
      const postgres = postgresBelow(dataDir);
      npm.kill(signal);
      await until(() => !isAlive(server) && !isAlive(postgres));
    },
  );
});

// These run in order, from the first start on an empty folder to the end.
describe("a new server", () => {
  let server: StartedServer;
  let isLoggedIn: boolean;
  beforeAll(async () => {
    const port = await freePort();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-e2e-"));
    const starting = startServer({ port, dataDir });
    let hasFailed = false;
    starting.catch(() => (hasFailed = true));
    const origin = `http://localhost:${String(port)}`;
    await until(
      () =>
        hasFailed ||
        fetch(`${origin}/readyz`).then(
          (response) => response.status === 200,
          () => false,
        ),
    );
    const authorization = `Basic ${Buffer.from("admin@example.org:correct horse battery staple").toString("base64")}`;
    isLoggedIn = await fetch(`${origin}/api/v1/account/me`, { headers: { authorization } }).then(
      (response) => response.status === 200,
      () => false,
    );
    server = await starting;
  });
  afterAll(() => server.stop());

  test("lets the administrator log in as soon as /readyz returns 200", () => {
    expect(isLoggedIn).toBe(true);
  });

  test("gives every answer its own X-Request-Id, including pages and errors", async () => {
    const paths = ["/", "/no-such-page", "/api/v1/no-such-path", "/api/v1.0/no-such-path", "/healthz"];
    const ids = await Promise.all(
      paths.map(async (where) => (await fetch(`${server.origin}${where}`)).headers.get("x-request-id")),
    );
    expect(ids.every((id) => /^[0-9A-Z]{26}$/.test(id ?? ""))).toBe(true);
    expect(new Set(ids).size).toBe(paths.length);
  });

  test("responds to an unknown API path with a problem document, and to a wrong method with the allowed ones", async () => {
    const unknown = await fetch(`${server.origin}/api/v1/no-such-path`);
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(await unknown.json()).toMatchObject({
      code: "not_found",
      status: 404,
      requestId: unknown.headers.get("x-request-id"),
    });
    const wrong = await fetch(`${server.origin}/api/v1/file/list`, { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await wrong.json()).toMatchObject({ code: "method_not_allowed" });
  });

  test.each(["h2c", "websocket"])("ignores an offer to speak %s", async (protocol) => {
    const asking = request(`${server.origin}/healthz`, {
      headers: { connection: "Upgrade", upgrade: protocol },
    }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });

  test("responds to both spellings of the API alike", async () => {
    const bodies = await Promise.all(
      ["/api/v1", "/api/v1.0"].map(async (base) => {
        const response = await fetch(`${server.origin}${base}/file/list`);
        const text = (await response.text()).replaceAll(response.headers.get("x-request-id") ?? "-", "ID");
        return { status: response.status, type: response.headers.get("content-type"), text };
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.status).toBe(401);
  });

  test("finishes a running request after SIGTERM, exits with 0 and leaves no Postgres behind", async () => {
    const postgres = postgresBelow(server.dataDir);
    const body = JSON.stringify({ password: "x".repeat(64) });
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `POST /api/v1/account/reset/confirm HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    const [running] = (await once(socket, "data")) as [Buffer];
    expect(running.toString()).toMatch(/^HTTP\/1.1 100 /);
    const stopped = server.stop();
    await until(async () => (await readiness(server)) !== 200);
    socket.write(body);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 422 /);
    await stopped;
    expect([isAlive(server.pid), isAlive(postgres)]).toEqual([false, false]);
  });
});
