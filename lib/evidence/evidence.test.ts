import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evidenceDocuments } from "@/db/schema/evidence";
import { attachments, files } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { openContent } from "@/lib/documents/content";
import { checkDocuments } from "@/lib/documents/storage/check-documents";
import { countDamaged, findDamaged } from "@/lib/documents/storage/damaged-blobs";
import { pairStorage } from "@/lib/documents/storage/pair-storage";
import { sweepBlobs } from "@/lib/documents/sweep";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { finishFile } from "@/lib/signing/finish";
import { readEvents, readFile, readSignRequest, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { downloadBundle } from "./download-bundle";
import { downloadEvidence, ensureEvidence, openEvidence, prepareEvidence } from "./make-evidence";
import { showAudit } from "./read-chain";
import { utc } from "./signer-card";
import { completedScenario, evidenceBytes, signAll } from "./testing/completed-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-evidence-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text as extracted by an external tool, with wrapped lines joined. */
function textOf(pdf: Buffer): string {
  const target = path.join(folder, "evidence.pdf");
  writeFileSync(target, pdf);
  return execFileSync("pdftotext", ["-layout", target, "-"])
    .toString()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Without the white space that line breaks and columns add. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The values that are missing in the text. */
function missing(text: string, values: readonly (string | null | undefined)[]): (string | null | undefined)[] {
  const plain = squeezed(text);
  return values.filter((value) => !value || !plain.includes(squeezed(value)));
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("the evidence document", () => {
  test("matches the database, field by field, in text extracted by an outside tool", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const scenario = await completedScenario(ctx, [
      { name: "Ana Müller-Ångström", fields: [{ type: "signature" }] },
      { name: "Γιώργος Παπαδόπουλος", method: "password" },
    ]);
    const { file } = scenario;
    const text = textOf(await evidenceBytes(ctx, file));
    const chain = await showAudit(ctx, scenario.requester, { uuid: file.uuid });
    const completed = chain.data.find(({ type }) => type === "file.completed");
    const { account } = scenario.requester;
    expect(
      missing(text, [
        file.name,
        file.uuid,
        file.originalSha256,
        String(completed?.doc.sha256),
        chain.sealed?.hash,
        `http://localhost:3000/verify/${file.uuid}`,
        account.displayName,
        account.email,
        utc(file.completedAt ?? ""),
        utc(file.releasedAt ?? ""),
        `numbered 0 to ${chain.sealed?.seq}`,
      ]),
    ).toEqual([]);
    for (const { signRequestId, actor } of scenario.signers) {
      const request = await readSignRequest(ctx, signRequestId);
      const signed = chain.data.find(({ type, data }) => type === "signed" && data.signRequestId === signRequestId);
      expect(
        missing(text, [
          request.displayName,
          request.email,
          utc(signed?.at ?? ""),
          request.signature?.serialNumber,
          request.signature?.issuer,
          String(signed?.data.certificateSha256),
          String(signed?.data.fieldName),
          "192.0.2.1",
        ]),
      ).toEqual([]);
      expect(actor.account.email).toBe(request.email);
    }
    const [byCode] = await Promise.all([readSignRequest(ctx, scenario.signers[0].signRequestId)]);
    const entered = chain.data.find(({ type, data }) => type === "signed" && data.signRequestId === byCode.id)?.auth
      .enteredAt;
    expect(
      missing(text, [
        `Mailbox access: a one-time code was e-mailed to ${byCode.email}; the code was entered on ${utc(String(entered))}.`,
        "The signing password of the account",
        "Confirmed by the administrator of this service",
        "Version 1 (en), given on",
        "Identities were not checked",
      ]),
    ).toEqual([]);
    expect(
      missing(
        text,
        chain.data
          .filter(({ seq }) => seq <= (chain.sealed?.seq ?? 0))
          .flatMap(({ at, hash }) => [at.slice(0, 23).replace("T", " "), hash.slice(0, 16)]),
      ),
    ).toEqual([]);
    expect(text).not.toMatch(/identity verified|verified identity/i);
    for (const { link } of scenario.signers) expect(squeezed(text)).not.toContain(link);
  });

  test("states that a code stored instead of e-mailed proves no access to a mailbox, as the certificate does @exhaustive", async () => {
    const ctx = context(db(), { usesMessageInbox: true });
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const text = squeezed(textOf(await evidenceBytes(ctx, scenario.file)));
    expect(text).toContain(squeezed("This does not prove access to the mailbox."));
    expect(text).not.toContain(squeezed("Mailbox access:"));
    const { signature } = await readSignRequest(ctx, scenario.signers[0].signRequestId);
    expect(signature?.subject).toContain("code kept by service");
    expect(signature?.subject).not.toContain("mailbox");
  });

  test("is sealed by this instance, and outside tools and our own verifier find it intact, tagged, with a title and a language", async () => {
    const ctx = context(db());
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const pdf = await evidenceBytes(ctx, scenario.file);
    expect(pdfsig(pdf)).toMatchObject([{ isValid: true, coversAll: true }]);
    expect(qpdfCheck(pdf)).toBe(0);
    const report = verifyPdf(fromBuffer(pdf), { ours: { rootCertificates: await rootCertificates(ctx) } });
    const { sealed } = await showAudit(ctx, scenario.requester, { uuid: scenario.file.uuid });
    expect(report).toMatchObject({
      verdict: "intact",
      signatures: [
        {
          chain: "ours",
          coverage: "whole_file",
          reason: `Evidence for document ${scenario.file.uuid}. Audit trail head: sha256:${sealed?.hash}. Its bundle has a closing record`,
        },
      ],
    });
    writeFileSync(path.join(folder, "tagged.pdf"), pdf);
    const info = execFileSync("pdfinfo", [path.join(folder, "tagged.pdf")]).toString();
    expect(info).toMatch(/Title:\s+Evidence: Lease[\s\S]*Tagged:\s+yes/);
    expect(execFileSync("pdfinfo", ["-struct", path.join(folder, "tagged.pdf")]).toString()).toMatch(
      /Document[\s\S]*H1[\s\S]*Table[\s\S]*TR[\s\S]*TH[\s\S]*TD/,
    );
    expect(pdf.toString("latin1")).toContain("/Lang (en)");
  });

  test("shows signers withdrawn after the release as such, and omits signers who were never notified @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await releasedScenario(ctx, [
      { name: "Ana" },
      { name: "Carla Gone" },
      { name: "Dora Waiting", signingOrder: 2 },
    ]);
    for (const index of [1, 2])
      await withdrawSigner(ctx, scenario.requester, {
        fileId: scenario.fileId,
        signRequestId: scenario.signers[index]?.signRequestId ?? 0,
      });
    await signAll(ctx, { ...scenario, signers: [scenario.signers[0]] }, [{ name: "Ana" }]);
    await finishFile(ctx, scenario.fileId);
    const text = textOf(await evidenceBytes(ctx, await readFile(ctx, scenario.fileId)));
    expect(text).toMatch(/Signed by 1 person and sealed/);
    expect(text).toMatch(/Carla Gone\s+Withdrawn by the sender/);
    expect(text).not.toMatch(/Dora Waiting\s+Withdrawn/);
  });
});

