import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { jbig2Images, trappingImage } from "@/lib/engine/testing/bombs";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { isAlive } from "@/scripts/bootstrap/is-alive.mjs";
import { KillableChild, memorySignal } from "./child-process";
import { startChildren, type Children } from "./children";
import { EngineLostError, EngineTimeoutError } from "./waiting-line";

const distDir = path.resolve("dist");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-child-"));
afterAll(() => rmSync(folder, { recursive: true }));

const running: KillableChild[] = [];
function startChild(): KillableChild {
  const child = new KillableChild(distDir);
  running.push(child);
  return child;
}
afterEach(() => running.splice(0).forEach((child) => child.stop()));

let files = 0;
function stored(bytes: Buffer): SegmentPath {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
}

const imageBomb = (side: number): SegmentPath => stored(jbig2Images(side));

const firstPage = (segment: SegmentPath) => ({ segments: [segment], page: 1, widthPx: 200, format: "png" as const });

describe("the killable child", () => {
  test("refuses an image that would decode to gigabytes, and runs the next job in a fresh process @exhaustive", async () => {
    const child = startChild();
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 4000);
    const before = child.pid;
    for (const side of [30_000, 100_000]) {
      // The memory limit must end it, not the time limit, however busy this machine is.
      await expect(child.run("render", firstPage(imageBomb(side)), 50_000)).rejects.toMatchObject({
        name: "PdfError",
        code: "too_large",
      });
    }
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 4000);
    expect(child.pid).not.toBe(before);
  });

  test("is killed at the time limit of its job", async () => {
    const child = startChild();
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 4000);
    const stuck = child.pid ?? 0;
    await expect(child.run("render", firstPage(imageBomb(20_000)), 100)).rejects.toBeInstanceOf(EngineTimeoutError);
    await expectGone(stuck);
  });

  test("never gets the answer that an ended process had already sent to another job @exhaustive", async () => {
    const program = path.join(folder, "echo.mjs");
    writeFileSync(
      program,
      `process.on("message", ({ input }) => process.send({ ready: false, ok: true, output: input, spent: false }));
       process.on("disconnect", () => process.exit(0));
       process.send({ ready: true });`,
    );
    const child = new KillableChild(folder, { bundle: "echo.mjs", nodeOptions: [] });
    running.push(child);
    const ask = (page: number, limitMs: number) =>
      child.run("render", { ...firstPage({ path: "", size: 0 }), page }, limitMs);
    await ask(1, 60_000);
    const late = ask(2, 50);
    // The answer is in the pipe when the time is up, and this process reads it only after it has sent the next
    // request.
    await Promise.resolve();
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        const until = performance.now() + 500;
        while (performance.now() < until);
        resolve();
      });
    });
    const next = await late.then(
      () => "in time",
      () => ask(3, 60_000),
    );
    expect(next).toMatchObject({ page: 3 });
  });

  test("returns damaged after a crash, and is replaced", async () => {
    const child = startChild();
    const page = firstPage(stored(makePdf({ pages: [{}] })));
    await child.run("render", page, 4000);
    const job = child.run("render", firstPage(imageBomb(20_000)), 8000);
    process.kill(child.pid ?? 0, "SIGSEGV");
    await expect(job).rejects.toMatchObject({ code: "damaged" });
    expect((await child.run("render", page, 4000)).length).toBeGreaterThan(100);
  });

  test("returns damaged for a page that traps PDFium, and runs the next job in a fresh process @exhaustive", async () => {
    const child = startChild();
    await expect(child.run("render", firstPage(stored(trappingImage())), 8000)).rejects.toMatchObject({
      name: "PdfError",
      code: "damaged",
    });
    const trapped = child.pid;
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 8000);
    expect(child.pid).not.toBe(trapped);
  });

  test("gets no environment variables from the server", async () => {
    const child = startChild();
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 4000);
    const environment = spawnSync("cat", [`/proc/${child.pid}/environ`], { encoding: "utf8" })
      .stdout.split("\0")
      .map((entry) => entry.split("=")[0]);
    expect(
      environment.filter(
        (name) => name && !["NODE_ENV", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"].includes(name),
      ),
    ).toEqual([]);
  });

  test.each(["idle", "busy"])("ends when its parent is killed while %s @exhaustive", async (state) => {
    const job = state === "busy" ? { job: "render", input: firstPage(imageBomb(25_000)) } : null;
    const script = `
      const child = require("node:child_process").fork(${JSON.stringify(path.join(distDir, "pdf-child.mjs"))}, [], { serialization: "advanced" });
      const job = ${JSON.stringify(job)};
      child.once("message", () => {
        if (job) child.send(job);
        setTimeout(() => console.log(child.pid), 100);
      });`;
    const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", (text: Buffer) => resolve(Number(text.toString()))),
    );
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await expectGone(pid);
  });

  test("is killed by its watchdog above 400 MB @exhaustive", () => {
    const script = `
      const { Worker } = require("node:worker_threads");
      new Worker(${JSON.stringify(path.join(distDir, "pdf-watchdog.mjs"))}, { workerData: { parent: process.ppid, maxResidentBytes: 400e6 } });
      const all = [];
      setInterval(() => all.push(Buffer.alloc(10e6, 1)), 5);`;
    // Must also work if the parent ignores the signal, as under nohup.
    for (const prelude of ["", 'process.on("SIGUSR2", () => undefined);']) {
      expect(spawnSync(process.execPath, ["-e", prelude + script], { timeout: 20_000 }).signal).toBe(
        prelude ? "SIGKILL" : memorySignal,
      );
    }
  });

  test("returns too_large when its watchdog ends it", async () => {
    const child = startChild();
    await child.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 4000);
    const job = child.run("render", firstPage(imageBomb(20_000)), 8000);
    process.kill(child.pid ?? 0, memorySignal);
    await expect(job).rejects.toMatchObject({ name: "PdfError", code: "too_large" });
  });
});

