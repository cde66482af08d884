import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { copyInto } from "@/lib/testing/made-once";
import { openEmbeddedPostgres } from "../embedded-postgres/open";
import { query } from "../embedded-postgres/testing/query";
import { migrateDatabase } from "../migrate-database";
import { openEmbeddedDatabase, runningFile, type EmbeddedDatabase } from "./embedded-database";

const newFolder = () => mkdtemp(path.join(os.tmpdir(), "paraph-held-"));
/** A stopped database, which each test copies. */
let used: string;
let dataDir: string;
let held: EmbeddedDatabase;

beforeAll(async () => {
  used = await newFolder();
  await (await openEmbeddedDatabase(process.cwd(), used)).stop();
});
afterAll(() => rm(used, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await newFolder();
  await copyInto(dataDir, used);
  held = await openEmbeddedDatabase(process.cwd(), dataDir);
});
afterEach(async () => {
  await held.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function secondStart(): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase(process.cwd(), dataDir);
}

test("reports the process that uses the data and its address when a second server starts @exhaustive", async () => {
  await writeFile(runningFile(dataDir), JSON.stringify({ pid: process.pid, url: "http://localhost:3000" }));
  await expect(secondStart()).rejects.toThrow(
    `already runs on ${dataDir}: http://localhost:3000, process ${process.pid}. Stop it first`,
  );
});

test("does not report a killed server's leftovers as a running server @exhaustive", async () => {
  const killed = spawn(process.execPath, ["-e", ""]);
  await writeFile(runningFile(dataDir), JSON.stringify({ pid: killed.pid, url: "http://localhost:3999" }));
  await expect(secondStart()).rejects.toThrow(`already runs on ${dataDir}: process ${process.pid}. Stop it first`);
});

test("makes the server the owner of its database, not a superuser", async () => {
  const [role] = await query(
    held.url,
    "select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user",
  );
  expect(Object.values(role ?? {})).toEqual([false, false, false, false, false]);
  expect(
    await query(held.url, "select datdba::regrole::text as owner from pg_database where datname = current_database()"),
  ).toEqual([{ owner: "paraph" }]);
  await expect(query(held.url, "copy (select 1) to program 'true'")).rejects.toThrow(/permission denied/);
  await expect(query(held.url, "select pg_read_file('postgresql.conf')")).rejects.toThrow(/permission denied/);
  await expect(query(held.url, "set session_replication_role = replica")).rejects.toThrow(/permission denied/);
});

test("runs every migration as that role @exhaustive", async () => {
  await migrateDatabase(held.url, process.cwd());
  const [applied] = await query(held.url, "select count(*)::int as count from drizzle.__drizzle_migrations");
  expect(applied?.["count"]).toBeGreaterThan(0);
  expect(
    await query(
      held.url,
      "select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' and c.relowner <> 'paraph'::regrole",
    ),
  ).toEqual([]);
});

test("takes over a database that an earlier version created as superuser, with all its objects @exhaustive", async () => {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  await query(
    postgres.url,
    `
    create schema drizzle; create table drizzle.applied (id serial primary key); create type mood as enum ('fine'); create sequence alone;
    create table kept (id serial primary key, mood mood); insert into kept (mood) values ('fine'); create view shown as select * from kept;
    create function answer() returns int language sql as 'select 42'`,
  );
  postgres.release();
  await held.stop();
  held = await secondStart();
  expect(await query(held.url, "insert into kept (mood) values ('fine') returning id")).toEqual([{ id: 2 }]);
  await query(
    held.url,
    "alter table kept add column more text; alter type mood add value 'better'; drop function answer(); drop sequence alone; drop table drizzle.applied; drop schema drizzle",
  );
  expect(await query(held.url, "select id from shown order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});
