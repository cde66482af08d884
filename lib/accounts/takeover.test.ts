import { getTableColumns, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { startSession } from "@/lib/auth/session";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { uploadFile } from "@/lib/documents/upload/upload";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { removeUnprovedContent } from "@/lib/requests/remove-unproved";
import { makeLink } from "@/lib/signing/direct-links/testing/visitor";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { changeAccount } from "./change";
import { proveAddress } from "./confirm-address";
import { getAccount } from "./find";
import { resetPassword } from "./passwords";
import { createToken } from "./tokens";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = makeContext(db());
});

/** Rows per table that act in the account's name or are shown as its own, as a condition on account `$`. */
const wiped: Record<string, string> = {
  sessions: "account_id = $ and ended_at is null",
  api_tokens: "account_id = $ and revoked_at is null",
  webhook_endpoints: "account_id = $",
  telegram_links: "account_id = $",
  telegram_link_tokens: "account_id = $",
  account_signing_keys: "account_id = $ and revoked_at is null",
  account_signature_elements: "account_id = $ and deleted_at is null",
  drawing_handovers: "account_id = $",
  files: "requester_id = $ and status <> 'deleted'",
  templates: "owner_id = $ and deleted_at is null",
  bulk_sends: "owner_id = $",
};

/** Tables with rows of an account that the first proof leaves unchanged, and why. */
const excused: Record<string, string> = {
  account_links: "their tokens were mailed to the address only",
  admin_activity: "a record of administrators, whose accounts are proved",
  event_counters: "the number of events, which never goes back",
  events: "a record, without addresses of receivers",
  mail_messages: "deliveries of sent documents, and an unproved account sends none",
  request_log: "a record of calls, which tells the owner what was done in their name",
  storage_tallies: "sums of what is stored, kept by triggers",
};

/** Columns of the account's own row that an attacker may have set. */
const wipedColumns = ["displayName", "language", "timeZone", "phone", "passwordHash"];
const keptColumns = [
  ...["id", "email", "role", "madeBy", "createdAt", "erasedAt"],
  // The proof itself, and counters that a new password changes.
  ...[
    "emailProvedAt",
    "emailProof",
    "emailProofRequestId",
    "isNameByToken",
    "credentialsVersion",
    "failedLoginsInRow",
    "failedLoginsSince",
  ],
  // Set by an administrator.
  "retentionDays",
];

async function count(table: string, condition: string, id: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${table} where ${condition.replace("$", String(id))}`),
  );
  return rows[0]?.count ?? NaN;
}

async function leftOf(id: number): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const [table, condition] of Object.entries(wiped)) left[table] = await count(table, condition, id);
  return left;
}

/** An account with rows in every table of `wiped`, including those that an unproved account can no longer create. */
async function makePrepared(madeBy: "signup" | "administrator" = "signup"): Promise<AccountActor> {
  const proved = await makeAccount(ctx, { madeBy, displayName: "Chosen", language: "pt", timeZone: "Asia/Tokyo" });
  const actor = actingAs(proved);
  await startSession(ctx, proved);
  await createToken(ctx, actor, { name: "stranger's" });
  await uploadFile(ctx, actor, { stream: twoPages, name: "Draft" });
  const file = { base64: twoPages.toString("base64") };
  await createEnvelope(ctx, actor, { name: "Both", files: [{ file, name: "One" }], users: [], status: 0 });
  const { templateId } = await makeLink(ctx, {}, { owner: actor });
  const { id } = proved;
  const { signers } = await makeRequest(ctx);
  await ctx.db.execute(sql`insert into drawing_handovers (secret_hash, sign_request_id, type, account_id, expires_at)
    values ('x', ${signers[0].id}, 'signature', ${id}, now() + interval '5 minutes')`);
  await ctx.db
    .execute(sql`insert into bulk_sends (owner_id, template_id, template_version, name, credentials_version, total)
    values (${id}, ${templateId}, 1, 'Batch', 1, 0)`);
  await ctx.db.execute(
    sql`insert into webhook_endpoints (account_id, url, sealed_secret) values (${id}, 'https://evil.example/', 'x')`,
  );
  await ctx.db.execute(sql`insert into telegram_links (account_id, chat_id) values (${id}, '666')`);
  await ctx.db.execute(
    sql`insert into telegram_link_tokens (account_id, token_hash, expires_at) values (${id}, 'x', now() + interval '1 hour')`,
  );
  await ctx.db
    .execute(sql`insert into account_signing_keys (account_id, certificate, serial_number, subject, not_before, not_after)
    values (${id}, 'x', ${String(id)}, 'CN=x', now(), now())`);
  await ctx.db.execute(
    sql`insert into account_signature_elements (account_id, type, png, width_px, height_px) values (${id}, 'signature', 'x', 1, 1)`,
  );
  await ctx.db.execute(
    sql`update accounts set email_proved_at = null, email_proof = null, phone = '+491701234567' where id = ${id}`,
  );
  return actingAs({ ...proved, emailProvedAt: null, emailProof: null });
}

/** A network from which somebody logged in. */
async function noteKnown(email: string): Promise<void> {
  await ctx.db.execute(sql`insert into rate_counters (key, count, window_started_at)
    select 'login-known:' || rtrim(translate(encode(sha256(${email}::bytea), 'base64'), '+/', '-_'), '=') || ':192.0.2.0/24', 1, now()`);
}

async function work(): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select (payload ->> 'accountId')::int as id from outbox_jobs where kind = 'removeUnproved'`,
  );
  for (const { id } of rows) await removeUnprovedContent(ctx, id);
}

