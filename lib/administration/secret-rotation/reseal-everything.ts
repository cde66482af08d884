import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "@/lib/context/context";
import type { SecretPurpose } from "@/lib/platform/secrets/secret-box";

const batch = 200;

interface SealedRow extends Record<string, unknown> {
  key: string;
  sealed: Buffer;
}

interface Resealed {
  resealed: number;
  /** Values that neither secret decrypts, which means they were already lost. */
  unreadable: number;
}

/**
 * Re-encrypts everything encrypted with the previous APP_SECRET. Each row is updated separately, and only if it has not
 * changed since it was read: a crash loses nothing, running it again continues, and servers may keep running as long as
 * they have both secrets.
 */
export async function resealEverything(ctx: Ctx): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 };
  for (const column of sealedColumns) {
    const done = await resealColumn(ctx, column);
    total.resealed += done.resealed;
    total.unreadable += done.unreadable;
  }
  return total;
}

async function resealColumn(ctx: Ctx, column: SealedColumn): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 };
  for (let after: string | null = null; ;) {
    const rows: SealedRow[] = await readBatch(ctx, column, after);
    for (const row of rows) {
      const outcome = await resealRow(ctx, column, row);
      if (outcome !== "current") total[outcome] += 1;
    }
    const last: SealedRow | undefined = rows.at(-1);
    if (!last || rows.length < batch) return total;
    after = last.key;
  }
}

async function readBatch(ctx: Ctx, { table, key, column }: SealedColumn, after: string | null): Promise<SealedRow[]> {
  const beyond: SQL =
    after === null ? sql`true` : key === "id" ? sql`id > ${after}::bigint` : sql`${sql.identifier(key)} > ${after}`;
  const { rows } = await ctx.db.execute<SealedRow>(sql`
    select ${sql.identifier(key)}::text as key, ${sql.identifier(column)} as sealed from ${sql.identifier(table)}
    where ${sql.identifier(column)} is not null and ${beyond} order by ${sql.identifier(key)} limit ${batch}`);
  return rows;
}

async function resealRow(
  ctx: Ctx,
  { table, key, column, purpose }: SealedColumn,
  row: SealedRow,
): Promise<"resealed" | "unreadable" | "current"> {
  const sealed = tryReseal(ctx, purpose, row.sealed);
  if (sealed === "unreadable") return "unreadable";
  if (sealed === null) return "current";
  await ctx.db.execute(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sealed}
    where ${sql.identifier(key)} = ${key === "id" ? sql`${row.key}::bigint` : row.key} and ${sql.identifier(column)} = ${row.sealed}`);
  return "resealed";
}

function tryReseal(ctx: Ctx, purpose: SealedColumn["purpose"], sealed: Buffer): Buffer | null | "unreadable" {
  try {
    return ctx.secrets.reseal(purpose, sealed);
  } catch {
    return "unreadable";
  }
}

interface SealedColumn {
  table: string;
  /** The column that identifies a row. */
  key: string;
  column: string;
  purpose: SecretPurpose;
}

/** Every column that contains values sealed with APP_SECRET. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "instance_keys", key: "id", column: "sealed_key", purpose: "instance-key" },
  { table: "sign_requests", key: "id", column: "link_sealed", purpose: "sign-link" },
  { table: "direct_links", key: "id", column: "token_sealed", purpose: "direct-link" },
  { table: "webhook_endpoints", key: "id", column: "sealed_secret", purpose: "webhook" },
  { table: "webhook_endpoints", key: "id", column: "previous_sealed_secret", purpose: "webhook" },
  { table: "outbox_jobs", key: "id", column: "sealed", purpose: "outbox" },
  { table: "inbox_messages", key: "id", column: "sealed_body", purpose: "inbox-message" },
  { table: "idempotency_keys", key: "key", column: "sealed_secret", purpose: "idempotency" },
  { table: "idempotency_keys", key: "key", column: "sealed_answer", purpose: "idempotency" },
];
