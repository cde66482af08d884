import { eq, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fields, files, signRequests } from "@/db/schema/files";
import { outboxJobs, settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { readSegments } from "@/lib/documents/storage/segments";
import { setFormValues } from "@/lib/documents/upload/form-values";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { draftScenario, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { duplicateRequest } from "./duplicate";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const people = [{ name: "Ana", fields: [{ type: "text" as const, required: false }] }, { name: "Bo" }];

/** Jobs that send messages. The copy's page comparison job is queued as for any upload. */
function messageJobs(ctx: Ctx): Promise<number> {
  return ctx.db.$count(outboxJobs, ne(outboxJobs.kind, "compareReaders"));
}

test("copies a sent document as a draft of its upload with the same signers and fields, and notifies nobody", async () => {
  const ctx = testContext(db());
  const { fileId, requester } = await releasedScenario(ctx, people);
  await ctx.db
    .update(signRequests)
    .set({ description: "Page 2, please.", signingOrder: 2, notify: false })
    .where(eq(signRequests.fileId, fileId));
  const [original] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const jobs = await messageJobs(ctx);
  const copy = await duplicateRequest(ctx, requester, { uuid: original?.uuid ?? "", name: "Once more" });
  const [made] = await ctx.db.select().from(files).where(eq(files.id, copy.fileId));
  expect(made).toMatchObject({
    name: "Once more",
    status: "draft",
    originalSha256: original?.originalSha256,
    requesterId: original?.requesterId,
    expiresAt: null,
    releasedAt: null,
  });
  const signersOf = (id: number) =>
    ctx.db
      .select({
        email: signRequests.email,
        displayName: signRequests.displayName,
        description: signRequests.description,
        signingOrder: signRequests.signingOrder,
        notify: signRequests.notify,
        signMethod: signRequests.signMethod,
      })
      .from(signRequests)
      .where(eq(signRequests.fileId, id))
      .orderBy(signRequests.id);
  expect(await signersOf(copy.fileId)).toEqual(await signersOf(fileId));
  const fieldsOf = (id: number) =>
    ctx.db
      .select({
        email: signRequests.email,
        type: fields.type,
        leftPt: fields.leftPt,
        topPt: fields.topPt,
        required: fields.required,
      })
      .from(fields)
      .innerJoin(signRequests, eq(fields.signRequestId, signRequests.id))
      .where(eq(fields.fileId, id))
      .orderBy(fields.id);
  expect(await fieldsOf(copy.fileId)).toEqual(await fieldsOf(fileId));
  expect((await fieldsOf(copy.fileId)).length).toBeGreaterThan(0);
  const links = await ctx.db
    .select({ status: signRequests.status, notifiedAt: signRequests.notifiedAt, link: signRequests.linkHash })
    .from(signRequests);
  expect(new Set(links.map(({ link }) => link)).size).toBe(4);
  expect(links.filter(({ status, notifiedAt }) => status === "draft" && notifiedAt === null)).toHaveLength(2);
  expect(await messageJobs(ctx)).toBe(jobs);
});

test("leaves out erased signers, and replaces a method that is no longer allowed by the default", async () => {
  const ctx = testContext(db());
  const { fileId, requester } = await draftScenario(ctx, people);
  const [original] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const [ana, bo] = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.fileId, fileId))
    .orderBy(signRequests.id);
  await ctx.db
    .update(signRequests)
    .set({ erasedAt: sql`now()` })
    .where(eq(signRequests.id, ana?.id ?? 0));
  await ctx.db
    .insert(settings)
    .values({ name: "allowed_sign_methods", value: ["email"] })
    .onConflictDoUpdate({ target: settings.name, set: { value: ["email"] } });
  await ctx.db
    .update(signRequests)
    .set({ signMethod: "password" })
    .where(eq(signRequests.id, bo?.id ?? 0));
  const copy = await duplicateRequest(ctx, requester, { uuid: original?.uuid ?? "" });
  expect(await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, copy.fileId))).toMatchObject([
    { email: bo?.email, signMethod: "email" },
  ]);
});

test("rejects everyone but the requester, and returns 404 to strangers", async () => {
  const ctx = testContext(db());
  const { fileId, signers } = await releasedScenario(ctx, people);
  const [original] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const uuid = original?.uuid ?? "";
  await expect(duplicateRequest(ctx, actingAs(await makeAccount(ctx)), { uuid })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(duplicateRequest(ctx, signers[0]?.actor ?? { kind: "public" }, { uuid })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("does not draw form values on a copy's pages if they moved into fields", async () => {
  const ctx = testContext(db());
  const form = formPdf({ widgets: ["/FT/Tx/T(town)/V(Lisbon)/Rect[10 10 110 30]/F 4"] });
  const { fileId, requester } = await draftScenario(ctx, people, form);
  const { uuid } = await readFile(ctx, fileId);
  await setFormValues(ctx, requester, { uuid, values: "fields" });
  const copy = await duplicateRequest(ctx, requester, { uuid });
  const kinds = (await readSegments(ctx, copy.fileId)).map(({ kind }) => kind);
  expect(kinds).toEqual(["upload", "unfilled"]);
});
