import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { changeSettings } from "@/lib/administration/settings";
import type { Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails, makeRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createDocument } from "../create";
import { remindSigner, sendDueReminders } from "../remind";
import { newRequest as newRequestInput, requestChange, type NewRequest } from "../state/schema";
import { newTemplate } from "../templates/schema";
import { updateRequest } from "../update";
import { withdrawFile, withdrawSigner } from "../withdraw";
import { skipReminder } from "./change-plan";
import { showReminders } from "./schedule";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const always = { from: 0, to: 24, days: [1, 2, 3, 4, 5, 6, 7] };
const plan = { firstAfterDays: 2, everyDays: 3, atMost: 2, warnDays: 0 };

/** Allows reminders at every hour. */
async function openAlways(ctx: Ctx): Promise<void> {
  await changeSettings(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { office_hours: always });
}

/** Moves all past events `days` further back, as if the server had been down since. */
async function letPass(ctx: Ctx, { file }: Pick<MadeRequest, "file">, days: number): Promise<void> {
  const earlier = (column: unknown) => sql`${column} - make_interval(days => ${days}::int)`;
  await ctx.db
    .update(signRequests)
    .set({ remindersFrom: earlier(signRequests.remindersFrom), notifiedAt: earlier(signRequests.notifiedAt) })
    .where(eq(signRequests.fileId, file.id));
  await ctx.db
    .update(files)
    .set({ expiresAt: earlier(files.expiresAt), releasedAt: earlier(files.releasedAt) })
    .where(eq(files.id, file.id));
  await ctx.db
    .update(outboxJobs)
    .set({ runAt: earlier(outboxJobs.runAt) })
    .where(eq(outboxJobs.kind, "remind"));
}

/** A time zone in which it is currently this hour. The signs in the names of these zones are reversed. */
function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

async function mailsOf(ctx: Ctx, { file }: Pick<MadeRequest, "file">): Promise<string[]> {
  return (await readTrail(ctx, file.id))
    .filter(({ type, data }) => type === "mail.queued" && data.template !== "invitation")
    .map(
      ({ data }) =>
        `${String(data.template)} ${typeof data.signRequestId === "number" ? data.signRequestId : "requester"}`,
    );
}

describe("automatic reminders", () => {
  beforeEach(() => openAlways(testContext(db())));

  const send = (ctx: Ctx, { users = [{ email: "ana@x.example" }], ...input }: Partial<NewRequest> = {}) =>
    makeRequest(ctx, { status: 1, reminders: plan, users, ...input });

  test("go to a signer after the first delay, then at the interval, up to the plan's maximum", async () => {
    const ctx = testContext(db());
    const made = await send(ctx);
    const ana = made.signers[0]?.id;
    await letPass(ctx, made, 1);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([]);
    await letPass(ctx, made, 1);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([`reminder ${ana}`]);
    for (let round = 0; round < 3; round++) {
      await letPass(ctx, made, 3);
      await sendDueReminders(ctx, made.file.id);
    }
    expect(await mailsOf(ctx, made)).toEqual([`reminder ${ana}`, `reminder ${ana}`]);
    expect((await showReminders(ctx, made.actor, { uuid: made.file.uuid })).signers).toEqual([
      { signRequestId: ana, used: 2, next: null },
    ]);
  });

  test("are queued for the first time by the release, and again after each one", async () => {
    const ctx = testContext(db());
    const made = await send(ctx);
    const { signers } = await showReminders(ctx, made.actor, { uuid: made.file.uuid });
    const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "remind"));
    expect(jobs.map(({ runAt }) => runAt.toISOString())).toEqual([signers[0]?.next?.at]);
    await letPass(ctx, made, 2);
    await sendDueReminders(ctx, made.file.id);
    expect(await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "remind"))).toHaveLength(2);
  });

  test("skip people who have signed, are waiting for their turn, or get no mail", async () => {
    const ctx = testContext(db());
    const made = await send(ctx, {
      users: [
        { email: "signed@x.example", signingOrder: 1 },
        { email: "quiet@x.example", signingOrder: 1, notify: false },
        { email: "waiting@x.example", signingOrder: 2 },
      ],
    });
    await ctx.db
      .update(signRequests)
      .set({ status: "signed" })
      .where(eq(signRequests.id, made.signers[0]?.id ?? 0));
    await letPass(ctx, made, 9);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([]);
  });

  test("stop when the signer or the document is withdrawn, and at the deadline @exhaustive", async () => {
    const ctx = testContext(db());
    const users = [{ email: "ana@x.example" }, { email: "bo@x.example" }];
    const one = await send(ctx, { users });
    await withdrawSigner(ctx, one.actor, { fileId: one.file.id, signRequestId: one.signers[0]?.id ?? 0 });
    const whole = await send(ctx);
    await withdrawFile(ctx, whole.actor, { fileId: whole.file.id });
    const expired = await send(ctx);
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, expired.file.id));
    for (const made of [one, whole, expired]) {
      await letPass(ctx, made, 3);
      await sendDueReminders(ctx, made.file.id);
    }
    expect((await mailsOf(ctx, one)).filter((mail) => mail.startsWith("reminder"))).toEqual([
      `reminder ${one.signers[1]?.id}`,
    ]);
    expect((await mailsOf(ctx, whole)).filter((mail) => mail.startsWith("reminder"))).toEqual([]);
    expect(await mailsOf(ctx, expired)).toEqual([]);
  });

  test("are delayed by a manual reminder, which does not count @exhaustive", async () => {
    const ctx = testContext(db());
    const made = await send(ctx);
    await letPass(ctx, made, 1);
    await remindSigner(ctx, made.actor, { fileId: made.file.id, signRequestId: made.signers[0]?.id ?? 0 });
    await letPass(ctx, made, 1);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toHaveLength(1);
    expect((await showReminders(ctx, made.actor, { uuid: made.file.uuid })).signers[0]?.used).toBe(0);
  });

  test("count against the limits of a self-registered account, and are retried later @exhaustive", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, invitationsPerAddressPerDay: 1 } });
    const actor = actingAs(await makeAccount(ctx, { madeBy: "signup" }));
    const made = await makeRequest(ctx, { status: 1, reminders: plan });
    await ctx.db.update(files).set({ requesterId: actor.account.id }).where(eq(files.id, made.file.id));
    await letPass(ctx, made, 2);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toHaveLength(2);
    await letPass(ctx, made, 3);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toHaveLength(2);
    const ahead = await ctx.db.execute(sql`select 1 from outbox_jobs where kind = 'remind' and run_at > now()`);
    expect(ahead.rowCount).toBeGreaterThan(0);
  });

  test("warn the signers whose turn it is and the requester before the deadline, once", async () => {
    const ctx = testContext(db());
    const made = await send(ctx, {
      reminders: { atMost: 0, warnDays: 2 },
      expiresAt: new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString(),
    });
    await letPass(ctx, made, 7);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([]);
    await letPass(ctx, made, 1);
    for (let round = 0; round < 2; round++) await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([`deadline ${made.signers[0]?.id}`, "deadline requester"]);
    const later = new Date(Date.now() + 9 * 24 * 3600 * 1000).toISOString();
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, expiresAt: later });
    await letPass(ctx, made, 7);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toHaveLength(4);
  });

  test("respect office hours in the signer's time zone @exhaustive", async () => {
    const ctx = testContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changeSettings(ctx, admin, { office_hours: { ...always, from: 9, to: 17 } });
    await makeAccount(ctx, { email: "account@x.example", timeZone: zoneWhereItIs(0) });
    const made = await send(ctx, {
      users: [
        { email: "here@x.example", timeZone: zoneWhereItIs(12) },
        { email: "far@x.example", timeZone: zoneWhereItIs(4) },
        { email: "account@x.example" },
      ],
    });
    await letPass(ctx, made, 4);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([`reminder ${made.signers[0]?.id}`]);
  });
});

