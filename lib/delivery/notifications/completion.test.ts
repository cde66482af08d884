import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { MailMessage, Messenger } from "@/lib/channels/messenger";
import type { Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { makeNotificationHandlers } from "./handlers";

const db = useRolledBackDatabase();
const context = useTestContext();

/** A document that Ana signed, and the completion e-mails to Ana and to the requester. */
async function complete(ctx: Ctx, { hasAccount }: { hasAccount: boolean }) {
  const { fileId, requester, signers } = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [ana] = signers;
  await requestCode(ctx, ana.actor, { fileId });
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
  if (!hasAccount)
    await ctx.db.update(accounts).set({ emailProvedAt: null }).where(eq(accounts.id, ana.actor.account.id));
  const sent: MailMessage[] = [];
  const messenger: Messenger = {
    send: (message) => Promise.resolve({ providerId: String(sent.push(message)) }),
  };
  const done = () => Promise.resolve();
  const handlers: OutboxHandlers = {
    ...makeNotificationHandlers({ messenger }),
    ...{ finish: done, compareReaders: done, augment: done, evidence: done, bulkSend: done },
  };
  while ((await drainOnce(ctx, handlers)) > 0);
  const completed = sent.filter(({ subject }) => subject.startsWith("Completed"));
  const to = (address: string) => completed.filter((mail) => mail.to === address);
  const [signRequest] = await ctx.db.select().from(signRequests).where(eq(signRequests.id, ana.signRequestId));
  return {
    fileId,
    link: `${ctx.publicUrl}/sign/${signRequest ? revealLink(ctx, signRequest.linkSealed) : ""}`,
    toAna: to(ana.actor.account.email),
    toRequester: to(requester.account.email),
  };
}

describe("the e-mail about a completed document", () => {
  test("attaches the signed PDF and leads a signer without an account to the sign link", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { fileId, link, toAna, toRequester } = await complete(ctx, { hasAccount: false });
    expect([toAna.length, toRequester.length]).toEqual([1, 1]);
    const pdf = await readBytes(ctx, fileId);
    for (const mail of [...toAna, ...toRequester])
      expect(mail.attachments?.map(({ contentType, content }) => [contentType, content.equals(pdf)])).toEqual([
        ["application/pdf", true],
      ]);
    expect(toAna[0]?.text.split("\n")).toContain(link);
    expect(toRequester[0]?.text).not.toContain("/sign/");
  });

  test("leads a signer with an account to the document's page @exhaustive", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { link, toAna } = await complete(ctx, { hasAccount: true });
    expect(toAna[0]?.text).toContain("/documents/");
    expect(toAna[0]?.text).not.toContain(link);
  });

  test("explains how to get a document that exceeds the operator's limit @exhaustive", async () => {
    const ctx = context(db(), { usesMessageInbox: false, limits: { ...defaultLimits, mailAttachmentBytes: 1000 } });
    const { toAna } = await complete(ctx, { hasAccount: true });
    expect(toAna[0]?.attachments).toBeUndefined();
    expect(toAna[0]?.text).toContain("too large for an e-mail");
  });
});