describe("creating the evidence document", () => {
  test("is queued with the seal and done once by the job, and earlier or simultaneous requests get the same bytes @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "evidence"));
    expect(jobs.map(({ payload }) => payload)).toEqual([{ fileId: scenario.fileId }]);
    expect(await ctx.db.select().from(evidenceDocuments)).toEqual([]);
    const [first, second] = await Promise.all([ensureEvidence(ctx, scenario.file), ensureEvidence(ctx, scenario.file)]);
    await prepareEvidence(ctx, scenario.fileId);
    expect(second).toEqual(first);
    expect(await ctx.db.select().from(evidenceDocuments)).toEqual([first]);
    expect(await ctx.blobs.has(blobKey(scenario.file.uuid, first.sha256))).toBe(true);
  });

  test("is refused for an unsealed file with 409 and its state, and a job for a missing file does nothing", async () => {
    const ctx = context(db());
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const file = await getOwnFile(ctx, scenario.requester, { id: scenario.fileId });
    await expect(downloadEvidence(ctx, scenario.requester, { uuid: file.uuid })).rejects.toMatchObject({
      code: "file_not_completed",
      detail: expect.stringContaining("waiting for signatures"),
    });
    await prepareEvidence(ctx, scenario.fileId);
    await prepareEvidence(ctx, 2_000_000);
    expect(await ctx.db.select().from(evidenceDocuments)).toEqual([]);
  });

  test("keeps its bytes through the sweep, and reports missing or changed bytes as integrity_error without creating it again @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const { sha256 } = await ensureEvidence(ctx, scenario.file);
    const place = placeOf(ctx.blobs, blobKey(scenario.file.uuid, sha256));
    utimesSync(place, new Date(0), new Date(0));
    await pairStorage(ctx.db, ctx.blobs, { force: true });
    expect(await sweepBlobs(ctx)).toMatchObject({ kind: "swept" });
    expect(
      (await readAll((await downloadEvidence(ctx, scenario.requester, { uuid: scenario.file.uuid })).stream)).length,
    ).toBeGreaterThan(10_000);
    const bytes = readFileSync(place);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    rmSync(place);
    writeFileSync(place, bytes);
    const damaged = [];
    for await (const one of checkDocuments(ctx, { readBytes: true })) damaged.push(one);
    expect(damaged).toMatchObject([{ uuid: scenario.file.uuid, sha256, problem: "altered" }]);
    for (let time = 0; time < 2; time++)
      await expect(downloadEvidence(ctx, scenario.requester, { uuid: scenario.file.uuid })).rejects.toMatchObject({
        code: "integrity_error",
      });
    expect((await readEvents(ctx, scenario.fileId)).filter(({ type }) => type === "integrity.failed")).toMatchObject([
      { data: { of: "evidence" } },
    ]);
  });
});

