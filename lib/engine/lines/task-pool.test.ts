import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { startTaskPool, type TaskPool } from "./task-pool";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "./waiting-line";

// Misbehaving tasks, in the plain form that worker-task.ts gives to every task.
const source = `
import { threadId } from "node:worker_threads";
const task = (work) => async ({ input, port }) => {
  port.postMessage({ kind: "started", threadId });
  try { return { ok: true, output: await work(input, port) } }
  catch (error) { return { ok: false, error: { kind: "pdf", code: "damaged", detail: error.message } } }
  finally { port.close() }
};
export const echo = task((input) => input);
export const refuse = task(() => { throw new Error("bad bytes") });
export const spin = task(() => { for (;;); });
export const hog = task(() => { const all = []; for (;;) all.push(new Array(1e5).fill({})); });
export const exit = task(() => { process.exit(1); });
export const askCms = task((input, port) => new Promise((resolve) => {
  port.once("message", ({ cms }) => resolve(cms && Buffer.from(cms).toString()));
  port.postMessage({ kind: "digest", digest: new TextEncoder().encode(input) });
}));
`;
const folder = mkdtempSync(path.join(tmpdir(), "paraph-pool-"));
const workerPath = path.join(folder, "worker.mjs");
writeFileSync(workerPath, source);

/** Every thread started in this process, so that a test can terminate them from outside. */
const started = new Set<Worker>();
process.on("worker", (worker) => started.add(worker));
async function endThreads(): Promise<void> {
  const ended = [...started];
  started.clear();
  await Promise.all(ended.map((worker) => worker.terminate()));
}

