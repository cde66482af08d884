import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { migrateDatabase } from "@/scripts/migrate-database";
import { shareFolder } from "@/tools/test-runs/run-tests.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The server of this run; its database `template` has the schema and a single row, the setting that signers need an
     * account.
     */
    postgresUrl: string;
  }
}

/** A test's database dies with the run, so nothing needs to reach the disk. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** One Postgres for the run, with a migrated template from which every test database is copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-test-"));
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir, settings });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("create database template");
  await client.end();
  await migrateDatabase(databaseUrl(postgres.url, "template"), process.cwd());
  await identifyByAccount(databaseUrl(postgres.url, "template"));
  project.provide("postgresUrl", postgres.url);
  const endSharing = shareFolder();
  return async () => {
    endSharing();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Most tests are about signers with accounts. Those about guests, and about the defaults of a new instance, change the
 * setting themselves.
 */
async function identifyByAccount(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into settings (name, value) values ('identify_method', '["account"]')`);
  await client.end();
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
