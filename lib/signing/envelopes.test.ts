import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { envelopeSignatures, fields } from "@/db/schema/files";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { listHash } from "@/lib/documents/envelopes/list-hash";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { exactly } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { approve } from "./approve";
import { notePagesSeen } from "./note-pages-seen";
import { checkFields } from "./plan-contents";
import { sign } from "./sign";
import { envelopeScenario, onePage, pdfsOf, signEnvelope } from "./testing/envelope-scenario";
import {
  eventTypes,
  newestCode,
  readBytes,
  readEvents,
  readFile,
  readSignRequest,
  storeStroke,
} from "./testing/signing-scenario";

const database = useCommittedDatabase();
const context = useTestContext();

describe("an envelope", () => {
  test("is signed with one code per person, one signature in each of their files, and sealed as a whole", async () => {
    const ctx = context(database().db);
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage(), onePage()],
      [
        { name: "Ana", signs: [0, 1] },
        { name: "Bo", signs: [1] },
      ],
    );
    const prepared = await pdfsOf(ctx, scenario);
    expect(prepared.map(({ status, preparation, revision }) => ({ status, preparation, revision }))).toEqual(
      Array(3).fill({ status: "able_to_sign", preparation: 1, revision: 1 }),
    );

    const first = await signEnvelope(ctx, scenario, 0);
    expect(first.file).toMatchObject({ status: "partially_signed", kind: "envelope" });
    expect((await pdfsOf(ctx, scenario)).map(({ revision }) => revision)).toEqual([2, 2, 1]);
    const second = await signEnvelope(ctx, scenario, 1);
    if (second.file.status !== "signed") await finishFile(ctx, scenario.fileId);

    const [envelope, pdfs] = [await readFile(ctx, scenario.fileId), await pdfsOf(ctx, scenario)];
    expect(envelope).toMatchObject({ status: "signed", sha256: listHash(pdfs) });
    expect(pdfs.map(({ status, completedAt }) => [status, completedAt])).toEqual(
      Array(3).fill(["signed", envelope.completedAt]),
    );
    const fields = await Promise.all(
      pdfs.map(async (pdf) => (await verifyFile(ctx, pdf)).signatures.map(({ kind, verdict }) => [kind, verdict])),
    );
    expect(fields.map((all) => all.length)).toEqual([3, 4, 2]);
    for (const pdf of pdfs) {
      const { signatures } = await verifyFile(ctx, pdf);
      expect(signatures.every(({ verdict }) => verdict.startsWith("intact"))).toBe(true);
      expect(trailBreaksAt(pdf, await readEvents(ctx, pdf.id))).toBeNull();
    }
    expect(pdfsig(await readBytes(ctx, pdfs[1]?.id ?? 0))).not.toContain("NOT");
    expect(trailBreaksAt(envelope, await readEvents(ctx, envelope.id))).toBeNull();
    const stored = await ctx.db.select().from(envelopeSignatures);
    expect(stored.map(({ fileId, signRequestId }) => [fileId, signRequestId]).sort()).toEqual(
      [
        [pdfs[0]?.id, scenario.people[0]?.signRequestId],
        [pdfs[1]?.id, scenario.people[0]?.signRequestId],
        [pdfs[1]?.id, scenario.people[1]?.signRequestId],
      ].sort(),
    );
    expect(new Set(stored.slice(0, 2).map(({ signature }) => signature.serialNumber)).size).toBe(1);
    expect(await ctx.db.$count(challenges)).toBe(2);
    const mails = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
    expect(mails.map(({ payload }) => payload["template"]).sort()).toEqual([
      "completion",
      "completion",
      "completion",
      "invitation",
      "invitation",
    ]);
    expect((await readSignRequest(ctx, scenario.people[0]?.signRequestId ?? 0)).status).toBe("signed");
  });

  test("of 20 files of 1 MB is signed with one code and one certificate @exhaustive", async () => {
    const ctx = context(database().db);
    const pdfs = Array.from({ length: 20 }, () => onePage(1_000_000));
    const scenario = await envelopeScenario(ctx, pdfs, [{ name: "Ana", signs: pdfs.map((_, index) => index) }]);
    const { file } = await signEnvelope(ctx, scenario, 0);
    expect(["signing_in_progress", "signed"]).toContain(file.status);
    const stored = await ctx.db
      .select()
      .from(envelopeSignatures)
      .where(eq(envelopeSignatures.signRequestId, scenario.people[0]?.signRequestId ?? 0));
    expect(stored).toHaveLength(20);
    expect(new Set(stored.map(({ signature }) => signature.serialNumber)).size).toBe(1);
    expect(new Set(stored.map(({ signature }) => signature.fieldName)).size).toBe(20);
    const [challenge] = await ctx.db
      .select()
      .from(challenges)
      .where(eq(challenges.signRequestId, scenario.people[0]?.signRequestId ?? 0));
    expect(challenge?.consumedAt).not.toBeNull();
    await finishFile(ctx, scenario.fileId);
    expect((await pdfsOf(ctx, scenario)).every(({ status }) => status === "signed")).toBe(true);
  });

  test("stays unsigned in every file, with its code unused, if the transaction fails midway @exhaustive", async () => {
    const ctx = context(database().db);
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage(), onePage()],
      [{ name: "Ana", signs: [0, 1, 2] }],
    );
    const [, , last] = exactly(3, await pdfsOf(ctx, scenario));
    const [ana] = scenario.people;
    await storeStroke(ctx, ana.actor);
    await requestCode(ctx, ana.actor, { link: ana.link });
    const code = await newestCode(ctx);
    // The last row that the transaction writes about the files conflicts with this one.
    const facts = {
      subject: "",
      issuer: "",
      serialNumber: "",
      notBefore: "",
      notAfter: "",
      signedAt: "",
      timestamp: null,
      level: "",
      verdict: "",
      fieldName: "",
    };
    await ctx.db
      .insert(envelopeSignatures)
      .values({ fileId: last.id, signRequestId: ana.signRequestId, signature: facts, signedAt: new Date() });
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code })).rejects.toThrow();
    expect((await pdfsOf(ctx, scenario)).map(({ revision }) => revision)).toEqual([1, 1, 1]);
    expect((await readSignRequest(ctx, ana.signRequestId)).status).toBe("pending");
    for (const pdf of await pdfsOf(ctx, scenario)) expect(await eventTypes(ctx, pdf.id)).not.toContain("signed");

    await ctx.db.delete(envelopeSignatures).where(eq(envelopeSignatures.fileId, last.id));
    const { file } = await sign(ctx, ana.actor, { target: { link: ana.link }, code });
    expect(["signing_in_progress", "signed"]).toContain(file.status);
    expect((await pdfsOf(ctx, scenario)).every(({ revision }) => revision >= 2)).toBe(true);
  });

  test("has both signatures of two simultaneous signers, and rebuilds only files that the other had signed @exhaustive", async () => {
    const ctx = context(database().db);
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage(), onePage()],
      [
        { name: "Ana", signs: [0, 1] },
        { name: "Bo", signs: [1, 2] },
      ],
    );
    const codes: string[] = [];
    for (const { actor, link } of scenario.people) {
      await storeStroke(ctx, actor);
      await requestCode(ctx, actor, { link });
      codes.push(await newestCode(ctx));
    }
    await Promise.all(
      scenario.people.map(({ actor, link }, index) => sign(ctx, actor, { target: { link }, code: codes[index] ?? "" })),
    );
    await finishFile(ctx, scenario.fileId);
    const pdfs = await pdfsOf(ctx, scenario);
    expect(pdfs.map(({ status, revision }) => [status, revision])).toEqual([
      ["signed", 3],
      ["signed", 4],
      ["signed", 3],
    ]);
    for (const pdf of pdfs) {
      const { signatures } = await verifyFile(ctx, pdf);
      expect(signatures.every(({ verdict }) => verdict.startsWith("intact"))).toBe(true);
    }
  });

  test("is approved as a whole, and is viewed once the last page of its last file was on screen @exhaustive", async () => {
    const ctx = context(database().db);
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage()],
      [
        { name: "Vi", role: "viewer", signingOrder: 1 },
        { name: "Max", role: "approver", signingOrder: 2 },
        { name: "Ana", signs: [1], signingOrder: 3 },
      ],
    );
    const [vi, max] = scenario.people;
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [1] })).toMatchObject({ pages: 2, isDone: false });
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [2] })).toMatchObject({ seen: 2, isDone: true });
    await requestCode(ctx, max.actor, { link: max.link });
    await approve(ctx, max.actor, { u: max.link, code: await newestCode(ctx) });
    const approved = (await readEvents(ctx, scenario.fileId)).find(({ type }) => type === "approved");
    expect(approved?.doc.sha256).toBe(listHash(await pdfsOf(ctx, scenario)));
    await signEnvelope(ctx, scenario, 2);
    await finishFile(ctx, scenario.fileId);
    expect((await readFile(ctx, scenario.fileId)).status).toBe("signed");
  });

  test("treats radio buttons of the same group name in two files as separate questions @exhaustive", async () => {
    const ctx = context(database().db);
    const radio = (file: number, label: string) => ({ type: "radio" as const, group: "Pet", label, file });
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage()],
      [{ name: "Ana", fields: [radio(0, "Dog"), radio(0, "Cat"), radio(1, "Dog"), radio(1, "Cat")] }],
    );
    const [ana] = scenario.people;
    const buttons = await ctx.db
      .select({ id: fields.id })
      .from(fields)
      .where(eq(fields.signRequestId, ana.signRequestId))
      .orderBy(asc(fields.fileId), asc(fields.id));
    const choose = (...places: number[]) =>
      checkFields(ctx, ana.actor, {
        target: { link: ana.link },
        fields: places.map((place) => ({ elementId: buttons[place]?.id ?? 0, value: true })),
      });
    await expect(choose(0)).rejects.toMatchObject({ code: "field_missing" });
    await expect(choose(0, 1, 2)).rejects.toMatchObject({ violations: [{ code: "more_than_one" }] });
    await choose(0, 3);
  });

  test("keeps a replaced signer's fields and link in every file @exhaustive", async () => {
    const ctx = context(database().db);
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage()],
      [
        { name: "Ana", signs: [0, 1] },
        { name: "Bo", signs: [0] },
      ],
    );
    await signEnvelope(ctx, scenario, 1);
    const eva = actingAs(await makeAccount(ctx, { displayName: "Eva", role: "signer" }));
    await replaceSigner(ctx, scenario.requester, {
      fileId: scenario.fileId,
      signRequestId: scenario.people[0]?.signRequestId ?? 0,
      email: eva.account.email,
    });
    await storeStroke(ctx, eva);
    await requestCode(ctx, eva, { fileId: scenario.fileId });
    await sign(ctx, eva, { target: { fileId: scenario.fileId }, code: await newestCode(ctx) });
    await finishFile(ctx, scenario.fileId);
    for (const pdf of await pdfsOf(ctx, scenario)) {
      const { signatures } = await verifyFile(ctx, pdf);
      expect(signatures.every(({ verdict }) => verdict.startsWith("intact"))).toBe(true);
    }
  });
});
