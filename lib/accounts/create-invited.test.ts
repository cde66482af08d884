import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests, type SignRequest } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { makeAccount } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { createInvitedAccount } from "./create";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const password = "seven purple tractors";

async function invite(ctx: Ctx, email: string): Promise<SignRequest> {
  const requester = await makeAccount(ctx);
  const bytes = { size: 1, sha256: "0".repeat(64), originalSize: 1, originalSha256: "0".repeat(64) };
  const made = await ctx.db
    .insert(files)
    .values({ uuid: randomUUID(), requesterId: requester.id, name: "Lease", pages: [], ...bytes })
    .returning();
  const invited = await ctx.db
    .insert(signRequests)
    .values({
      fileId: only(made).id,
      email,
      displayName: "Bo",
      signMethod: "email",
      identifyMethods: ["account"],
      linkHash: randomUUID(),
      linkSealed: Buffer.alloc(0),
    })
    .returning();
  return only(invited);
}

test("creates a signer account with a proved address, and records it in the document's trail", async () => {
  const ctx = makeContext(db());
  const invitation = await invite(ctx, "bo@x.org");
  const account = await createInvitedAccount(ctx, invitation, { email: "bo@x.org", password }, { isLive: true });
  expect(account).toMatchObject({ email: "bo@x.org", displayName: "Bo", role: "signer", emailProof: "invitation" });
  const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, invitation.fileId));
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: "account.created_from_link", data: { signRequestId: invitation.id, accountId: account.id } },
  ]);
  expect(JSON.stringify(events)).not.toContain("bo@x.org");
});

test("creates an unproved account through a finished link, and mails a confirmation", async () => {
  const ctx = makeContext(db());
  const account = await createInvitedAccount(
    ctx,
    await invite(ctx, "bo@x.org"),
    { email: "bo@x.org", password },
    { isLive: false },
  );
  expect(account).toMatchObject({ emailProvedAt: null, emailProof: null });
  const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "accountMail"));
  expect(jobs.map(({ payload }) => payload)).toEqual([{ template: "confirmation", accountId: account.id }]);
});

test("rejects any address but the invited one, and writes nothing @exhaustive", async () => {
  const ctx = makeContext(db());
  const invitation = await invite(ctx, "bo@x.org");
  await expect(
    createInvitedAccount(ctx, invitation, { email: "eve@x.org", password }, { isLive: true }),
  ).rejects.toMatchObject({ violations: [{ pointer: "/email", code: "email_not_invited" }] });
  expect(await ctx.db.select().from(accounts).where(eq(accounts.role, "signer"))).toEqual([]);
});

describe("ten concurrent calls", () => {
  const database = useCommittedDatabase();

  test("creates one account from ten concurrent calls, and tells the other nine that it exists @exhaustive", async () => {
    const ctx = makeContext(database().db);
    const invitation = await invite(ctx, "bo@x.org");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        createInvitedAccount(ctx, invitation, { email: "bo@x.org", password }, { isLive: true }),
      ),
    );
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : [],
    );
    expect(refusals).toEqual(Array<string>(9).fill("account_exists"));
    expect(await ctx.db.select().from(auditEvents)).toHaveLength(1);
  });
});