const pools: TaskPool[] = [];
function start(threads: number, tasksPerThread: number, maxWaiting = 64, idleMs?: number): TaskPool {
  const pool = startTaskPool({
    bundleOf: () => workerPath,
    threads,
    tasksPerThread,
    maxWaiting,
    timeoutError: (task) => new PdfError("too_large", task),
    ...(idleMs !== undefined && { idleMs }),
  });
  pools.push(pool);
  return pool;
}
/** Simulates an otherwise idle machine: one second of CPU time per second. */
beforeEach(() => {
  vi.spyOn(process, "cpuUsage").mockImplementation((before) => ({
    user: performance.now() * 1000 - (before?.user ?? 0),
    system: 0,
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rmSync(folder, { recursive: true }));

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => (error instanceof PdfError ? error.code : String(error)),
  );

describe("the task pool", () => {
  test("returns a refusal as the original PdfError", async () => {
    await expect(start(1, 1).run("refuse", null, { limitMs: 1000 })).rejects.toMatchObject({
      name: "PdfError",
      code: "damaged",
      detail: "bad bytes",
    });
  });

  test("ends a task at its time limit and continues with the next", async () => {
    const pool = start(1, 1);
    const [spun, echoed] = await Promise.all([
      codeOf(pool.run("spin", null, { limitMs: 200 })),
      pool.run("echo", "after", { limitMs: 1000 }),
    ]);
    expect([spun, echoed]).toEqual(["too_large", "after"]);
  });

  test("does not count time in the queue @exhaustive", async () => {
    const pool = start(1, 1);
    const first = codeOf(pool.run("spin", null, { limitMs: 600 }));
    const second = codeOf(pool.run("echo", 1, { limitMs: 100 }));
    expect(await Promise.all([first, second])).toEqual(["too_large", null]);
  });

  test("ends a task that exhausts its thread's memory and keeps working @exhaustive", async () => {
    const pool = start(1, 1);
    expect(await codeOf(pool.run("hog", null, { limitMs: 20_000 }))).toBe("too_large");
    expect(await pool.run("echo", "alive", { limitMs: 1000 })).toBe("alive");
  });

  test("restarts a task that lost its thread because of another one @exhaustive", async () => {
    const pool = start(1, 2);
    let calls = 0;
    const waiting = pool.run("askCms", "digest", {
      limitMs: 5000,
      makeCms: async () => {
        calls += 1;
        return calls === 1 ? new Promise<never>(() => undefined) : Buffer.from("signed");
      },
    });
    await expect.poll(() => calls).toBe(1);
    const spun = codeOf(pool.run("spin", null, { limitMs: 200 }));
    expect(await Promise.all([waiting, spun])).toEqual(["signed", "too_large"]);
    expect(calls).toBe(2);
  });

  test("runs a task while others on the same thread wait for their CMS", async () => {
    const pool = start(1, 8);
    const gate: (() => void)[] = [];
    const opened = new Promise<void>((resolve) => gate.push(resolve));
    const makeCms = async (digest: Buffer) => {
      await opened;
      return Buffer.from(`cms of ${digest.toString()}`);
    };
    const waiting = ["a", "b", "c"].map((digest) => pool.run("askCms", digest, { limitMs: 5000, makeCms }));
    expect(await pool.run("echo", "meanwhile", { limitMs: 1000 })).toBe("meanwhile");
    gate.forEach((open) => open());
    expect(await Promise.all(waiting)).toEqual(["cms of a", "cms of b", "cms of c"]);
  });

  test("passes an error of the CMS callback to the caller as the same object", async () => {
    const refusal = new Error("wrong signing password");
    const attempt = start(1, 1).run("askCms", "digest", { limitMs: 1000, makeCms: () => Promise.reject(refusal) });
    // The task itself returns null without an error; the caller must still receive the failure.
    await expect(attempt).rejects.toBe(refusal);
  });

  test("refuses tasks beyond the queue limit @exhaustive", async () => {
    const pool = start(1, 1, 1);
    const attempts = Array.from({ length: 6 }, () =>
      pool.run("spin", null, { limitMs: 300 }).catch((error: unknown) => error),
    );
    const errors = await Promise.all(attempts);
    expect(errors.some((error) => error instanceof EngineBusyError)).toBe(true);
  });

  test.each([1, 8])("retries a task once whose thread ended, with %i tasks a thread", async (tasksPerThread) => {
    const pool = start(1, tasksPerThread);
    let calls = 0;
    const makeCms = async () => {
      calls += 1;
      if (calls === 1) await endThreads();
      return Buffer.from("signed");
    };
    expect(await pool.run("askCms", "digest", { limitMs: 5000, makeCms })).toBe("signed");
    expect(calls).toBe(2);
  });

  test("ends idle threads after a while, and starts them again for the next task @exhaustive", async () => {
    const pool = start(2, 1, 8, 50);
    started.clear();
    expect(await pool.run("echo", "first", { limitMs: 5000 })).toBe("first");
    const first = [...started];
    // An ended thread has the id -1.
    await vi.waitFor(() => expect(first.map(({ threadId }) => threadId)).toEqual([-1, -1]), { timeout: 5000 });
    expect(started.size).toBe(2);
    expect(await pool.run("echo", "second", { limitMs: 5000 })).toBe("second");
    expect(started.size).toBe(4);
  });

  test("keeps its threads while a task outlasts the idle time @exhaustive", async () => {
    const [pool, other] = [start(1, 1, 8, 50), start(1, 1, 8, 50)];
    await pool.run("echo", null, { limitMs: 5000 });
    const own = [...started].at(-1);
    started.clear();
    const makeCms = async () => {
      await other.run("echo", null, { limitMs: 5000 });
      // The other pool became idle after this task began, so its end shows that the idle time is over.
      await vi.waitFor(() => expect([...started].map(({ threadId }) => threadId)).toEqual([-1]), { timeout: 5000 });
      return Buffer.from("signed");
    };
    expect(await pool.run("askCms", "digest", { limitMs: 15_000, makeCms })).toBe("signed");
    expect(own?.threadId).toBeGreaterThan(0);
    expect(started.size).toBe(1);
  });

  test("reports a timeout, not a bad file, when the process got no CPU time @exhaustive", async () => {
    const pool = start(1, 1);
    const usage = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
    await expect(pool.run("spin", null, { limitMs: 200 })).rejects.toBeInstanceOf(EngineTimeoutError);
    usage.mockRestore();
  });

  test("does not blame the file for threads ended from outside @exhaustive", async () => {
    const pool = start(1, 1);
    const attempt = pool.run("askCms", "digest", {
      limitMs: 5000,
      makeCms: async () => {
        await endThreads();
        return Buffer.from("late");
      },
    });
    await expect(attempt).rejects.toBeInstanceOf(EngineLostError);
    await expect(pool.run("exit", null, { limitMs: 5000 })).rejects.toBeInstanceOf(EngineLostError);
    expect(await pool.run("echo", "alive", { limitMs: 5000 })).toBe("alive");
  });

  test("recovers after all its threads ended, idle, busy, and while they started, in 15 rounds @exhaustive", async () => {
    const pool = start(2, 1);
    for (let round = 0; round < 15; round++) {
      const waiting = Array.from({ length: 4 }, (_, index) =>
        pool.run("echo", index, { limitMs: 5000 }).catch((error: unknown) => error),
      );
      await endThreads();
      for (const outcome of await Promise.all(waiting))
        expect(typeof outcome === "number" || outcome instanceof EngineLostError).toBe(true);
    }
    expect(
      await Promise.all(Array.from({ length: 8 }, (_, index) => pool.run("echo", index, { limitMs: 5000 }))),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