async function resetAs(id: number): Promise<void> {
  const token = makeLinkToken();
  await insertAccountLink(ctx, id, "reset", token);
  await resetPassword(ctx, { token, password: "another long password" });
  await work();
}

const amount = (left: Record<string, number>) => Object.entries(left).filter(([, rows]) => rows > 0);

test("wipes every table with rows of an account at a takeover, except those listed by name", async () => {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name in ('account_id', 'owner_id', 'requester_id')
    union select r.relname from pg_constraint k join pg_class r on r.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = 'accounts'::regclass
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(wiped), ...Object.keys(excused)].sort());
  expect(Object.keys(getTableColumns(accounts)).sort()).toEqual([...wipedColumns, ...keptColumns].sort());
});

describe("the first proof of an address", () => {
  test("by a password reset removes everything created in the account before", async () => {
    const { account } = await makePrepared();
    expect(amount(await leftOf(account.id)).map(([table]) => table)).toEqual(Object.keys(wiped));
    await noteKnown(account.email);
    await resetAs(account.id);
    expect(amount(await leftOf(account.id))).toEqual([]);
    const { rows } = await ctx.db.execute<Record<string, unknown>>(sql`
      select display_name = email as "displayName", language is null as language, time_zone is null as "timeZone",
        phone is null as phone, password_hash <> ${account.passwordHash} as "passwordHash" from accounts where id = ${account.id}`);
    expect(rows).toEqual([Object.fromEntries(wipedColumns.map((name) => [name, true]))]);
    expect(await count("rate_counters", "$ > 0 and key like 'login-known:%'", 1)).toBe(0);
    const segments = "file_id in (select id from files where requester_id = $)";
    expect(await count("file_segments", segments, account.id)).toBe(0);
  });

  test("by an administrator removes it as well @exhaustive", async () => {
    const { account } = await makePrepared();
    await changeAccount(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), account.id, { emailProved: true });
    await work();
    expect(amount(await leftOf(account.id))).toEqual([]);
  });

  test("removes nothing that the owner creates afterwards @exhaustive", async () => {
    const { account } = await makePrepared();
    await resetAs(account.id);
    await ctx.db.execute(
      sql`update accounts set email_proved_at = now() - interval '1 minute' where id = ${account.id}`,
    );
    await uploadFile(ctx, actingAs(await getAccount(ctx, account.id)), { stream: twoPages, name: "Mine" });
    await ctx.db.execute(sql`update files set created_at = now() where name = 'Mine'`);
    await removeUnprovedContent(ctx, account.id);
    expect(await leftOf(account.id)).toMatchObject({ files: 1 });
  });

  test("forgets the networks of earlier log-ins, also in an account that an administrator created", async () => {
    const { account } = await makePrepared("administrator");
    await noteKnown(account.email);
    await resetAs(account.id);
    expect(await count("rate_counters", "$ > 0 and key like 'login-known:%'", 1)).toBe(0);
  });

  test("keeps documents and templates of an owner who logged in, and of an account that an administrator created @exhaustive", async () => {
    const own = await makePrepared();
    await proveAddress(ctx, own.account.id, "confirmation", own);
    await work();
    expect(await leftOf(own.account.id)).toMatchObject({ files: 3, templates: 1, bulk_sends: 1 });
    const given = await makePrepared("administrator");
    await resetAs(given.account.id);
    expect(await leftOf(given.account.id)).toMatchObject({ files: 3, templates: 1, bulk_sends: 1 });
  });
});