describe("the plan of a request", () => {
  test("is the instance's when the draft is sent, and stays when the instance's plan changes @exhaustive", async () => {
    const ctx = testContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const made = await makeRequest(ctx);
    await changeSettings(ctx, admin, { reminders: { everyDays: 5 } });
    const draft = await showReminders(ctx, made.actor, { uuid: made.file.uuid });
    expect(draft).toMatchObject({ isDefault: true, reminders: { firstAfterDays: 3, everyDays: 5, atMost: 3 } });
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await changeSettings(ctx, admin, { reminders: { everyDays: 9 } });
    const sent = await showReminders(ctx, made.actor, { uuid: made.file.uuid });
    expect(sent).toMatchObject({ isDefault: false, reminders: { everyDays: 5 } });
  });

  test("changes member by member, in a draft and after sending, and each change is recorded @exhaustive", async () => {
    const ctx = testContext(db());
    const made = await makeRequest(ctx, { reminders: { atMost: 1 } });
    const { uuid } = made.file;
    await updateRequest(ctx, made.actor, { uuid, reminders: { warnDays: 5 }, status: 1 });
    await updateRequest(ctx, made.actor, { uuid, reminders: { everyDays: 7 } });
    await updateRequest(ctx, made.actor, { uuid, reminders: { everyDays: 7 } });
    expect((await showReminders(ctx, made.actor, { uuid })).reminders).toEqual({
      firstAfterDays: 3,
      everyDays: 7,
      atMost: 1,
      warnDays: 5,
    });
    const changes = (await readTrail(ctx, made.file.id)).filter(({ type }) => type === "file.changed");
    expect(changes.map(({ data }) => data.changed)).toEqual([["reminders"], ["reminders"]]);
  });

  test("cannot exceed the maximum number of reminders, in a request or in the settings", async () => {
    const ctx = testContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const made = await makeRequest(ctx);
    const tooMany = { reminders: { atMost: ctx.limits.remindersPerSigner + 1 } };
    const refusal = { code: "validation_failed", violations: [{ pointer: "/reminders/atMost", code: "too_big" }] };
    await expect(createDocument(ctx, made.actor, { ...newRequest, ...tooMany })).rejects.toMatchObject(refusal);
    await expect(updateRequest(ctx, made.actor, { uuid: made.file.uuid, ...tooMany })).rejects.toMatchObject(refusal);
    await expect(changeSettings(ctx, admin, tooMany)).rejects.toMatchObject(refusal);
  });

  test("cannot have an interval or first delay of 0 days, in a request, a change or a template", () => {
    for (const schema of [newRequestInput, requestChange, newTemplate])
      for (const member of ["everyDays", "firstAfterDays"]) {
        const { error } = schema.safeParse({ reminders: { [member]: 0 } });
        expect(error?.issues).toContainEqual(
          expect.objectContaining({ code: "too_small", path: ["reminders", member], minimum: 1 }),
        );
      }
  });

  test("is empty for a document sent before plans existed @exhaustive", async () => {
    const ctx = testContext(db());
    const made = await makeRequest(ctx, { status: 1 });
    await ctx.db.update(files).set({ reminders: null }).where(eq(files.id, made.file.id));
    await sendDueReminders(ctx, made.file.id);
    expect(await showReminders(ctx, made.actor, { uuid: made.file.uuid })).toMatchObject({
      reminders: null,
      signers: [{ next: null }, { next: null }],
    });
  });
});

