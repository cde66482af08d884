import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startServer, type StartedServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const servers: StartedServer[] = [];
const connections: pg.Client[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.end().catch(() => undefined);
  for (const server of servers.splice(0).reverse()) await server.stop();
});

/** A separate connection to the embedded database. */
async function connectTo({ dataDir }: StartedServer): Promise<pg.Client> {
  const socketDir = readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim();
  const client = new pg.Client({ host: socketDir, user: "app", password, database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  connections.push(client);
  return client;
}

/** Holds up storing the answer, which follows the commit, so that the server can be killed in between. */
const holdUp = `
  create function hold_up() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
  create trigger hold_up before update on idempotency_keys for each row when (new.sealed_answer is not null) execute function hold_up();`;

test("does the work once when killed between commit and answer, and repeats the response to the repeated request after a restart @exhaustive", async () => {
  const killed = await startServer();
  servers.push(killed);
  const body = JSON.stringify({
    file: { base64: makePdf({ pages: [{}] }).toString("base64") },
    name: "Lease",
    users: [{ email: "ana@example.org" }],
    status: 1,
  });
  const authorization = `Basic ${Buffer.from(`${killed.admin.email}:${killed.admin.password}`).toString("base64")}`;
  const create = (origin: string): Promise<Response> =>
    fetch(`${origin}/api/v1/request-signature`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": "lost" },
      body,
    });

  const before = await connectTo(killed);
  await before.query(`${holdUp} select pg_advisory_lock(4711);`);
  const lost = create(killed.origin).then(
    (response) => response.status,
    () => "no answer",
  );
  await expect
    .poll(
      async () => (await before.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
      {
        timeout: 20_000,
      },
    )
    .toBe(1);
  const done = await before.query("select from idempotency_keys where done_at is not null and sealed_answer is null");
  expect(done.rowCount).toBe(1);
  await killed.kill();
  expect(await lost).toBe("no answer");

  const next = await startServer({ dataDir: killed.dataDir });
  servers.push(next);
  const after = await connectTo(next);
  await after.query("drop trigger hold_up on idempotency_keys");
  const answered = await create(next.origin);
  const { uuid } = (await answered.json()) as { uuid: string };
  expect([answered.status, answered.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  const files = await after.query<{ uuid: string }>("select uuid from files where name = 'Lease'");
  expect(files.rows.map((row) => row.uuid)).toEqual([uuid]);
  const mails = await after.query(
    "select from outbox_jobs where kind = 'notification' and payload ->> 'template' = 'invitation'",
  );
  expect(mails.rowCount).toBe(1);
});
