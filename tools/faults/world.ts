import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Person } from "@/e2e/api-client";
import { startServer, type StartedServer } from "@/e2e/server";
import { unboundedRates } from "@/e2e/unbounded-rates";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import { insist } from "./client";
import { Journal } from "./journal";

export const appSecret = "a secret of the faults bench, long enough for any server";
export const signPassword = "a quiet green harbour";

/** A server with its own data that can be killed and restarted at the same address, and its accounts. */
export interface World {
  origin: string;
  dataDir: string;
  admin: Person;
  /** Two accounts that may sign, with a signing password. */
  signers: [Person, Person];
  /** An account that reads and does not sign. */
  viewer: Person;
  server: StartedServer;
  journal: Journal;
  /** Restarts the server after a kill. */
  restart(): Promise<void>;
  /** Stops the server and removes its data. */
  end(): Promise<void>;
}

const limits = {
  ...unboundedRates,
  codeSendsPerNetworkPerHour: 1_000_000,
  signerCodesPerNetworkPerHour: 1_000_000,
  codeSendsPerHour: 1000,
  codeSendsPerDay: 1000,
  codeSendsPerRecipientPerDay: 1_000_000,
  codeSendIntervalSeconds: 1,
  invitedAddressesFirstDay: 1_000_000,
  invitedAddressesPerDay: 1_000_000,
  invitationsPerAddressPerDay: 1_000_000,
  bulkRows: 10_000,
};

export async function makeWorld(env: Record<string, string> = {}): Promise<World> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-faults-"));
  const port = await freePort();
  const threads = pathToFileURL(path.resolve("tools/faults/end-threads.mjs")).href;
  const start = () =>
    startServer({
      dataDir,
      port,
      env: {
        APP_SECRET: appSecret,
        LIMITS: JSON.stringify(limits),
        NODE_OPTIONS: `--import=${threads}`,
        LOG_LEVEL: "error",
        ...env,
      },
    });
  const server = await start();
  const journal = new Journal();
  const world: World = {
    origin: server.origin,
    dataDir,
    admin: server.admin,
    server,
    journal,
    signers: [
      { email: "ana@example.org", password: "harbour of the first signer" },
      { email: "bo@example.org", password: "harbour of the second signer" },
    ],
    viewer: { email: "vi@example.org", password: "harbour of the only viewer" },
    async restart() {
      world.server = await start();
    },
    async end() {
      await world.server.stop().catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const signer of [...world.signers, world.viewer]) {
    await must(world, "POST", "/admin/users", world.admin, {
      ...signer,
      displayName: signer.email.split("@")[0],
      emailProved: true,
      role: "signer",
    });
    if (signer !== world.viewer) await must(world, "POST", "/account/signature", signer, { signPassword });
  }
  return world;
}

async function must(world: World, method: string, where: string, as: Person, json: unknown): Promise<void> {
  const reply = await insist(world.origin, world.journal, { method, path: where, as, json });
  if (!reply || reply.status >= 300) throw new Error(`${method} ${where}: ${JSON.stringify(reply)}`);
}

/** How this process connects to the server's own Postgres. */
export function databaseUrl(dataDir: string): string {
  const socketDir = readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim();
  return `postgres://app:${encodeURIComponent(password)}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}
