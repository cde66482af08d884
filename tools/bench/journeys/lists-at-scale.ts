import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { inArray } from "drizzle-orm";
import { connect } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { apiClient } from "@/e2e/api-client";
import { expectStatus } from "@/e2e/journey";
import { startServer, type StartedServer } from "@/e2e/server";
import { pairStorage } from "@/lib/documents/storage/pair-storage";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { administrator, busyRequester, busySigner } from "@/tools/fill/accounts";
import { quantile } from "../web/figures";
import { makeCaller, type Caller } from "./keep-alive-client";
import { wideLimits } from "./wide-limits";

export interface Build {
  name: string;
  /** The built checkout. */
  root: string;
  /** A data folder that is filled on first use and not deleted. Null for a temporary one. */
  dataDir: string | null;
}

interface Row {
  name: string;
  as: string;
  targetMs: number;
  /** `turn` counts from 0, so that each call can use a different query. */
  path: (turn: number) => string;
}

const warmUp = 6;
const turns = 60;
const password = "lists measured by the bench";
const run = promisify(execFile);

/**
 * Lists, searches and marks over HTTP on databases of `documents` documents. Each build fills its own database, and
 * answers every request right after the other one.
 */
export async function printListsAtScale(documents: number, builds: readonly Build[]): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const build of builds) sides.push(await startFilled(build, documents));
    console.log(`\nLists with ${documents.toLocaleString("en")} documents, milliseconds\n`);
    console.log(`| requests | ${sides.map(({ name }) => `p50 ${name} | p99 ${name}`).join(" | ")} | target, p99 |`);
    console.log(`|---|${"---|".repeat(2 * sides.length + 1)}`);
    for (const row of rows(documents)) await printRow(row, sides);
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function printRow({ name, as, targetMs, path: pathOf }: Row, sides: readonly Side[]): Promise<void> {
  const taken = sides.map((): number[] => []);
  const supporting = await Promise.all(sides.map((side) => supports(side, as, pathOf(0))));
  for (let turn = 0; turn < warmUp + turns; turn += 1)
    for (const [place, { caller, tokens }] of sides.entries()) {
      if (supporting[place] === false) continue;
      const startedAt = performance.now();
      await caller.call("GET", pathOf(turn), tokens.get(as) ?? null);
      if (turn >= warmUp) taken[place]?.push(performance.now() - startedAt);
    }
  const cells = taken.map((times) =>
    times.length === 0 ? "– | –" : `${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.99).toFixed(1)}`,
  );
  const isMissed = quantile(taken.at(-1) ?? [], 0.99) > targetMs;
  console.log(`| ${name} | ${cells.join(" | ")} | ${String(targetMs)}${isMissed ? ", missed" : ""} |`);
}

/** An earlier build may not have the operation. */
async function supports({ origin, tokens }: Side, as: string, target: string): Promise<boolean> {
  const headers = { authorization: tokens.get(as) ?? "" };
  return (await fetch(`${origin}/api/v1${target}`, { headers })).status !== 404;
}

function rows(documents: number): readonly Row[] {
  const pages = Math.ceil((documents * 0.9) / 20);
  const list = (parameters: string) => `/file/list?length=20&${parameters}`;
  /** A number that few document names contain. */
  const rare = (turn: number) => Math.floor(documents / 3) + turn * 7;
  const [lists, searches] = [{ targetMs: 30 }, { targetMs: 60 }];
  return [
    { name: "list, first page", as: busyRequester, ...lists, path: () => list("page=1") },
    {
      name: "list, page in the middle",
      as: busyRequester,
      ...lists,
      path: (turn) => list(`page=${String(Math.max(1, (pages >> 1) - turn))}`),
    },
    { name: "list, last page", as: busyRequester, ...lists, path: () => list(`page=${String(pages)}`) },
    { name: "list of a signer, first page", as: busySigner, ...lists, path: () => list("page=1") },
    {
      name: "search by name, few found",
      as: busyRequester,
      ...searches,
      path: (turn) => list(`q=${String(rare(turn))}`),
    },
    {
      name: "search by signer's address",
      as: busyRequester,
      ...searches,
      path: (turn) => list(`q=person${String(turn * 5 + 40)}%40`),
    },
    {
      name: "search that finds nothing",
      as: busyRequester,
      ...searches,
      path: (turn) => list(`q=nowhere%20${String(turn)}`),
    },
    { name: "search that finds an eighth", as: busyRequester, ...searches, path: () => list("q=lease") },
    { name: "list mark of a requester", as: busyRequester, ...lists, path: () => "/file/list/mark" },
    { name: "dashboard of a requester", as: busyRequester, ...lists, path: () => "/file/dashboard" },
    { name: "dashboard of a signer", as: busySigner, ...lists, path: () => "/file/dashboard" },
    { name: "jobs of an administrator", as: administrator, ...lists, path: () => "/admin/jobs" },
  ];
}

interface Side {
  name: string;
  origin: string;
  caller: Caller;
  tokens: ReadonlyMap<string, string>;
  stop: () => Promise<void>;
}

async function startFilled({ name, root, dataDir: kept }: Build, documents: number): Promise<Side> {
  const dataDir = kept ?? (await mkdtemp(path.join(os.tmpdir(), "paraph-lists-")));
  const command = ["scripts/run.mjs", "tools/fill-database.ts", `--documents=${String(documents)}`];
  if (!existsSync(path.join(dataDir, "postgres")))
    await run(process.execPath, command, { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });
  await prepare(dataDir);
  const server = await startServer({ root, dataDir, env: { LIMITS: wideLimits(root) } });
  const caller = makeCaller(server.origin);
  return {
    name,
    origin: server.origin,
    caller,
    tokens: await makeTokens(server),
    async stop() {
      caller.close();
      await server.stop({ keepData: kept !== null });
      if (kept === null) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Gives the accounts a password. The rows refer to documents that are not stored, so that a server would refuse to
 * start with them.
 */
async function prepare(dataDir: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const connection = connect(postgres.url);
  const blobs = folderBlobStore(path.join(dataDir, "blobs"));
  try {
    await connection.db
      .update(accounts)
      .set({ passwordHash: await makePasswordHasher().hash(password) })
      .where(inArray(accounts.email, [busyRequester, busySigner, administrator]));
    await pairStorage(connection.db, blobs, { force: true });
  } finally {
    await blobs.close();
    await connection.close();
    await postgres.stop();
  }
}

async function makeTokens({ origin }: StartedServer): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  for (const email of [busyRequester, busySigner, administrator]) {
    const { token } = expectStatus(
      await apiClient(origin).call<{ token: string }>("POST", "/account/tokens", {
        as: { email, password },
        json: { name: "bench", scopes: ["read"] },
      }),
      200,
      "token",
    );
    tokens.set(email, `Bearer ${token}`);
  }
  return tokens;
}
