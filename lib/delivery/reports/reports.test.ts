import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mailMessages, type MailState } from "@/db/schema/messages";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { events } from "@/db/views";
import { MessagingError, type MailMessage, type Messenger } from "@/lib/channels/messenger";
import type { Ctx } from "@/lib/context/context";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { readTrail } from "@/lib/records/audit/events";
import { isProgress } from "@/lib/records/mails/note-mail";
import { kindFacts } from "@/lib/records/outbox/kinds";
import { withdrawFile } from "@/lib/requests/withdraw";
import { only } from "@/lib/testing/representatives";
import { makeRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { receiveMailReport, receiveResendEvent, reportTokenHeader } from "./receive-report";
import { deliveryReport } from "./testing/delivery-report";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const nobody = { kind: "public" } as const;
const secret = `whsec_${Buffer.from("a key that Resend shows once").toString("base64")}`;
const token = "token of the mail server";
let ctx: Ctx;
let request: MadeRequest;
beforeEach(async () => {
  ctx = makeContext(db(), { mailReports: { resendSecrets: [secret], token } });
  request = await makeRequest(ctx, { status: 1, users: [{ email: "ana@x.example", displayName: "Ana" }] });
});

interface EventChanges {
  key?: string;
  atSeconds?: number;
  body?: string;
}

function signed(event: object, { key = secret, atSeconds = Date.now() / 1000, body }: EventChanges = {}) {
  const text = JSON.stringify(event);
  const [id, timestamp] = ["msg_1", String(Math.floor(atSeconds))];
  const mac = createHmac("sha256", Buffer.from(key.slice(6), "base64")).update(`${id}.${timestamp}.${text}`);
  const headers = new Map([
    ["svix-id", id],
    ["svix-timestamp", timestamp],
    ["svix-signature", `v1,AAAA v1,${mac.digest("base64")}`],
  ]);
  return { bytes: Buffer.from(body ?? text), header: (name: string) => headers.get(name) ?? null };
}

const ofInvitation = () => eq(mailMessages.template, "invitation");

async function invitation() {
  return only(await ctx.db.select().from(mailMessages).where(ofInvitation()));
}

/** Passes the invitation to the provider. */
async function send(messenger: Messenger = { send: () => Promise.resolve({ providerId: "re_1" }) }): Promise<void> {
  const { jobId } = await invitation();
  const payload = {
    template: "invitation",
    fileId: request.file.id,
    signRequestId: request.signers[0].id,
    accountId: null,
  } as const;
  await makeNotificationHandlers({ messenger }).notification(ctx, payload, {
    id: jobId,
    key: `job-${jobId}`,
    attempt: 1,
    secret: null,
  });
}

const resend = (type: string, data: object = {}, changes?: EventChanges) =>
  receiveResendEvent(ctx, nobody, signed({ type, data: { email_id: "re_1", ...data } }, changes));

const notices = () => ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "bounceMail"));
const outward = async () =>
  (await ctx.db.select().from(events).where(eq(events.fileId, request.file.id))).map(({ type }) => type);

test("queues a mail with its job, and marks it accepted with the provider's id", async () => {
  expect(await invitation()).toMatchObject({
    state: "queued",
    providerId: null,
    signRequestId: request.signers[0].id,
  });
  let sent: MailMessage | null = null;
  await send({ send: (message) => Promise.resolve({ providerId: ((sent = message), "re_1") }) });
  const mail = await invitation();
  expect(mail).toMatchObject({ state: "accepted", providerId: "re_1" });
  expect(sent).toMatchObject({ reference: mail.reference });
});

