import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { diagnosticsAnswer } from "@/lib/administration/schema";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { configVariables, readConfig } from "@/lib/platform/config";
import { showVariables } from "@/lib/platform/shown-variables";
import { countCall, countProblem } from "@/lib/platform/telemetry/counters";
import { makeAccessWorld } from "@/lib/testing/access-world";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { describeDiagnostics } from "./describe";

/** Columns whose values are set by the program, and are neither entered by people nor random. */
const namesOfTheProgram = ["outbox_jobs.kind", "files.status", "accounts.role", "sign_requests.role"];

const db = useRolledBackDatabase();
const makeContext = useTestContext();

/** Contained in every value that must not be disclosed. */
const canary = "canary5e7c";
/** Variables whose format leaves no room for a secret; the configuration rejects anything else. */
const withoutRoom: Record<string, string> = {
  PORT: "3001",
  PUBLIC_URL: `https://bo:${canary}@sign.example.org`,
  S3_PATH_STYLE: "1",
  S3_ENCRYPTION: "AES256",
  CACHE_BYTES: "300000000",
  MAIL: "inbox",
  SIGNING_KEY_TYPE: "p256",
  WORKER: "1",
  WORKER_PORT: "9464",
  TRUST_PROXY: "1",
  LIMITS: '{"pdfPages":400}',
  WEBHOOK_SCHEDULE: "5,300",
  PSEUDO_LOCALES: "0",
  LOG_LEVEL: "info",
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
  OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
  OTEL_TRACES_SAMPLER: "traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "0.1",
  OTEL_BSP_SCHEDULE_DELAY: "1000",
  OTEL_BSP_MAX_QUEUE_SIZE: "100",
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "10",
  OTEL_SDK_DISABLED: "true",
};

test("contains no secret from any variable, the database or an error", async () => {
  const env = Object.fromEntries(configVariables.map((name) => [name, withoutRoom[name] ?? `${canary}-${name}`]));
  const ctx = makeContext(db(), { variables: showVariables(configVariables, env) });
  const account = await makeAccount(ctx, {
    role: "admin",
    email: `${canary}@example.org`,
    displayName: `${canary} Silva`,
  });
  const { file } = await makeRequest(ctx, { status: 1, name: `${canary} lease` });
  await ctx.db.execute(sql`update outbox_jobs set last_error = ${`${canary}@example.org was refused`}, attempts = 3,
    payload = payload || jsonb_build_object('note', ${canary}::text), sealed = ${Buffer.from(canary)}`);
  await ctx.db.insert(outboxJobs).values({
    kind: "reset",
    payload: { token: canary },
    dedupeKey: canary,
    attempts: 5,
    lastError: canary,
    deadAt: new Date(),
  } as typeof outboxJobs.$inferInsert);
  await ctx.db.execute(sql`insert into settings (name, value) values ('note', to_jsonb(${canary}::text))`);
  countProblem("unavailable", "57014");
  countCall("mail", "failed", 1);
  const report = diagnosticsAnswer.strict().parse(await describeDiagnostics(ctx, actingAs(account)));
  const text = JSON.stringify(report);
  for (const secret of [canary, account.email, file.uuid, "Silva", "lease"]) expect(text).not.toContain(secret);
  expect(report.configuration.filter(({ value }) => value !== null).length).toBe(Object.keys(withoutRoom).length);
  expect(report.configuration.every(({ isSet }) => isSet)).toBe(true);
  expect(report.configuration.find(({ name }) => name === "PUBLIC_URL")?.value).toBe("https://sign.example.org");
  expect(report.errors.jobs).toContainEqual({ kind: "reset", attempts: 5, dead: true, count: 1 });
  expect(report.errors.requests).toContainEqual(expect.objectContaining({ code: "unavailable", cause: "57014" }));
  expect(report.errors.calls).toContainEqual(expect.objectContaining({ service: "mail" }));
});

test("contains no stored value of an instance in use, nor a token or webhook secret @exhaustive", async () => {
  const ctx = makeContext(db());
  const world = await makeAccessWorld(ctx);
  const webhook = await addEndpoint(ctx, world.accounts.requester, { url: "https://hooks.example.org/paraph" });
  const text = JSON.stringify(await describeDiagnostics(ctx, world.accounts.administrator));
  const tokens = Object.values(world.credentials).flatMap((header) => header?.split(" ")[1] ?? []);
  for (const secret of [webhook.secret, world.guestLink, ...tokens]) expect(text).not.toContain(secret);

  const columns = await ctx.db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as "table", column_name as "column", data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'bytea', 'jsonb', 'uuid', 'ARRAY')`);
  const found = new Map<string, string>();
  for (const { table, column, type } of columns.rows) {
    const name = `${table}.${column}`;
    const value =
      type === "bytea" ? sql`encode(${sql.identifier(column)}, 'base64')` : sql`${sql.identifier(column)}::text`;
    const { rows } = await ctx.db.execute<{ value: string }>(
      sql`select distinct ${value} as value from ${sql.identifier(table)} where length(${value}) >= 8`,
    );
    for (const row of rows) if (text.includes(row.value)) found.set(name, row.value);
  }
  // Names of the program's own job kinds and counters are public.
  for (const name of namesOfTheProgram) found.delete(name);
  expect(Object.fromEntries(found)).toEqual({});
});

test("shows only variables that cannot hold a secret, because the configuration rejects one at start", () => {
  const base = { DATABASE_URL: "postgres://x", APP_SECRET: "c0ffee".repeat(4) + "0123456789abcdef" };
  const shown = Object.keys(withoutRoom).filter((name) => name !== "PUBLIC_URL");
  for (const name of shown)
    expect(() => readConfig({ ...base, MAIL: "inbox", [name]: "S3cret_Value" }), name).toThrow(name);
});

test("reports versions, sizes and the clock", async () => {
  const ctx = makeContext(db());
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const report = await describeDiagnostics(ctx, admin);
  expect(report.service).toMatchObject({ node: process.versions.node });
  expect(report.migrations.applied).toBe(report.migrations.known);
  expect(report.sizes.tables).toHaveLength(10);
  expect(report.sizes.databaseBytes).toBeGreaterThan(1_000_000);
  expect(Math.abs(report.clock.differenceMs)).toBeLessThanOrEqual(1000 + report.clock.uncertaintyMs);
  expect(report.work.engine.map(({ pool }) => pool)).toContain("signing");
});

test("is for administrators only", async () => {
  const ctx = makeContext(db());
  await expect(describeDiagnostics(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "forbidden" });
});
