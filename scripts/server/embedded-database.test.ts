import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbeddedDatabase, runningFile, type EmbeddedDatabase } from "./embedded-database";

let dataDir: string;
let held: EmbeddedDatabase;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-held-"));
  held = await openEmbeddedDatabase(process.cwd(), dataDir);
});
afterEach(async () => {
  await held.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function secondStart(): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase(process.cwd(), dataDir);
}

test("a second server is told which process holds the data, and where that one serves", async () => {
  await writeFile(runningFile(dataDir), JSON.stringify({ pid: process.pid, url: "http://localhost:3000" }));
  await expect(secondStart()).rejects.toThrow(`already runs on ${dataDir}: http://localhost:3000, process ${process.pid}. Stop it first`);
});

test("what a killed server left behind about itself is never told as the one that runs", async () => {
  const killed = spawn(process.execPath, ["-e", ""]);
  await writeFile(runningFile(dataDir), JSON.stringify({ pid: killed.pid, url: "http://localhost:3999" }));
  await expect(secondStart()).rejects.toThrow(`already runs on ${dataDir}: process ${process.pid}. Stop it first`);
});
