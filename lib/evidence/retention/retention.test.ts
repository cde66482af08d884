import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { files, fileSegments, signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { describeHealth } from "@/lib/administration/health/describe";
import { changeSettings } from "@/lib/administration/settings";
import { systemActor, type AccountActor, type Ctx } from "@/lib/context/context";
import { openContent } from "@/lib/documents/content";
import { deleteFile } from "@/lib/documents/delete";
import type { HostClocks } from "@/lib/documents/retention";
import { uploadFile } from "@/lib/documents/upload/upload";
import { erasePerson } from "@/lib/evidence/erasure/erase-person";
import { listErasedEntries } from "@/lib/evidence/erasure/list-erased";
import { ensureEvidence } from "@/lib/evidence/make-evidence";
import { showAudit } from "@/lib/evidence/read-chain";
import { dumpRows } from "@/lib/evidence/testing/dump-rows";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { dayMs } from "@/lib/platform/locale/format";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { addFiles, removeFile } from "@/lib/requests/envelopes/change-files";
import { approve } from "@/lib/signing/approve";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { envelopeScenario, onePage, pdfsOf, signEnvelope } from "@/lib/signing/testing/envelope-scenario";
import { newestCode, readFile, releasedScenario, type Scenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";
import { showFileByUuid } from "@/lib/views/show";
import {
  confirmRetentionClock,
  listDue,
  setAccountRetention,
  setDocumentRetention,
  setLegalHold,
  showRetention,
} from "./retention";
import { sweepRetention } from "./sweep";

const db = useRolledBackDatabase();
expectRightStorageTallies(db);
const makeContext = useTestContext();
let ctx: Ctx;
let admin: AccountActor;
let clocks: HostClocks;
beforeEach(async () => {
  ctx = makeContext(db());
  admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  clocks = { wallMs: () => Date.now(), elapsedMs: () => performance.now() };
});

async function completed(): Promise<Scenario> {
  const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [ana] = scenario.signers;
  await requestCode(ctx, ana.actor, { fileId: scenario.fileId });
  await sign(ctx, ana.actor, { target: { fileId: scenario.fileId }, code: await newestCode(ctx) });
  await finishFile(ctx, scenario.fileId);
  return scenario;
}

/**
 * Moves all events of the document `days` into the past, including its announcement. The column rounds to milliseconds,
 * and may have rounded up.
 */
async function age({ fileId }: { fileId: number }, days: number): Promise<void> {
  await ctx.db.execute(sql`update files set completed_at = completed_at - make_interval(days => ${days}::int),
    closed_at = closed_at - make_interval(days => ${days}::int), content_due_at = content_due_at - make_interval(days => ${days}::int) - interval '1 millisecond' where id = ${fileId}`);
}

const notified = async (): Promise<(number | null)[]> =>
  (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification")))
    .filter(({ payload }) => payload["template"] === "retention")
    .map(({ payload }) => payload["signRequestId"] as number | null)
    .toSorted((a, b) => (a ?? 0) - (b ?? 0));

/** The deletion was announced, and its day has come. */
async function dueScenario(): Promise<Scenario> {
  const scenario = await completed();
  await changeSettings(ctx, admin, { retention_days: 30 });
  await age(scenario, 31);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 1, deleted: 0 });
  await age(scenario, 14);
  return scenario;
}

test("announces a deletion 14 days ahead, then deletes bytes, texts and personal values, and keeps hash, chain and the public page", async () => {
  const scenario = await completed();
  const before = await readFile(ctx, scenario.fileId);
  const evidence = await ensureEvidence(ctx, before);
  const source = { type: "docx" as const, name: "Lease of Ana.docx" };
  await ctx.db.update(files).set({ source }).where(eq(files.id, before.id));
  await changeSettings(ctx, admin, { retention_days: 30 });
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
  await age(scenario, 31);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 1, deleted: 0 });
  expect(await notified()).toEqual([null, scenario.signers[0].signRequestId]);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
  await age(scenario, 14);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 1 });

  const after = await readFile(ctx, scenario.fileId);
  expect(after).toMatchObject({ status: "signed", sha256: before.sha256, name: "Deleted document" });
  expect(after.source).toEqual({ ...source, name: null });
  expect(await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, after.id))).toEqual([]);
  expect(await ctx.blobs.has(blobKey(before.uuid, before.originalSha256))).toBe(false);
  expect(await ctx.blobs.has(blobKey(before.uuid, evidence.sha256))).toBe(false);
  const [signer] = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, after.id));
  expect(signer).toMatchObject({ email: expect.stringMatching(/@erased\.invalid$/), status: "signed" });
  const { rows: left } = await ctx.db.execute(
    sql`select count(*)::int as values from audit_personal_values
      where file_id = ${after.id} and seq is distinct from (select max(seq) from audit_events where file_id = ${after.id})`,
  );
  expect(left).toEqual([{ values: 0 }]);
  expect(trailBreaksAt(after, await readTrail(ctx, after.id))).toBeNull();

  const shown = await showFileByUuid(ctx, { kind: "public" }, { uuid: after.uuid });
  expect(shown).toMatchObject({ sha256: before.sha256, originalSha256: before.originalSha256, status: 3 });
  expect(shown.contentDeletedAt).not.toBeNull();
  const anywhere = await ctx.db.execute<{ found: number }>(sql`
    select (select count(*) from file_search where file_id = ${after.id} and text like '%Lease%')::int
      + (select count(*) from events where file_id = ${after.id} and name = 'Lease')::int as found`);
  expect(anywhere.rows).toEqual([{ found: 0 }]);
  await expect(openContent(ctx, systemActor, after, "current")).rejects.toMatchObject({ code: "content_deleted" });
  await expect(openContent(ctx, systemActor, after, "original")).rejects.toMatchObject({ code: "content_deleted" });
  await expect(ensureEvidence(ctx, after)).rejects.toMatchObject({ code: "content_deleted" });
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
});

