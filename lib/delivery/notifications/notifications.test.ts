import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { mailMessages } from "@/db/schema/messages";
import { challenges, inboxMessages, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { setPasswordAsOperator } from "@/lib/accounts/passwords";
import { changeBranding } from "@/lib/administration/branding";
import { inboxMessenger, MessagingError, type MailMessage, type Messenger } from "@/lib/channels/messenger";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import type { Ctx } from "@/lib/context/context";
import { listInboxMessages } from "@/lib/delivery/inbox/inbox";
import {
  addEndpoint,
  changeEndpoint,
  disableEndpoint,
  removeEndpoint,
  rotateSecret,
} from "@/lib/delivery/webhooks/endpoints";
import { defaultLimits } from "@/lib/platform/limits";
import { readTrail } from "@/lib/records/audit/events";
import { enqueue } from "@/lib/records/outbox/enqueue";
import type { OutboxKind } from "@/lib/records/outbox/kinds";
import { drainOnce } from "@/lib/records/outbox/worker";
import { recipientHmac } from "@/lib/signing/proof/compare-code";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { makeNotificationHandlers } from "./handlers";
import { storeMail } from "./send";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const users: [{ email: string; displayName: string }] = [{ email: "ana@x.example", displayName: "Ana" }];

async function drain(ctx: Ctx, messenger: Messenger): Promise<void> {
  const handlers = {
    ...makeNotificationHandlers({ messenger }),
    finish: () => Promise.resolve(),
    compareReaders: () => Promise.resolve(),
    augment: () => Promise.resolve(),
    evidence: () => Promise.resolve(),
    bulkSend: () => Promise.resolve(),
  };
  while ((await drainOnce(ctx, handlers)) > 0);
}

function recorder(): { messenger: Messenger; sent: MailMessage[] } {
  const sent: MailMessage[] = [];
  return { sent, messenger: { send: (message) => Promise.resolve({ providerId: String(sent.push(message)) }) } };
}

/** Makes failed jobs due again, with the given age. */
async function makeDue(ctx: Ctx, kind: OutboxKind, ageSeconds: number): Promise<void> {
  await ctx.db
    .update(outboxJobs)
    .set({ runAt: new Date(0), createdAt: sql`now() - make_interval(secs => ${ageSeconds})` })
    .where(eq(outboxJobs.kind, kind));
}

const failing = (retryable: boolean): Messenger => ({
  send: () => Promise.reject(new MessagingError("the provider said no", retryable)),
});

describe("mails", () => {
  test("ask for replies to the address of the branding @exhaustive", async () => {
    const ctx = testContext(db());
    await changeBranding(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), {
      replyTo: "office@harbour.example",
    });
    await makeRequest(ctx, { status: 1, users });
    const { messenger, sent } = recorder();
    await drain(ctx, messenger);
    expect(sent.map(({ to, replyTo }) => [to, replyTo])).toContainEqual(["ana@x.example", "office@harbour.example"]);
  });

  test("stay queued while the provider is unavailable, and are sent once under the same key afterwards", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx, { status: 1, users });
    const keys: string[] = [];
    await drain(ctx, {
      send: (message) => {
        keys.push(message.idempotencyKey);
        return Promise.reject(new MessagingError("away", true));
      },
    });
    await ctx.db
      .update(outboxJobs)
      .set({ runAt: new Date(0) })
      .where(eq(outboxJobs.kind, "notification"));
    const { messenger, sent } = recorder();
    await drain(ctx, messenger);
    await drain(ctx, messenger);
    expect(sent.map((mail) => mail.to)).toEqual(["ana@x.example"]);
    expect(sent[0]?.idempotencyKey).toBe(keys[0]);
    expect(
      (await readTrail(ctx, file.id)).map((event) => event.type).filter((type) => type.startsWith("mail.")),
    ).toEqual(["mail.queued", "mail.sent"]);
  });

  test("are recorded as bounced and moved to the dead letters when undeliverable, and the bounce of that notice notifies nobody @exhaustive", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx, { status: 1, users });
    await drain(ctx, failing(false));
    const mails = (await readTrail(ctx, file.id))
      .filter(({ type }) => type.startsWith("mail."))
      .map(({ type, data: { template } }) => `${type} ${String(template)}`);
    expect(mails).toEqual([
      "mail.queued invitation",
      "mail.failed invitation",
      "mail.bounced invitation",
      "mail.queued bounce",
      "mail.failed bounce",
      "mail.bounced bounce",
    ]);
    const [job] = (await ctx.db.select().from(outboxJobs)).filter(({ kind }) => kind === "notification");
    expect(job?.deadAt).not.toBeNull();
  });

  test("are recorded as failed, once, after a day without success @exhaustive", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, { status: 1, users });
    const failures = async () => (await readTrail(ctx, file.id)).filter(({ type }) => type === "mail.failed");
    await drain(ctx, failing(true));
    expect(await failures()).toEqual([]);
    await makeDue(ctx, "notification", 24 * 3600);
    await drain(ctx, failing(true));
    expect((await failures()).map(({ data }) => data)).toEqual([
      expect.objectContaining({ template: "invitation", signRequestId: signers[0]?.id }),
    ]);
    // Otherwise its delivery would remain "queued" forever, unnoticed.
    expect((await ctx.db.select().from(mailMessages)).map(({ template, state }) => [template, state])).toEqual([
      ["invitation", "bounced"],
      ["bounce", "queued"],
    ]);
    const [job] = (await ctx.db.select().from(outboxJobs)).filter(({ kind }) => kind === "notification");
    expect(job?.deadAt).not.toBeNull();
  });

  test("are stored once, encrypted, without a provider @exhaustive", async () => {
    const ctx = testContext(db());
    const { signers } = await makeRequest(ctx, { status: 1, users });
    const messenger = inboxMessenger((message) => storeMail(ctx, message));
    await drain(ctx, messenger);
    await ctx.db
      .update(outboxJobs)
      .set({ doneAt: null, runAt: new Date(0) })
      .where(eq(outboxJobs.kind, "notification"));
    await drain(ctx, messenger);
    const rows = await ctx.db.select().from(inboxMessages);
    expect(rows).toHaveLength(1);
    const link = linkOf(ctx, signers, "ana@x.example");
    expect(rows[0]?.sealedBody.includes(link)).toBe(false);
    const [shown] = await listInboxMessages(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), {
      to: "ana@x.example",
    });
    expect(shown?.text.split("\n")).toContain(`http://localhost:3000/sign/${link}`);
  });

  test("have neither link nor address in the queue", async () => {
    const ctx = testContext(db());
    const { signers } = await makeRequest(ctx, { status: 1, users });
    const jobs = JSON.stringify(
      (await ctx.db.select().from(outboxJobs)).map(({ payload, dedupeKey }) => [payload, dedupeKey]),
    );
    expect(jobs).not.toContain(linkOf(ctx, signers, "ana@x.example"));
    expect(jobs).not.toContain("ana@x.example");
  });

  test.each(
    oneOfEachClass(
      [
        ["the language set by the requester", { signer: "pt", own: "en", requester: "en" }, "pede sua assinatura"],
        ["else the language of their account", { signer: null, own: "pt", requester: "en" }, "pede sua assinatura"],
        ["else the requester's language", { signer: null, own: null, requester: "pt" }, "pede sua assinatura"],
        ["else English", { signer: null, own: null, requester: null }, "asks you to sign"],
        ["and English if the requester set it", { signer: "en", own: "pt", requester: "pt" }, "asks you to sign"],
      ] as const,
      () => "",
    ),
  )("are sent to a signer in %s", async (_name, languages, subject) => {
    const ctx = testContext(db());
    await makeAccount(ctx, { email: "ana@x.example", language: languages.own });
    const { file } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example", language: languages.signer }],
    });
    await ctx.db.update(accounts).set({ language: languages.requester }).where(eq(accounts.id, file.requesterId));
    const { messenger, sent } = recorder();
    await drain(ctx, messenger);
    expect(sent.map((mail) => mail.subject)).toEqual([expect.stringContaining(subject)]);
  });

  test("are not sent as an invitation to a signer removed in the meantime @exhaustive", async () => {
    const ctx = testContext(db());
    await makeRequest(ctx, { status: 1, users });
    await ctx.db.update(signRequests).set({ removedAt: new Date(), status: "cancelled" });
    const { messenger, sent } = recorder();
    await drain(ctx, messenger);
    expect(sent).toEqual([]);
  });
});

