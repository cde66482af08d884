import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connect } from "@/db/client";
import { files } from "@/db/schema/files";
import { auditCallers, auditPersonalValues } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { withRequest, type Ctx } from "@/lib/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { appendAuditEvent } from "./append";
import { eventHash, genesis, saltedHash, type ChainedEvent } from "./chain";
import { readTrail, trailBreaksAt } from "./trail";

const db = useRolledBackDatabase();
const context = useTestContext();
const fileUuid = "0195f3a2-7c1e-4b1a-9d2e-4f3c2b1a0d9e";
const originalSha256 = "ab".repeat(32);
const lastOldMigration = 12;

async function trailOf(ctx: Ctx, fileId: number) {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) throw new Error("a file");
  const trail = await readTrail(ctx, fileId);
  return { trail, breaksAt: trailBreaksAt(file, trail) };
}

describe("who acted, stored once for many events", () => {
  test("is taken again for the same person, place and proof, over requests, and the chain holds", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    const before = await ctx.db.select().from(auditCallers).where(eq(auditCallers.fileId, file.id));
    const again = withRequest(ctx, { id: "another-request", address: "192.0.2.1", userAgent: "test" });
    await appendAuditEvent(again, actor, file.id, { type: "file.downloaded" });
    expect(await ctx.db.select().from(auditCallers).where(eq(auditCallers.fileId, file.id))).toEqual(before);
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(trail.map(({ net }) => net["request"])).toEqual([
      ...trail.slice(1).map(() => "test-request"),
      "another-request",
    ]);
    expect(new Set(trail.map(({ actor: { email } }) => email)).size).toBe(1);
  });

  test("is another one from another address, by another proof, and for who names nobody in another request", async () => {
    const ctx = context(db());
    const { file, requester, actor } = await makeRequest(ctx);
    const from = (id: string, address: string) => withRequest(ctx, { id, address, userAgent: "test" });
    await appendAuditEvent(from("r1", "192.0.2.9"), actor, file.id, { type: "file.downloaded" });
    await appendAuditEvent(from("r2", "192.0.2.1"), { ...actingAs(requester), proof: "token" }, file.id, {
      type: "file.downloaded",
    });
    for (const id of ["r3", "r3", "r4"])
      await appendAuditEvent(from(id, "192.0.2.1"), { kind: "public" }, file.id, { type: "link.opened" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(trail.slice(-5).map(({ caller }) => caller)).toEqual([1, 2, 3, 3, 4]);
  });

  test("is not taken again once its values were erased", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    await ctx.db.delete(auditPersonalValues).where(eq(auditPersonalValues.fileId, file.id));
    await appendAuditEvent(ctx, actor, file.id, { type: "file.downloaded" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect([breaksAt, trail.at(-1)?.caller]).toEqual([null, 1]);
    expect(await ctx.db.select().from(auditPersonalValues).where(eq(auditPersonalValues.fileId, file.id))).toHaveLength(
      3,
    );
  });
});

describe("a trail that was written before there were callers", () => {
  const name = `old_${randomBytes(6).toString("hex")}`;
  let url = "";
  let folder = "";
  beforeAll(async () => {
    await query(inject("postgresUrl"), `create database ${name}`);
    url = new URL(`/${name}${new URL(inject("postgresUrl")).search}`, inject("postgresUrl")).href;
    folder = mkdtempSync(path.join(os.tmpdir(), "paraph-migrations-"));
    cpSync("db/migrations", folder, { recursive: true });
    const file = path.join(folder, "meta", "_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { idx: number }[] };
    writeFileSync(
      file,
      JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx <= lastOldMigration) }),
    );
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await query(inject("postgresUrl"), `drop database ${name} with (force)`);
  });

  test("verifies after the migration, with the same events, hashes and personal values, and goes on", async () => {
    await migrateTo(url, folder);
    const events = oldEvents();
    await writeOldRows(url, events);
    await migrateTo(url, "db/migrations");
    const connection = connect(url);
    try {
      const ctx = context(connection.db);
      const { trail, breaksAt } = await trailOf(ctx, 1);
      expect(breaksAt).toBeNull();
      expect(trail).toEqual(
        events.map(({ file: _file, at, ...event }) => ({ ...event, fileId: 1, at: new Date(at), caller: null })),
      );
      const [value] = await ctx.db.select().from(auditPersonalValues);
      expect(saltedHash(value?.salt.toString("hex") ?? "", value?.value ?? "")).toBe(trail[0]?.actor["email"]);
      await appendAuditEvent(ctx, actingAs(await makeAccount(ctx)), 1, { type: "file.downloaded" });
      expect((await trailOf(ctx, 1)).breaksAt).toBeNull();
      expect((await connection.pool.query("select public_id, data from event_log where sequence = 1")).rows).toEqual([
        { public_id: `evt_${"c".repeat(32)}`, data: { status: 0 } },
      ]);
    } finally {
      await connection.close();
    }
  });
});

/** Three events as version 0.1.0 chained them. */
function oldEvents(): (ChainedEvent & { hash: string })[] {
  let prev = genesis(fileUuid, originalSha256);
  return ["file.created", "element.created", "file.released"].map((type, seq) => {
    const event = {
      v: 1,
      file: fileUuid,
      seq,
      type,
      at: `2026-01-0${seq + 1}T00:00:00.000Z`,
      actor: { kind: "account", accountId: 1, email: saltedHash("ab".repeat(16), "ana@x.example") },
      auth: {},
      net: { request: `r${seq}`, address: saltedHash("cd".repeat(16), "192.0.2.7") },
      doc: seq === 0 ? { sha256: originalSha256 } : {},
      data: {},
      prev,
    };
    prev = eventHash(event);
    return { ...event, hash: prev };
  });
}

async function writeOldRows(url: string, events: readonly (ChainedEvent & { hash: string })[]): Promise<void> {
  await query(
    url,
    "insert into accounts (email, display_name, password_hash, role, made_by) values ('ana@x.example', 'Ana', '', 'requester', 'signup')",
  );
  await query(
    url,
    `insert into files (uuid, requester_id, name, pages, size, sha256, original_size, original_sha256) values ('${fileUuid}', 1, 'Lease', '[]', 1, '${originalSha256}', 1, '${originalSha256}')`,
  );
  for (const { file: _file, ...event } of events) {
    await query(
      url,
      `insert into audit_events (file_id, ${Object.keys(event).join(", ")}) values (1, ${Object.keys(event)
        .map((_, index) => `$${index + 1}`)
        .join(", ")})`,
      Object.values(event),
    );
  }
  await query(
    url,
    `insert into audit_personal_values (file_id, seq, path, salt, value) values (1, 0, 'actor.email', '${"ab".repeat(16)}', 'ana@x.example')`,
  );
  await query(
    url,
    `insert into events (public_id, account_id, position, file_id, sequence, type, at, data) values ('evt_${"c".repeat(32)}', 1, 1, 1, 1, 'file.created', now(), '{"status": 0}')`,
  );
}

async function migrateTo(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder }).finally(() => client.end());
}

async function query(url: string, text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}
