import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asc, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files, fileSegments, type File } from "@/db/schema/files";
import { auditEvents, type AuditEvent } from "@/db/views";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { compareMails, type MailTally } from "./compare-mails";
import type { OperationName } from "./journal";
import { compareTemplates } from "./roles-from-template";
import type { World } from "./world";

/** The event that an acknowledged operation adds to the audit trail. */
const eventOf: Record<Exclude<OperationName, "create" | "saveTemplate" | "deleteTemplate">, string> = {
  approve: "approved",
  read: "document.read",
  release: "file.released",
  edit: "file.changed",
  sign: "signed",
  decline: "declined",
  withdraw: "file.cancelled",
  delete: "file.deleted",
  expire: "file.expired",
};
/** Events that occur once per document, or once per signer. */
const once = ["file.created", "file.released", "file.completed", "file.cancelled", "file.deleted", "declined"];
const quietMs = 120_000;
const sampledPdfs = 12;

/**
 * Compares acknowledged operations with the database, the folder, the e-mails and the audit trails, once all jobs are
 * done.
 */
export async function compareWithJournal(world: World, db: Db): Promise<MailTally> {
  await untilQuiet(world, db);
  const rows = await db.select().from(files);
  const byName = grouped(rows, ({ name }) => name);
  const events = grouped(
    await db.select().from(auditEvents).orderBy(asc(auditEvents.fileId), asc(auditEvents.seq)),
    ({ fileId }) => fileId,
  );
  compareOperations(world, byName, events);
  for (const file of rows) compareTrail(world, file, events.get(file.id) ?? []);
  await compareFolder(world, db, rows);
  await compareTemplates(world, db);
  return compareMails(world, db);
}

/**
 * Waits until no jobs are left. Jobs that failed permanently, documents without their seal and waiting jobs count as
 * stuck when none finished for `quietMs`, so that a long backlog on a slow machine does not.
 */
async function untilQuiet(world: World, db: Db): Promise<void> {
  let endsAt = performance.now() + quietMs;
  let fewest = Infinity;
  for (;;) {
    const { rows } = await db.execute<{ kind: string; error: string | null; dead: boolean }>(
      sql`select kind, last_error as error, dead_at is not null as dead from outbox_jobs where done_at is null and (dead_at is not null or run_at < now() + interval '10 minutes')`,
    );
    const { rows: waiting } = await db.execute<{ name: string }>(
      sql`select name from files where status = 'signing_in_progress'`,
    );
    if (rows.length + waiting.length < fewest) {
      fewest = rows.length + waiting.length;
      endsAt = performance.now() + quietMs;
    }
    if ((rows.every(({ dead }) => dead) && waiting.length === 0) || performance.now() > endsAt) {
      for (const { kind, error, dead } of rows)
        world.journal.complain("stuck", `a job ${kind} ${dead ? "has failed" : "waits"}: ${error ?? "no error"}`);
      for (const { name } of waiting) world.journal.complain("stuck", `${name} waits for its seal`);
      return;
    }
    // Failed jobs wait for a growing backoff, which is skipped here.
    await db.execute(
      sql`update outbox_jobs set run_at = now() where done_at is null and dead_at is null and attempts > 0 and leased_until is null and run_at < now() + interval '10 minutes'`,
    );
    await sleep(500);
  }
}

function compareOperations(world: World, byName: Map<string, File[]>, events: Map<number, AuditEvent[]>): void {
  const signaturesOf = new Map(
    [
      ...grouped(
        world.journal.acknowledged.filter(({ operation }) => operation === "sign"),
        ({ document }) => document,
      ),
    ].map(([name, actions]) => [name, actions.length]),
  );
  for (const { operation, document } of world.journal.acknowledged) {
    const found = byName.get(document) ?? [];
    if (operation === "create") {
      if (found.length !== 1)
        world.journal.complain(
          found.length === 0 ? "lost" : "doubled",
          `${document} is there ${String(found.length)} times`,
        );
      continue;
    }
    if (operation === "saveTemplate" || operation === "deleteTemplate") continue;
    const trail = found.flatMap(({ id }) => events.get(id) ?? []);
    const told = operation === "sign" ? (signaturesOf.get(document) ?? 0) : 1;
    if (trail.filter(({ type }) => type === eventOf[operation]).length < told)
      world.journal.complain("lost", `${operation} of ${document} was acknowledged, and its trail does not know of it`);
  }
  const created = new Set(world.journal.acknowledged.map(({ document }) => document));
  for (const [name, found] of byName)
    if (!created.has(name) && found.length > 1)
      world.journal.complain("doubled", `${name} is there ${String(found.length)} times`);
}

function compareTrail(world: World, file: File, trail: readonly AuditEvent[]): void {
  const breakAt = trailBreaksAt(file, trail);
  if (breakAt !== null) world.journal.complain("lost", `the chain of ${file.name} breaks at ${String(breakAt)}`);
  const doubled = once.filter((type) => trail.filter((event) => event.type === type).length > 1);
  for (const act of ["signed", "approved", "document.read"]) {
    const people = trail.filter(({ type }) => type === act).map(({ data }) => data["signRequestId"]);
    if (new Set(people).size !== people.length) doubled.push(act);
  }
  if (doubled.length > 0) world.journal.complain("doubled", `${file.name} has twice: ${doubled.join(", ")}`);
  if (trail.some(({ type }) => type === "integrity.failed"))
    world.journal.complain("lost", `${file.name} is reported as damaged`);
}

/**
 * Every segment is stored in the folder unchanged, together they are the document, and other programs find its
 * signatures valid.
 */
async function compareFolder(world: World, db: Db, rows: readonly File[]): Promise<void> {
  const completed = rows.filter(({ status }) => status === "signed").map(({ id }) => id);
  const sampled = new Set(
    completed.filter((_, index) => index % Math.max(1, Math.floor(completed.length / sampledPdfs)) === 0),
  );
  for (let at = 0; at < rows.length; at += 200) {
    const some = rows.slice(at, at + 200);
    const segments = grouped(
      await db
        .select()
        .from(fileSegments)
        .where(
          inArray(
            fileSegments.fileId,
            some.map(({ id }) => id),
          ),
        )
        .orderBy(asc(fileSegments.position)),
      ({ fileId }) => fileId,
    );
    for (const file of some) {
      const content = (segments.get(file.id) ?? []).filter(({ role }) => role === "content");
      if (content.length === 0 && file.status === "deleted") continue;
      const paths = content.map(({ sha256 }) => path.join(world.dataDir, "blobs", file.uuid, sha256));
      const bytes = paths.every((blob) => existsSync(blob))
        ? Buffer.concat(paths.map((blob) => readFileSync(blob)))
        : null;
      if (!bytes || sha256Hex(bytes) !== file.sha256)
        world.journal.complain("lost", `the bytes of ${file.name} are not those of its row`);
      else if (sampled.has(file.id) && pdfsig(bytes).some(({ isValid }) => !isValid))
        world.journal.complain("lost", `pdfsig finds a signature of ${file.name} invalid`);
    }
  }
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