describe("a job whose child is ended from outside @exhaustive", () => {
  const slowPage = () => firstPage(imageBomb(6_000));

  /** Ends every child that `children` have running, once each, `times` in all. */
  async function killNext(children: Children, times: number, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const killed = new Set<number>();
    while (killed.size < times) {
      const pid = children.pids().find((candidate) => !killed.has(candidate));
      if (pid !== undefined) process.kill(pid, signal);
      if (pid !== undefined) killed.add(pid);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test.each(["while it works", "while it starts"])("%s: is retried once by a fresh child", async (when) => {
    const children = startChildren(distDir, 1);
    if (when === "while it works") await children.run("render", firstPage(stored(makePdf({ pages: [{}] }))), 8000);
    const [before] = children.pids();
    const job = children.run("render", slowPage(), 8000);
    await killNext(children, 1);
    expect((await job).length).toBeGreaterThan(100);
    expect(children.pids()).not.toContain(before);
    children.close();
  });

  test("is unavailable after two losses, not a refusal of the file, and the next job succeeds", async () => {
    const children = startChildren(distDir, 1);
    const job = children.run("render", slowPage(), 8000);
    await Promise.all([killNext(children, 2), expect(job).rejects.toBeInstanceOf(EngineLostError)]);
    expect((await children.run("render", slowPage(), 8000)).length).toBeGreaterThan(100);
    children.close();
  });

  test("completes a repair over the first child's partial output", async () => {
    const children = startChildren(distDir, 1);
    const broken = stored(Buffer.concat([makePdf({ pages: [{}] }), Buffer.from("\ntrailing")]));
    const outputPath = `${broken.path}.repaired`;
    writeFileSync(outputPath, "half a file");
    const { size } = await children.run("repair", { segments: [broken], outputPath, maxBytes: 10_000_000 }, 8000);
    expect(readFileSync(outputPath)).toHaveLength(size);
    children.close();
  });

  test("is not retried when the pool is closed", async () => {
    const children = startChildren(distDir, 1);
    const job = children.run("render", slowPage(), 8000);
    await expect.poll(() => children.pids().length).toBe(1);
    children.close();
    await expect(job).rejects.toBeInstanceOf(EngineLostError);
    expect(children.pids()).toEqual([]);
  });
});

test("two children run concurrently, and all queued jobs are answered @exhaustive", async () => {
  const children = startChildren(distDir, 2);
  const page = firstPage(stored(makePdf({ pages: [{}] })));
  const images = await Promise.all(Array.from({ length: 12 }, () => children.run("render", page, 8000)));
  expect(new Set(images.map((image) => Buffer.from(image).toString("base64"))).size).toBe(1);
  expect(children.pids()).toHaveLength(2);
  children.close();
});

async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 5000, interval: 20 }).toBe(false);
}