const newRequest: NewRequest = { file: { base64: "JVBERi0=" }, name: "Lease", users: [{ email: "ana@x.example" }] };

describe("skipping the next reminder", () => {
  test("omits it, counts it, and schedules the following one", async () => {
    const ctx = testContext(db());
    await openAlways(ctx);
    const made = await makeRequest(ctx, { status: 1, reminders: plan, users: [{ email: "ana@x.example" }] });
    const { uuid } = made.file;
    const signRequestId = made.signers[0].id;
    const first = (await showReminders(ctx, made.actor, { uuid })).signers[0]?.next?.at ?? "";
    await skipReminder(ctx, made.actor, { uuid, signRequestId, at: first });
    await expect(skipReminder(ctx, made.actor, { uuid, signRequestId, at: first })).rejects.toMatchObject({
      code: "race_lost",
    });
    const { signers } = await showReminders(ctx, made.actor, { uuid });
    const second = new Date(new Date(first).getTime() + 3 * 24 * 3600 * 1000).toISOString();
    expect(signers[0]).toEqual({ signRequestId, used: 1, next: { kind: "reminder", at: second } });
    await letPass(ctx, made, 2);
    await sendDueReminders(ctx, made.file.id);
    expect(await mailsOf(ctx, made)).toEqual([]);
    const skipped = (await readTrail(ctx, made.file.id)).filter(({ type }) => type === "reminder.skipped");
    expect(skipped.map(({ data }) => data)).toEqual([{ signRequestId, template: "reminder", due: first }]);
  });

  test("is refused when none is left, for a draft, and for other accounts @exhaustive", async () => {
    const ctx = testContext(db());
    const made = await makeRequest(ctx, { reminders: { atMost: 0, warnDays: 0 } });
    const input = { uuid: made.file.uuid, signRequestId: made.signers[0].id };
    await expect(skipReminder(ctx, made.actor, input)).rejects.toMatchObject({ code: "file_not_released" });
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await expect(skipReminder(ctx, made.actor, input)).rejects.toMatchObject({ code: "race_lost" });
    const stranger = actingAs(await makeAccount(ctx));
    await expect(skipReminder(ctx, stranger, input)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("with commits", () => {
  const database = useCommittedDatabase();

  test("a server that was down for five days sends one mail, even with two workers @exhaustive", async () => {
    const ctx = testContext(database().db);
    await openAlways(ctx);
    const made = await makeRequest(ctx, {
      status: 1,
      reminders: { firstAfterDays: 1, everyDays: 1, atMost: 5, warnDays: 2 },
      users: [{ email: "ana@x.example" }],
      expiresAt: new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString(),
    });
    await deliverMails(ctx);
    await letPass(ctx, made, 5);
    await Promise.all(Array.from({ length: 4 }, () => sendDueReminders(ctx, made.file.id)));
    const mails = (await Promise.all([deliverMails(ctx), deliverMails(ctx)])).flat();
    expect(mails.map(({ to, subject }) => [to, subject.includes("Reminder")])).toEqual([["ana@x.example", true]]);
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("the warnings state the deadline to the signer, and the missing signers to the requester @exhaustive", async () => {
    const ctx = testContext(database().db);
    await openAlways(ctx);
    const made = await makeRequest(ctx, {
      status: 1,
      reminders: { atMost: 0, warnDays: 2 },
      expiresAt: new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString(),
    });
    const [requester] = await ctx.db.select().from(accounts).where(eq(accounts.id, made.requester.id));
    await deliverMails(ctx);
    await letPass(ctx, made, 4);
    const mails = await deliverMails(ctx);
    expect(mails.map(({ to }) => to).sort()).toEqual(["ana@x.example", "bo@x.example", requester?.email].sort());
    const toRequester = mails.find(({ to }) => to === requester?.email);
    expect(toRequester?.text).toContain("Ana");
    expect(toRequester?.text).toContain("Bo");
    expect(mails.find(({ to }) => to === "ana@x.example")?.text).toMatch(/\/sign\/[0-9a-f-]{36}/);
  });
});