test("leaves no row that names the guest who signed deleted content, including rows of a bulk send or a direct link @exhaustive", async () => {
  const scenario = await dueScenario();
  const signRequestId = scenario.signers[0].signRequestId;
  const [signer] = await ctx.db.select().from(signRequests).where(eq(signRequests.id, signRequestId));
  const email = signer?.email ?? "";
  await ctx.db.execute(sql`update accounts set email = 'another@test.example' where email = ${email}`);
  const { requesterId } = await readFile(ctx, scenario.fileId);
  await ctx.db.execute(sql`
    with template as (insert into templates (owner_id, name) values (${requesterId}, 'Rent') returning id),
    sending as (insert into bulk_sends (owner_id, template_id, template_version, name, credentials_version, total)
      select ${requesterId}, id, 1, 'Batch', 1, 1 from template returning id),
    link as (insert into direct_links (template_id, name, role, token_hash, token_sealed)
      select id, 'Link', 'Tenant', 'hash', 'sealed' from template returning id),
    code as (insert into direct_link_codes (link_id, secret_hash, recipient_hmac, mailbox_hmac, code_hmac, network, expires_at, sign_request_id)
      select id, 'secret', 'hmac of the address', 'hmac of the mailbox', 'code', '192.0.2.0/24', now(), ${signRequestId} from link)
    insert into bulk_rows (bulk_send_id, number, title, people, values, state, file_id)
      select id, 2, 'For the signer', ${JSON.stringify([{ role: "Tenant", email }])}::jsonb, '{"rent": "rent of the signer"}', 'sent', ${scenario.fileId} from sending`);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 1 });
  const traces = new RegExp(`${email}|for the signer|rent of|hmac of|192.0.2.0`);
  const left = (await dumpRows(ctx)).filter((row) => traces.test(row));
  expect(left).toEqual([]);
});

