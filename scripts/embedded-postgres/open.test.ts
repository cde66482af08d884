import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { copyInto } from "@/lib/testing/made-once";
import { isAlive } from "../bootstrap/is-alive.mjs";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "./open";
import { query } from "./testing/query";

const root = process.cwd();
const newFolder = () => mkdtemp(path.join(os.tmpdir(), "paraph-open-"));
/** A new database that was opened once and stopped. A copy takes much less time than another new one. */
let used: string;
let dataDir: string;
let opened: EmbeddedPostgres[];

beforeAll(async () => {
  used = await newFolder();
  await (await openEmbeddedPostgres({ root, dataDir: used })).stop();
});
afterAll(() => rm(used, { recursive: true, force: true }));

async function copyOfUsed(): Promise<string> {
  const folder = await newFolder();
  await copyInto(folder, used);
  return folder;
}

beforeEach(() => {
  opened = [];
});
afterEach(stopOpened);

async function stopOpened(): Promise<void> {
  for (const postgres of opened.splice(0)) await postgres.stop();
}

async function open(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ root, dataDir: folder });
  opened.push(postgres);
  return postgres;
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20);
}

describe("a data folder", () => {
  beforeEach(async () => {
    dataDir = await copyOfUsed();
  });
  afterEach(async () => {
    await stopOpened();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("keeps committed rows when stopped, and removes the socket folder @exhaustive", async () => {
    const first = await open();
    await query(first.url, "create table kept as select 7 as n");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(first.socketDir)).toBe(false);
    const second = await open();
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("recovers a killed Postgres with every committed row at the next start @exhaustive", async () => {
    const first = await open();
    await query(first.url, "create table kept as select 7 as n");
    process.kill(first.pid, "SIGKILL");
    await untilGone(first.pid);
    const second = await open();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
    expect(existsSync(first.socketDir)).toBe(false);
  });

  test("reports when Postgres ends by itself, and can start it again at the same address @exhaustive", async () => {
    const first = await open();
    const gone = new Promise<void>((resolve) => first.onGone(resolve));
    process.kill(first.pid, "SIGKILL");
    await gone;
    const second = await openEmbeddedPostgres({ root, dataDir, socketDir: first.socketDir });
    opened.push(second);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("shares one Postgres between two processes that open a new folder at once @exhaustive", async () => {
    const folder = await newFolder();
    try {
      const [first, second] = await Promise.all([open(folder), open(folder)]);
      expect(first.pid).toBe(second.pid);
      expect(await query(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
      await stopOpened();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("stops Postgres without leaving a socket when the process that started it is killed @exhaustive", async () => {
    const script = `
    const { openEmbeddedPostgres } = await import(process.argv[1]);
    const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: process.argv[2] });
    console.log(JSON.stringify({ pid: postgres.pid, socketDir: postgres.socketDir }));
    setInterval(() => undefined, 1000);
  `;
    const bundled = path.join(root, "dist", "embedded-postgres-open.mjs");
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, bundled, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const started = JSON.parse(line.toString()) as { pid: number; socketDir: string };
    expect(isAlive(started.pid)).toBe(true);
    child.kill("SIGKILL");
    await untilGone(started.pid);
    while (existsSync(started.socketDir)) await sleep(20);
  });
});

describe("a running Postgres @exhaustive", () => {
  let folder: string;
  let running: EmbeddedPostgres;
  beforeAll(async () => {
    folder = await copyOfUsed();
    running = await openEmbeddedPostgres({ root, dataDir: folder });
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("lets only the database's own account enter its folders", () => {
    expect(statSync(running.socketDir).mode & 0o077).toBe(0);
    expect(statSync(path.join(folder, "postgres")).mode & 0o077).toBe(0);
    expect(statSync(path.join(folder, "postgres.password")).mode & 0o077).toBe(0);
  });

  test("refuses a wrong password on the socket as well", async () => {
    const wrong = new URL(running.url);
    wrong.password = "wrong";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  test("is adopted by a second opener", async () => {
    const second = await openEmbeddedPostgres({ root, dataDir: folder });
    opened.push(second);
    expect(second.adopted).toBe(true);
    expect(second.pid).toBe(running.pid);
  });
});
