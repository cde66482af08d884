import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, openDatabase } from "@/scripts/connect-database";
import { apiClient, type ApiClient } from "./api-client";
import { expectStatus, signPassword, waitFor, waitUntilSigned, type FileAnswer } from "./journey";
import { startServer, type StartedServer } from "./server";
import { unboundedRates } from "./unbounded-rates";
import { fixtureFile, fixturePassphrase, fixtureSecret, preRelease, readFacts } from "./upgrade/fixture";

const run = promisify(execFile);
const facts = readFacts(preRelease);
let dataDir: string;
let server: StartedServer;
let api: ApiClient;
let receiver: Receiver;
let restored: string;

/** The data of an instance from before the first release under this version: restored, migrated, and served. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-upgrade-"));
  const { stdout } = await command("restore", [fixtureFile(preRelease)]);
  restored = stdout;
  receiver = await startReceiver();
  await adaptToTest(receiver.port);
  server = await startServer({
    dataDir,
    env: {
      APP_SECRET: fixtureSecret,
      LIMITS: JSON.stringify(unboundedRates),
      OUTBOUND_ALLOW: `127.0.0.1:${String(receiver.port)}`,
    },
  });
  api = apiClient(server.origin);
}, 180_000);
afterAll(async () => {
  await server?.stop();
  receiver?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function command(name: "backup" | "restore", args: string[], env: Record<string, string> = {}) {
  return run(process.execPath, ["scripts/run.mjs", `scripts/${name}.ts`, ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      APP_SECRET: fixtureSecret,
      BACKUP_PASSPHRASE: fixturePassphrase,
      ...env,
    },
  });
}

async function onDatabaseOf(folder: string, ...statements: string[]): Promise<void> {
  const database = await openDatabase(folder);
  try {
    const client = await connectDatabase(database.url);
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

/** The Postgres of a server that has just ended may still be shutting down, on a busy machine for seconds. */
async function onDatabaseLeftBy(folder: string, statement: string): Promise<void> {
  await waitFor(
    () =>
      onDatabaseOf(folder, statement).then(
        () => true,
        (error: unknown) => {
          if ((error as { code?: string }).code === cannotConnectNow) return undefined;
          throw error;
        },
      ),
    "the database to be open",
  );
}
const cannotConnectNow = "57P03";

/**
 * Moves the deadline of the open document, because the fixture ages. Enables the webhook, which was disabled after 20
 * failures, and points it at the receiver's current port.
 */
const adaptToTest = (port: number): Promise<void> =>
  onDatabaseOf(
    dataDir,
    `update webhook_endpoints set url = 'http://127.0.0.1:${String(port)}/', disabled_at = null, disabled_reason = null, failures_in_row = 0 where id = ${String(facts.webhook.id)}`,
    `update files set expires_at = now() + interval '30 days' where uuid = '${facts.open.uuid}'`,
    "delete from outbox_jobs where kind = 'expire' and done_at is null",
  );

interface Receiver {
  port: number;
  received: { headers: Record<string, string>; body: string }[];
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const http = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return { port: (http.address() as AddressInfo).port, received, close: () => http.close() };
}

/** Simulates a database that a later version has migrated. */
async function expectDowngradeRefused(folder: string): Promise<void> {
  const later = 4_102_444_800_000;
  await onDatabaseLeftBy(
    folder,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', ${later})`,
  );
  await expect(startServer({ dataDir: folder })).rejects.toThrow("A newer version of Paraph has changed this database");
  await onDatabaseLeftBy(folder, `delete from drizzle.__drizzle_migrations where created_at = ${later}`);
}

const show = (uuid: string) =>
  api.call<FileAnswer & { sha256: string }>("GET", `/file/validate/uuid/${uuid}`, { as: facts.token });

test("restores every document of the older version completely, which its token can still read", async () => {
  expect(restored).toContain("Documents checked: 4.");
  expect(restored).not.toMatch(/^document /m);
  const states = await Promise.all(
    [facts.draft, facts.completed.uuid, facts.declined, facts.open.uuid].map(
      async (uuid) => (await show(uuid)).body.status,
    ),
  );
  expect(states).toEqual([0, 3, 6, 2]);
  expect((await show(facts.completed.uuid)).body.sha256).toBe(facts.completed.sha256);
});

test("checks old bundles offline: chain, evidence and signatures @exhaustive", async () => {
  const bundle = path.join(dataDir, "bundle.zip");
  const bytes = await api.bytes(`/file/${facts.completed.uuid}/bundle`, facts.token);
  await writeFile(bundle, bytes);
  const checked = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/verify.ts", bundle], { encoding: "utf8" });
  expect([checked.status, checked.stdout.slice(0, 4000)]).toEqual([0, expect.any(String)]);
});

test("still signs through a link mailed before the upgrade, and sends the old webhook the event under its old secret", async () => {
  expectStatus(
    await api.call("POST", `/sign/uuid/${facts.open.link}`, { as: facts.open.bo, json: { password: signPassword } }),
    200,
    "sign",
  );
  await waitUntilSigned(api, facts.admin, facts.open.uuid);
  const delivery = await waitFor(
    async () => receiver.received.find(({ body }) => body.includes("file.signed") && body.includes(facts.open.uuid)),
    "the webhook",
  );
  expect(new Webhook(facts.webhook.secret).verify(delivery.body, delivery.headers)).toMatchObject({
    data: { uuid: facts.open.uuid },
  });
});

test("backs up the upgraded instance while it serves, restores it elsewhere, and is refused by an older version @exhaustive", async () => {
  const file = path.join(dataDir, "after.paraph");
  await command("backup", [file]);
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), "paraph-elsewhere-"));
  try {
    const { stdout } = await command("restore", [file], { DATA_DIR: elsewhere, APP_SECRET: "" });
    expect(stdout).toContain("Documents checked: 4.");
    const again = await command("restore", [file], { DATA_DIR: elsewhere, APP_SECRET: "" }).catch(
      (error: unknown) => error,
    );
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
    await expectDowngradeRefused(elsewhere);
    const second = await startServer({ dataDir: elsewhere });
    try {
      expect(await apiClient(second.origin).bytes(`/file/${facts.completed.uuid}/content`, facts.token)).toHaveLength(
        (await api.bytes(`/file/${facts.completed.uuid}/content`, facts.token)).length,
      );
    } finally {
      await second.stop();
    }
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});
