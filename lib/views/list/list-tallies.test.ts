import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileStatuses, statusesOfRole } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { declineByLink } from "@/lib/requests/decline";
import { withdrawFile } from "@/lib/requests/withdraw";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addTalliesUp } from "@/lib/views/dashboard/dashboard-query";

const db = useRolledBackDatabase();
const context = useTestContext();

/** Ignores sums of 0, which remain after a document was added and removed. */
const tallies = async (ctx: Ctx) =>
  (
    await ctx.db.execute(
      sql`select viewer, day::text, tab, sum(documents)::int as documents from list_tallies group by 1, 2, 3 having sum(documents) <> 0 order by 1, 2, 3`,
    )
  ).rows;
/** Names and addresses are in Postgres's row order, which has no meaning. */
const search = async (ctx: Ctx) =>
  (
    await ctx.db.execute(
      sql`select file_id, (select array_agg(line order by line) from regexp_split_to_table(text, E'\\n') line) as lines,
        (select array_agg(viewer order by viewer) from unnest(viewers) viewer) as viewers from file_search order by file_id`,
    )
  ).rows;

/** Compares the triggers' tallies with a full recount. */
async function expectAgreement(ctx: Ctx): Promise<void> {
  const [counted, written] = [await tallies(ctx), await search(ctx)];
  await ctx.db.execute(sql`select rebuild_list_tallies(), rebuild_file_search()`);
  expect(counted).toEqual(await tallies(ctx));
  expect(written).toEqual(await search(ctx));
}

/** The requester may also be a signer; the list then counts the document once. */
const requester = "requester";
const people = ["ana@x.example", "bo@x.example", requester] as const;
const action = fc.oneof(
  fc.record({
    kind: fc.constant("file" as const),
    status: fc.constantFrom(...fileStatuses),
    isCompleted: fc.boolean(),
    name: fc.constantFrom("Lease", "Offer"),
  }),
  fc.record({
    kind: fc.constant("signer" as const),
    who: fc.constantFrom(...people),
    status: fc.constantFrom(...statusesOfRole.signer),
    isNotified: fc.boolean(),
    isRemoved: fc.boolean(),
    name: fc.constantFrom("Ana", null),
  }),
  fc.record({
    kind: fc.constant("add" as const),
    who: fc.constantFrom(...people),
    status: fc.constantFrom(...statusesOfRole.signer),
    isNotified: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("erase" as const), who: fc.constantFrom(...people) }),
  fc.record({ kind: fc.constant("drop" as const), who: fc.constantFrom(...people) }),
  fc.record({ kind: fc.constant("add up" as const) }),
);

type Drawn = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
/** The requester's address is generated together with the document. */
type Action = Drawn extends infer One
  ? One extends { who: string }
    ? Omit<One, "who"> & { who: string }
    : One
  : never;

describe("list tallies and search text", () => {
  test("match a full recount after any history of a document and its signers @exhaustive", async () => {
    const ctx = context(db());
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (history) => {
        const {
          file,
          requester: { email },
        } = await makeRequest(ctx);
        for (const one of history)
          await apply(ctx, file.id, "who" in one && one.who === requester ? { ...one, who: email } : one);
        await expectAgreement(ctx);
      }),
      { numRuns: 25 },
    );
  });

  test("match after a release, a refusal, a withdrawal and folding", async () => {
    const ctx = context(db());
    const declined = await makeRequest(ctx, { status: 1 });
    await declineByLink(ctx, { kind: "public" }, { u: linkOf(ctx, declined.signers, "ana@x.example"), reason: "no" });
    const withdrawn = await makeRequest(ctx, { status: 1 });
    await withdrawFile(ctx, withdrawn.actor, { fileId: withdrawn.file.id });
    await makeRequest(ctx, { status: 0 });
    await addTalliesUp(ctx);
    await expectAgreement(ctx);
  });
});

async function apply(ctx: Ctx, fileId: number, one: Action): Promise<void> {
  const when = (holds: boolean) => (holds ? sql`now()` : sql`null`);
  if (one.kind === "add up") return addTalliesUp(ctx);
  if (one.kind === "file") {
    await ctx.db.execute(
      sql`update files set status = ${one.status}, completed_at = ${when(one.isCompleted)}, name = ${one.name} where id = ${fileId}`,
    );
  } else if (one.kind === "signer") {
    await ctx.db
      .execute(sql`update sign_requests set status = ${one.status}, notified_at = ${when(one.isNotified)}, removed_at = ${when(one.isRemoved)}, display_name = ${one.name}
      where id = (select max(id) from sign_requests where file_id = ${fileId} and email = ${one.who})`);
  } else if (one.kind === "add") {
    await ctx.db
      .execute(sql`insert into sign_requests (file_id, email, status, notified_at, sign_method, identify_methods, link_hash, link_sealed)
      select ${fileId}, ${one.who}, ${one.status}, ${when(one.isNotified)}, 'email', '["account"]', gen_random_uuid()::text, '\\x00'
      where not exists (select from sign_requests where file_id = ${fileId} and email = ${one.who} and removed_at is null)`);
  } else if (one.kind === "erase") {
    await ctx.db.execute(
      sql`update sign_requests set email = 'erased-' || id || '@erased.invalid' where file_id = ${fileId} and email = ${one.who}`,
    );
  } else {
    await ctx.db.execute(
      sql`delete from sign_requests s where file_id = ${fileId} and email = ${one.who} and not exists (select from elements e where e.sign_request_id = s.id)`,
    );
  }
}