describe("an event of Resend", () => {
  beforeEach(() => send());

  test("updates the mail's state, and is chained", async () => {
    await resend("email.delivered");
    expect((await invitation()).state).toBe("delivered");
    const trail = await readTrail(ctx, request.file.id);
    expect(trail.at(-1)).toMatchObject({ type: "mail.delivered", data: { template: "invitation" } });
  });

  test("about a bounce notifies the requester once: by mail in the lane of codes, and by webhook", async () => {
    const bounce = { bounce: { message: "550 <ana@x.example> unknown\r\nuser" } };
    await resend("email.bounced", bounce);
    await resend("email.bounced", bounce);
    expect(await invitation()).toMatchObject({ state: "bounced", reason: "550 … unknown user" });
    expect((await notices()).map(({ payload }) => payload)).toEqual([
      { fileId: request.file.id, signRequestId: request.signers[0].id, accountId: request.requester.id },
    ]);
    expect(kindFacts.bounceMail.lane).toBe(kindFacts.code.lane);
    expect((await outward()).filter((type) => type === "sign_request.bounced")).toHaveLength(1);
    const sent: MailMessage[] = [];
    const [job] = await notices();
    const { bounceMail } = makeNotificationHandlers({
      messenger: { send: (message) => Promise.resolve({ providerId: String(sent.push(message)) }) },
    });
    await bounceMail(ctx, job?.payload as Parameters<typeof bounceMail>[1], {
      id: job?.id ?? 0,
      key: "job",
      attempt: 1,
      secret: null,
    });
    expect(sent[0]?.to).toBe(request.requester.email);
    expect(sent[0]?.text).toContain("ana@x.example");
    // The page for correcting the address.
    expect(sent[0]?.text).toContain(`/documents/${request.file.uuid}`);
  });

  test("that arrives late never moves the mail to an earlier state", async () => {
    await resend("email.complained");
    for (const type of ["email.bounced", "email.delivered", "email.sent"]) await resend(type);
    expect((await invitation()).state).toBe("complained");
    expect(await notices()).toEqual([]);
  });

  test("identifies the mail by its tag, even before the provider's id is known @exhaustive", async () => {
    const { reference } = await invitation();
    await ctx.db.update(mailMessages).set({ providerId: null }).where(ofInvitation());
    await resend("email.delivered", { email_id: "re_other", tags: { paraph_message: reference } });
    expect((await invitation()).state).toBe("delivered");
  });

  test("of another kind, or about a mail of another service, is ignored @exhaustive", async () => {
    await resend("email.opened");
    await resend("email.bounced", { email_id: "re_2" });
    expect((await invitation()).state).toBe("accepted");
  });

  const otherKey = `whsec_${Buffer.from("the key of somebody else here").toString("base64")}`;
  const now = Date.now() / 1000;
  test.each([
    ["with another key", { key: otherKey }],
    ["with another body @exhaustive", { body: '{"type":"email.bounced","data":{"email_id":"re_1","a":1}}' }],
    ["from six minutes ago", { atSeconds: now - 360 }],
    ["from the future @exhaustive", { atSeconds: now + 3600 }],
  ])("%s is refused and changes nothing", async (_name, changes) => {
    await expect(resend("email.bounced", {}, changes)).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await invitation()).state).toBe("accepted");
  });

  test("returns not found if no secret is configured @exhaustive", async () => {
    const bare = makeContext(db());
    const call = receiveResendEvent(bare, nobody, signed({ type: "email.bounced", data: { email_id: "re_1" } }));
    await expect(call).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a report by SMTP", () => {
  beforeEach(() => send());

  const report = (bytes: Buffer, given = token) =>
    receiveMailReport(ctx, nobody, { bytes, header: (name) => (name === reportTokenHeader ? given : null) });

  test.each<[string, MailState]>([
    ["failed", "bounced"],
    ["delivered", "delivered"],
    ["delayed", "accepted"],
    ["relayed", "accepted"],
  ])("with the action %s leaves the mail %s", async (action, state) => {
    const { reference } = await invitation();
    await report(deliveryReport({ reference, action }));
    await report(deliveryReport({ reference, action }));
    expect((await invitation()).state).toBe(state);
    expect(await notices()).toHaveLength(state === "bounced" ? 1 : 0);
  });

  test("about abuse marks the mail as complained about @exhaustive", async () => {
    const { reference } = await invitation();
    await report(deliveryReport({ reference, kind: "abuse" }));
    expect((await invitation()).state).toBe("complained");
  });

  test("with a wrong token is refused, and a guessed reference changes nothing", async () => {
    const { reference } = await invitation();
    for (const given of ["", "token of the mail serveR"])
      await expect(report(deliveryReport({ reference }), given)).rejects.toMatchObject({ code: "unauthenticated" });
    await report(deliveryReport({ reference: "0".repeat(32) }));
    expect((await invitation()).state).toBe("accepted");
  });

  test("is refused if it is another message @exhaustive", async () => {
    await expect(report(Buffer.from("Subject: hello\n\nHello"))).rejects.toMatchObject({ code: "validation_failed" });
  });
});

test("counts an address that the mail server refuses at once as bounced @exhaustive", async () => {
  const refusing: Messenger = { send: () => Promise.reject(new MessagingError("550 no such user", false)) };
  await expect(send(refusing)).rejects.toThrow("550");
  expect(await invitation()).toMatchObject({ state: "bounced", reason: "550 no such user" });
  expect(await notices()).toHaveLength(1);
});

test("does not count an overtaken mail as queued @exhaustive", async () => {
  await withdrawFile(ctx, request.actor, { fileId: request.file.id });
  await send();
  expect(await ctx.db.select().from(mailMessages).where(ofInvitation())).toEqual([]);
});

test("never moves a state backwards", () => {
  const inOrder: MailState[] = ["queued", "accepted", "delivered", "bounced", "complained"];
  for (const [from, one] of inOrder.entries())
    for (const [to, other] of inOrder.entries()) expect(isProgress(one, other)).toBe(to > from);
});
