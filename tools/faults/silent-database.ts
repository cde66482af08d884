import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startStallingProxy } from "@/db/testing/stalling-proxy";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { create } from "./operations";
import { makeWorld, type World } from "./world";

export interface SilenceFigures {
  /** The slowest call during the silence, and the time from its end to the first successful call, in milliseconds. */
  slowestMs: number;
  recoveryMs: number;
  answers: string[];
  world: World;
}

const callers = 12;
const mostMs = 6000;
const mostRecoveryMs = 1000;

/**
 * The network to the database drops all packets for some seconds: calls must be answered with 503 in time, and succeed
 * again afterwards.
 */
export async function silentDatabase(): Promise<SilenceFigures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-faults-db-"));
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: folder });
  const url = new URL(postgres.url);
  const proxy = await startStallingProxy({
    path: `${url.searchParams.get("host") ?? ""}/.s.PGSQL.${url.port || "5432"}`,
  });
  const world = await makeWorld({
    DATABASE_URL: `postgres://${url.username}:${url.password}@127.0.0.1:${String(proxy.port)}${url.pathname}`,
  });
  try {
    await create(world, "Before the silence", { status: 1 });
    proxy.stall();
    const calls = await Promise.all(Array.from({ length: callers }, (_, index) => timed(world, index)));
    proxy.resume();
    const resumedAt = performance.now();
    while ((await timed(world, 0)).status !== 200 && performance.now() - resumedAt < 30_000) await sleep(20);
    const figures = {
      slowestMs: Math.max(...calls.map(({ ms }) => ms)),
      recoveryMs: performance.now() - resumedAt,
      answers: [...new Set(calls.map(({ status }) => String(status)))],
      world,
    };
    complain(figures);
    await create(world, "After the silence", { status: 1 });
    return figures;
  } finally {
    await world.end();
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function complain({ slowestMs, recoveryMs, answers, world }: SilenceFigures): void {
  if (answers.join() !== "503")
    world.journal.complain("serverErrors", `calls to a silent database answered ${answers.join(", ")}`);
  if (slowestMs > mostMs)
    world.journal.complain("stuck", `a call to a silent database took ${slowestMs.toFixed(0)} ms`);
  if (recoveryMs > mostRecoveryMs)
    world.journal.complain("stuck", `the service answered ${recoveryMs.toFixed(0)} ms after its database was back`);
}

async function timed({ origin, admin }: World, index: number): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const headers = { authorization: `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}` };
  const paths = ["/api/v1/file/list", "/api/v1/account/me", "/readyz"];
  const response = await fetch(`${origin}${paths[index % paths.length] ?? ""}`, {
    headers,
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  return {
    status: response?.status === 503 && !response.headers.has("retry-after") ? 500 : (response?.status ?? 0),
    ms: performance.now() - startedAt,
  };
}
