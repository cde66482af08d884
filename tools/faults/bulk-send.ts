import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { insist } from "./client";
import type { Random } from "./kills";
import { isDone, pdf } from "./operations";
import { databaseUrl, type World } from "./world";

const longestMs = 30 * 60_000;

export interface BulkFigures {
  rows: number;
  /** From the request to its answer. */
  queuedMs: number;
  kills: number;
  /** From the answer to the last row, restarts included. */
  sentSeconds: number;
}

/** Sends a bulk send while the server is killed at random moments, then checks that every row was sent once. */
export async function killDuringBulkSend(
  world: World,
  random: Random,
  { rows, kills }: { rows: number; kills: number },
): Promise<BulkFigures> {
  const { bulkSendId, queuedMs } = await startBulkSend(world, { rows });
  const startedAt = performance.now();
  // Spread over the whole bulk send, at a random moment within each part.
  const moments = Array.from({ length: kills }, (_, part) => Math.floor(((part + random()) / kills) * (rows - 1)));
  for (const moment of moments) {
    await untilSent(world, bulkSendId, moment);
    await sleep(500 * random());
    await world.server.kill();
    await world.restart();
  }
  await untilSent(world, bulkSendId, rows);
  const sentSeconds = (performance.now() - startedAt) / 1000;
  await withDatabase(world, (db) => compare(world, db, bulkSendId, rows));
  return { rows, queuedMs, kills, sentSeconds };
}

/**
 * A template of the administrator with `people` signers, and a bulk send from it. The signers of the first row are
 * `bulk1@example.org` and so on; those of the next rows continue the numbering.
 */
export async function startBulkSend(
  world: World,
  { rows, people = 1 }: { rows: number; people?: number },
): Promise<{ bulkSendId: number; queuedMs: number }> {
  const roles = Array.from({ length: people }, (_, n) => `Tenant ${n + 1}`);
  const template = await must(world, "/templates", {
    name: "Lease",
    file: { base64: pdf.toString("base64") },
    roles: roles.map((name) => ({ name, signMethod: "email" })),
    fields: roles.map((role) => ({
      role,
      type: "signature",
      coordinates: { page: 1, left: 72, top: 600, width: 150, height: 50 },
    })),
  });
  const header = [...roles.map((role) => `${role} e-mail`), "Document title"];
  const lines = Array.from({ length: rows }, (_, row) =>
    [...roles.map((_role, n) => `bulk${row * people + n + 1}@example.org`), `Lease ${row + 1}`].join(","),
  );
  const startedAt = performance.now();
  const bulkSendId = await must(world, `/templates/${template}/bulk-sends`, {
    csv: { text: [header.join(","), ...lines].join("\r\n") },
  });
  return { bulkSendId, queuedMs: performance.now() - startedAt };
}

async function must(world: World, path: string, json: unknown): Promise<number> {
  const reply = await insist(world.origin, world.journal, { method: "POST", path, as: world.admin, json });
  if (!isDone(reply) || typeof reply.body["id"] !== "number") throw new Error(`${path}: ${JSON.stringify(reply)}`);
  return reply.body["id"];
}

async function untilSent(world: World, id: number, wanted: number): Promise<void> {
  const endsAt = performance.now() + longestMs;
  let last = "";
  while (performance.now() < endsAt) {
    const reply = await insist(world.origin, world.journal, {
      method: "GET",
      path: `/bulk-sends/${id}`,
      as: world.admin,
    });
    const bulkSend = reply?.body as { state?: string; counts?: { sent: number; failed: number } } | undefined;
    last = JSON.stringify(bulkSend);
    if ((bulkSend?.counts?.sent ?? 0) >= wanted || bulkSend?.state === "completed") return;
    if (bulkSend?.state === "paused") break;
    await sleep(500);
  }
  world.journal.complain("stuck", `the bulk send did not reach ${wanted} rows: ${last}`);
}

/** Compares the database with the request: rows, documents, signers and invitations. */
async function compare({ journal }: World, db: Db, id: number, rows: number): Promise<void> {
  const { rows: people } = await db.execute<{ email: string; documents: number; invitations: number }>(sql`
    select wanted.email, count(distinct request.file_id)::int as documents, count(job.id)::int as invitations
    from (select 'bulk' || n || '@example.org' as email from generate_series(1, ${rows}::int) n) wanted
    left join sign_requests request on request.email = wanted.email
    left join outbox_jobs job on job.kind = 'notification' and (job.payload ->> 'signRequestId')::int = request.id
      and job.payload ->> 'template' = 'invitation'
    group by wanted.email`);
  for (const { email, documents, invitations } of people) {
    if (documents < 1 || invitations < 1)
      journal.complain("lost", `${email}: ${documents} documents, ${invitations} invitations`);
    if (documents > 1 || invitations > 1)
      journal.complain("doubled", `${email}: ${documents} documents, ${invitations} invitations`);
  }
  const { rows: counted } = await db.execute<{ sent: number; files: number; pointed: number }>(sql`
    select (select count(*)::int from bulk_rows where bulk_send_id = ${id} and state = 'sent') as sent,
      (select count(*)::int from files where status = 'able_to_sign') as files,
      (select count(distinct file_id)::int from bulk_rows where bulk_send_id = ${id}) as pointed`);
  const [{ sent, files, pointed } = { sent: 0, files: 0, pointed: 0 }] = counted;
  if (sent < rows || pointed < rows)
    journal.complain("lost", `${sent} rows are sent, ${pointed} of them have a document`);
  if (files > rows) journal.complain("doubled", `${files} documents were sent`);
}

async function withDatabase<Value>(world: World, work: (db: Db) => Promise<Value>): Promise<Value> {
  const connection = connect(databaseUrl(world.dataDir), 1);
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}