test("deletes an envelope with all its files: bytes, names and texts, while every chain stays valid @exhaustive", async () => {
  const envelope = await envelopeScenario(
    ctx,
    [onePage(), onePage()],
    [
      { name: "Ana", signs: [0, 1] },
      { name: "Bo", role: "approver" },
    ],
  );
  await signEnvelope(ctx, envelope, 0);
  const [, bo] = envelope.people;
  await requestCode(ctx, bo.actor, { link: bo.link });
  await approve(ctx, bo.actor, { u: bo.link, code: await newestCode(ctx) });
  await finishFile(ctx, envelope.fileId);
  const before = await pdfsOf(ctx, envelope);
  await changeSettings(ctx, admin, { retention_days: 30 });
  await age(envelope, 31);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 1, deleted: 0 });
  // The requester, and everyone who signed or approved.
  expect(await notified()).toEqual([null, ...envelope.people.map(({ signRequestId }) => signRequestId)]);
  await age(envelope, 14);
  expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 1 });

  const after = [await readFile(ctx, envelope.fileId), ...(await pdfsOf(ctx, envelope))];
  expect(after.map(({ name }) => name)).toEqual(after.map(() => "Deleted document"));
  expect(after.slice(1).map(({ sha256 }) => sha256)).toEqual(before.map(({ sha256 }) => sha256));
  for (const file of after) {
    expect(await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, file.id))).toEqual([]);
    expect(trailBreaksAt(file, await readTrail(ctx, file.id))).toBeNull();
  }
  for (const { uuid, originalSha256 } of before) expect(await ctx.blobs.has(blobKey(uuid, originalSha256))).toBe(false);
  const shown = await showFileByUuid(ctx, { kind: "public" }, { uuid: envelope.uuid });
  expect(shown.contentDeletedAt).not.toBeNull();
});

test("shows an administrator which entries of a trail were erased, and when @exhaustive", async () => {
  const scenario = await dueScenario();
  await sweepRetention(ctx, clocks);
  const { uuid } = await readFile(ctx, scenario.fileId);
  const { data } = await listErasedEntries(ctx, admin, { uuid });
  const trail = await readTrail(ctx, scenario.fileId);
  const noted = trail.at(-1);
  expect(data).toMatchObject([{ uuid, type: "content.deleted", seq: noted?.seq, hash: noted?.hash }]);
  const emails = data[0]?.erased?.find(({ path }) => path === "actor.email")?.events ?? [];
  const signed = trail.find(({ type }) => type === "signed");
  expect(emails).toContain(signed?.seq);
  await expect(listErasedEntries(ctx, scenario.requester, {})).rejects.toMatchObject({ code: "forbidden" });
  await expect(listErasedEntries(ctx, admin, { cursor: "x" })).rejects.toMatchObject({ code: "validation_failed" });
});

test("finds the documents that are due, announced, held or erased by their indexes @exhaustive", async () => {
  const { fileId } = await completed();
  await ctx.db.execute(sql`alter table files disable trigger user`);
  await ctx.db
    .execute(sql`insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, completed_at)
    select gen_random_uuid(), requester_id, name, status, pages, size, sha256, original_size, original_sha256, now() - make_interval(hours => n)
    from files, generate_series(1, 2000) n where id = ${fileId}`);
  await ctx.db.execute(sql`alter table files enable trigger user`);
  await ctx.db.execute(sql`analyze files`);
  await ctx.db.execute(sql`set local enable_seqscan = off`);
  const swept = await planOf(() => sweepRetention(ctx, clocks));
  const listed = await planOf(() => listDue(ctx, admin, {}));
  for (const plan of [swept, listed]) {
    expect(plan).toContain("files_ended_of_requester");
    expect(plan).toContain("files_ended_own_period");
    expect(plan).not.toContain("Seq Scan on files");
  }
  expect(swept).toContain("files_content_due");
  expect(listed).toContain("files_held");
  expect(await planOf(() => listErasedEntries(ctx, admin, {}))).toContain("audit_events_erasures");
});