describe("damaged evidence", () => {
  /** Bytes of a document and of its evidence, with the read that compares them. */
  async function twoParts(ctx: Ctx) {
    const { fileId, requester } = await releasedScenario(ctx, [{ name: "Ana" }]);
    const { file, segments } = await readCurrentFile(ctx, fileId);
    const bytes = Buffer.from("%PDF-1.7 evidence");
    const sha256 = sha256Hex(bytes);
    await ctx.blobs.put(blobKey(file.uuid, sha256), bytes);
    await db().insert(evidenceDocuments).values({ fileId, sha256, size: bytes.length, sealedHead: sha256 });
    return {
      file,
      evidence: {
        place: placeOf(ctx.blobs, blobKey(file.uuid, sha256)),
        read: () => openEvidence(ctx, requester, file),
      },
      content: {
        place: placeOf(ctx.blobs, blobKey(file.uuid, segments.at(-1)?.sha256 ?? "")),
        read: () => openContent(ctx, requester, file, "current"),
      },
    };
  }

  test.each([
    ["evidence", "content"],
    ["content", "evidence"],
  ] as const)(
    "is named by health at once when it is read: %s altered and restored, then %s altered",
    async (first, second) => {
      const ctx = context(db());
      const { file, ...parts } = await twoParts(ctx);
      const named = async () => (await findDamaged(ctx)).map(({ uuid, problem }) => ({ uuid, problem }));
      for (const { place, read } of [parts[first], parts[second]]) {
        const bytes = readFileSync(place);
        writeFileSync(place, Buffer.alloc(bytes.length));
        await expect(read()).rejects.toMatchObject({ code: "integrity_error" });
        expect(await named()).toEqual([{ uuid: file.uuid, problem: "altered" }]);
        writeFileSync(place, bytes);
        expect(await named()).toEqual([]);
      }
    },
  );

  test("includes a missing attachment: no bundle is sent, none is recorded, and health names the document at once", async () => {
    const ctx = context(db());
    const { file, fileId, requester, signers } = await completedScenario(ctx, [{ name: "Ana" }]);
    const stored = { uuid: randomUUID(), sha256: "0".repeat(64), size: 3 };
    await db()
      .insert(attachments)
      .values({
        ...stored,
        fileId,
        signRequestId: signers[0].signRequestId,
        requestId: 1,
        label: "ID",
        name: "id.pdf",
        type: "pdf",
      });
    await expect(downloadBundle(ctx, requester, { uuid: file.uuid })).rejects.toMatchObject({
      code: "integrity_error",
      reason: "stored_missing",
    });
    const events = (await readEvents(ctx, fileId)).map(({ type }) => type);
    expect(events.filter((type) => type === "integrity.failed")).toHaveLength(1);
    expect(events).not.toContain("file.downloaded");
    expect(await countDamaged(ctx)).toBe(1);
  });

  test("is reported as missing or as altered", async () => {
    const ctx = context(db());
    const { evidence } = await twoParts(ctx);
    writeFileSync(evidence.place, "altered");
    await expect(evidence.read()).rejects.toMatchObject({ reason: "stored_altered" });
    rmSync(evidence.place);
    await expect(evidence.read()).rejects.toMatchObject({ reason: "stored_missing" });
  });
});

describe("access to evidence", () => {
  test("lets requester and signers fetch it with an entry in the trail, hides it from strangers and administrators, and shows the chain to the requester only", async () => {
    const ctx = context(db());
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const { uuid } = scenario.file;
    const signer = scenario.signers[0].actor ?? scenario.requester;
    for (const actor of [scenario.requester, signer]) {
      const { stream, fileName } = await downloadEvidence(ctx, actor, { uuid: uuid.toUpperCase() });
      expect([fileName, (await readAll(stream)).subarray(0, 5).toString()]).toEqual(["Lease (evidence).pdf", "%PDF-"]);
    }
    expect((await readEvents(ctx, scenario.fileId)).filter(({ data }) => data.version === "evidence")).toHaveLength(2);
    for (const role of ["signer", "admin"] as const) {
      const stranger = actingAs(await makeAccount(ctx, { role }));
      await expect(downloadEvidence(ctx, stranger, { uuid })).rejects.toMatchObject({ code: "not_found" });
      await expect(showAudit(ctx, stranger, { uuid })).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(showAudit(ctx, signer, { uuid })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("draws a name with text-direction characters visibly @exhaustive", async () => {
    const ctx: Ctx = context(db());
    const scenario = await completedScenario(ctx, [{ name: "Ana" }]);
    const changed = await ctx.db
      .update(files)
      .set({ senderName: "evil\u202Etxt.exe\u200B\u0007 😀" })
      .where(eq(files.id, scenario.file.id))
      .returning();
    expect(textOf(await evidenceBytes(ctx, only(changed)))).toContain("evil[U+202E]txt.exe[U+200B][U+0007] [U+1F600]");
  });
});