describe("codes", () => {
  async function sendCode(
    ctx: Ctx,
    values: Partial<typeof challenges.$inferInsert>,
    messenger?: Messenger,
  ): Promise<MailMessage[]> {
    const {
      signers: [ana],
    } = await makeRequest(ctx, { users });
    const now = Date.now();
    const to = recipientHmac(ctx, ana.id, { channel: "email", to: ana.email });
    const [challenge] = await ctx.db
      .insert(challenges)
      .values({
        signRequestId: ana.id,
        preparation: 1,
        channel: "email",
        recipientHmac: to,
        codeHmac: "x",
        createdAt: new Date(now),
        expiresAt: new Date(now + 600_000),
        ...values,
      })
      .returning();
    await enqueue(ctx, "code", { challengeId: challenge?.id ?? 0 }, { secret: "123456" });
    const { messenger: recording, sent } = recorder();
    await drain(ctx, messenger ?? recording);
    return sent;
  }

  test("go to the signer with six digits and their lifetime", async () => {
    const [mail] = await sendCode(testContext(db()), {});
    expect(mail?.to).toBe("ana@x.example");
    expect(mail?.text.match(/\d{6}/g)).toEqual(["123456"]);
    expect(mail?.text).toContain("10 minutes");
  });

  test.each(
    oneOfEachClass(
      [
        ["superseded", { supersededAt: new Date() }],
        ["used", { consumedAt: new Date() }],
        ["past their time", { expiresAt: new Date(0) }],
      ],
      () => "",
    ),
  )("that are %s are not sent", async (_name, values) => {
    expect(await sendCode(testContext(db()), values)).toEqual([]);
  });

  test.each(
    oneOfEachClass(
      [
        ["out of retries", 600, {}],
        ["that expired in the meantime", 0, { expiresAt: new Date(0) }],
      ],
      () => "",
    ),
  )("%s after failed tries are recorded as failed", async (_name, ageSeconds, values) => {
    const ctx = testContext(db());
    await sendCode(ctx, {}, failing(true));
    await ctx.db.update(challenges).set({ ...values, channel: "email" });
    await makeDue(ctx, "code", ageSeconds);
    await drain(ctx, failing(true));
    const [challenge] = await ctx.db.select({ signRequestId: challenges.signRequestId }).from(challenges);
    const [row] = await ctx.db
      .select({ fileId: signRequests.fileId })
      .from(signRequests)
      .where(eq(signRequests.id, challenge?.signRequestId ?? 0));
    expect((await readTrail(ctx, row?.fileId ?? 0)).filter(({ type }) => type === "mail.failed")).toHaveLength(1);
  });

  test("are removed from the queue with the job", async () => {
    const ctx = testContext(db());
    await sendCode(ctx, {});
    const [job] = (await ctx.db.select().from(outboxJobs)).filter(({ kind }) => kind === "code");
    expect(job).toMatchObject({ sealed: null, lastError: null });
    expect(job?.doneAt).not.toBeNull();
  });
});