describe("a period", () => {
  test("of the document takes precedence over the sender's, and that over the instance's @exhaustive", async () => {
    const scenario = await completed();
    const { uuid, requesterId } = await readFile(ctx, scenario.fileId);
    const show = () => showRetention(ctx, scenario.requester, { uuid });
    expect(await show()).toMatchObject({ days: null, from: null, deletionAt: null });
    await changeSettings(ctx, admin, { retention_days: 300 });
    expect(await show()).toMatchObject({ days: 300, from: "instance" });
    await setAccountRetention(ctx, admin, { id: requesterId, days: 200 });
    expect(await show()).toMatchObject({ days: 200, from: "account" });
    const own = await setDocumentRetention(ctx, scenario.requester, { uuid, days: 100 });
    expect(own).toMatchObject({ days: 100, from: "document", announced: false });
    const { completedAt } = await readFile(ctx, scenario.fileId);
    expect(new Date(own.deletionAt ?? 0).getTime()).toBe((completedAt?.getTime() ?? 0) + 100 * dayMs);
    await expect(
      setDocumentRetention(ctx, scenario.signers[0].actor ?? admin, { uuid, days: 1 }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("never takes effect immediately when shortened, and is announced 14 days ahead", async () => {
    const scenario = await completed();
    await age(scenario, 1000);
    await changeSettings(ctx, admin, { retention_days: 1 });
    await sweepRetention(ctx, clocks);
    const { uuid, contentDueAt } = await readFile(ctx, scenario.fileId);
    expect((contentDueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(13.9 * dayMs);
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
    expect((await showRetention(ctx, scenario.requester, { uuid })).announced).toBe(true);
  });

  test("withdraws the announcement when lengthened after it @exhaustive", async () => {
    const scenario = await dueScenario();
    await changeSettings(ctx, admin, { retention_days: 300 });
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
    expect((await readFile(ctx, scenario.fileId)).contentDueAt).toBeNull();
    await changeSettings(ctx, admin, { retention_days: null });
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
  });

  test("does not affect drafts and open documents, however old @exhaustive", async () => {
    await changeSettings(ctx, admin, { retention_days: 1 });
    const { file } = await makeRequest(ctx);
    const open = await releasedScenario(ctx, [{ name: "Ana" }]);
    await ctx.db.execute(sql`update files set created_at = now() - interval '5 years'`);
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
    expect((await readFile(ctx, open.fileId)).contentDueAt).toBeNull();
    expect((await readFile(ctx, file.id)).contentDueAt).toBeNull();
  });
});

describe("a legal hold", () => {
  test("overrides the announced day, and a new day is announced when it ends @exhaustive", async () => {
    const scenario = await dueScenario();
    const { uuid } = await readFile(ctx, scenario.fileId);
    expect(await setLegalHold(ctx, admin, { uuid, onHold: true })).toMatchObject({ onHold: true, deletionAt: null });
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 0, deleted: 0 });
    expect(await listDue(ctx, admin, {})).toMatchObject({ total: 0, onHold: 1, held: [{ uuid, name: "Lease" }] });
    await setLegalHold(ctx, admin, { uuid, onHold: false });
    expect(await listDue(ctx, admin, {})).toMatchObject({ onHold: 0, held: [] });
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 1, deleted: 0 });
    const types = (await readTrail(ctx, scenario.fileId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["hold.placed", "hold.lifted"]);
  });

  test("cannot be placed on a deleted document", async () => {
    const { actor, file } = await makeRequest(ctx, { status: 0 });
    await deleteFile(ctx, actor, { uuid: file.uuid });
    await expect(setLegalHold(ctx, admin, { uuid: file.uuid, onHold: true })).rejects.toMatchObject({
      code: "content_deleted",
    });
  });

  test("can be placed by an administrator only @exhaustive", async () => {
    const scenario = await completed();
    const { uuid } = await readFile(ctx, scenario.fileId);
    await expect(setLegalHold(ctx, scenario.requester, { uuid, onHold: true })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("prevents deletion by the sender and erasure of a person", async () => {
    const { actor, file } = await makeRequest(ctx);
    await setLegalHold(ctx, admin, { uuid: file.uuid, onHold: true });
    await expect(deleteFile(ctx, actor, { uuid: file.uuid })).rejects.toMatchObject({ code: "document_on_hold" });
    await expect(erasePerson(ctx, admin, { email: "ana@x.example" })).rejects.toMatchObject({
      code: "document_on_hold",
    });
  });

  test("keeps the files of an envelope, and an upload out of envelopes, with which it could be deleted @exhaustive", async () => {
    const { requester, uuid, fileId } = await envelopeScenario(ctx, [onePage(), onePage()], [{ name: "Ana" }], 0);
    const [first] = await pdfsOf(ctx, { fileId });
    await setLegalHold(ctx, admin, { uuid, onHold: true });
    await expect(removeFile(ctx, requester, { uuid, file: first?.uuid ?? "" })).rejects.toMatchObject({
      code: "document_on_hold",
    });
    const upload = await uploadFile(ctx, requester, { stream: [onePage()], name: "Annex" });
    await setLegalHold(ctx, admin, { uuid: (await readFile(ctx, upload.fileId)).uuid, onHold: true });
    const annex = [{ file: { fileId: upload.fileId } }];
    await expect(createEnvelope(ctx, requester, { name: "Contract", files: annex })).rejects.toMatchObject({
      code: "document_on_hold",
    });
    await expect(addFiles(ctx, requester, { uuid, files: annex })).rejects.toMatchObject({ code: "document_on_hold" });
  });
});

describe("a clock that jumps deletes nothing", () => {
  const lastSweep = (ago: string) =>
    ctx.db.execute(
      sql`update settings set value = jsonb_set(value, '{at}',
        to_jsonb(to_char((now() - ${ago}::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) where name = 'retention_clock'`,
    );

  test.each(
    oneOfEachClass(
      [
        ["forwards, while the service was stopped", () => lastSweep("9 days"), "forwards"],
        ["backwards", () => lastSweep("-2 hours"), "backwards"],
        [
          "forwards, between two sweeps of a process",
          async () => void (clocks.elapsedMs = fixed(performance.now() - 2 * 3_600_000)),
          "forwards",
        ],
        [
          "away from this machine's",
          async () => void (clocks = { ...clocks, wallMs: () => Date.now() - 2 * dayMs }),
          "disagrees",
        ],
      ],
      () => "",
    ),
  )("%s", async (_name, jump, problem) => {
    const scenario = await dueScenario();
    await jump();
    expect(await sweepRetention(ctx, clocks)).toBe("stopped");
    expect((await listDue(ctx, admin, {})).clock).toMatchObject({ problem });
    const health = await describeHealth(ctx, admin);
    expect(health.checks).toContainEqual({ name: "retention", state: "warning" });
    clocks = { wallMs: () => Date.now(), elapsedMs: () => performance.now() };
    expect(await sweepRetention(ctx, clocks)).toBe("stopped");
    await confirmRetentionClock(ctx, admin);
    expect(await sweepRetention(ctx, clocks)).toEqual({ announced: 1, deleted: 0 });
    expect((await readFile(ctx, scenario.fileId)).contentDeletedAt).toBeNull();
  });
});

const fixed = (value: number) => () => value;

test("a dry run lists what a period would delete, and changes nothing @exhaustive", async () => {
  const scenario = await completed();
  await age(scenario, 50);
  const before = await readFile(ctx, scenario.fileId);
  expect(await listDue(ctx, admin, {})).toMatchObject({ data: [], total: 0 });
  const preview = await listDue(ctx, admin, { ifDays: 40 });
  expect(preview).toMatchObject({ data: [{ uuid: before.uuid, days: 40, announced: false }], total: 1, onHold: 0 });
  expect(await listDue(ctx, admin, { ifDays: 400 })).toMatchObject({ total: 0 });
  expect(await readFile(ctx, scenario.fileId)).toEqual(before);
  await expect(listDue(ctx, scenario.requester, {})).rejects.toMatchObject({ code: "forbidden" });
  expect((await showAudit(ctx, scenario.requester, { uuid: before.uuid })).data.length).toBeGreaterThan(0);
  expect(files).toBeDefined();
});