describe("an account's owner", () => {
  const url = (host: string): string => `http://${host}/hook`;
  /** Names of receivers are not resolved. */
  const anywhere = (limits: Partial<Ctx["limits"]> = {}): Ctx => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, ...limits } });
    return testContext(db(), {
      limits: ctx.limits,
      outbound: { ...ctx.outbound, assertAllowed: () => Promise.resolve() },
    });
  };

  test("gets an e-mail that names the host of each new webhook, URL and secret, also once the webhook is deleted", async () => {
    const ctx = anywhere();
    const { sent, messenger } = recorder();
    const acting = actingAs(await makeAccount(ctx));
    const token = { ...acting, proof: "token" as const, signedInAt: null };
    const { endpoint } = await addEndpoint(ctx, token, { url: url("one.example") });
    await changeEndpoint(ctx, token, endpoint.id, { url: url("one.example"), description: "Archive" });
    await changeEndpoint(ctx, acting, endpoint.id, { url: url("two.example:8080") });
    await rotateSecret(ctx, token, endpoint.id);
    await removeEndpoint(ctx, token, endpoint.id);
    await drain(ctx, messenger);
    const english = mailTranslator("en");
    const byToken = english.plainText("webhookChanged.byToken");
    expect(
      sent
        .map(({ to, text }) => [to, /\w+\.example(:\d+)?$/m.exec(text)?.[0], text.includes(byToken)])
        .sort((one, other) => String(one).localeCompare(String(other))),
    ).toEqual([
      [acting.account.email, "one.example", true],
      [acting.account.email, "two.example:8080", false],
      [acting.account.email, "two.example:8080", true],
    ]);
  });

  test("is referred to the active webhooks by the e-mail about a new password", async () => {
    const ctx = anywhere();
    const acting = actingAs(await makeAccount(ctx));
    const { endpoint } = await addEndpoint(ctx, acting, { url: url("one.example") });
    const newest = async (): Promise<string> => {
      const { sent, messenger } = recorder();
      await setPasswordAsOperator(ctx, acting.account.email, null);
      await drain(ctx, messenger);
      return sent.at(-1)?.text ?? "";
    };
    expect(await newest()).toContain("/developers");
    await disableEndpoint(ctx, endpoint.id, "owner");
    expect(await newest()).not.toContain("/developers");
  });

  test("can change webhooks only so often that the e-mails delay nobody's codes", async () => {
    const ctx = anywhere({ webhookChangesPerHour: 2 });
    const acting = actingAs(await makeAccount(ctx));
    const { endpoint } = await addEndpoint(ctx, acting, { url: url("one.example") });
    await rotateSecret(ctx, acting, endpoint.id);
    await expect(changeEndpoint(ctx, acting, endpoint.id, { url: url("two.example") })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});
