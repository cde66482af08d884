import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { revokeCertificate } from "@/lib/authority/revoke-certificate";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import { readBytes, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { useTestContext } from "@/lib/testing/test-context";
import { verificationReport } from "./schema";
import { verifyFile, verifyUpload } from "./verify-file";

const db = useRolledBackDatabase();
const context = useTestContext();
const nobody = { kind: "public" as const };

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

test("returns a report in the documented shape for any PDF, and stores nothing", async () => {
  const ctx = context(db());
  const before = await ctx.db.select().from(fileSegments);
  const report = await verifyUpload(ctx, nobody, inPieces(makePdf({ pages: [{}] })));
  expect(verificationReport.parse(report)).toMatchObject({ verdict: "none", signatures: [] });
  expect(await ctx.db.select().from(fileSegments)).toEqual(before);
  const root = path.dirname(path.dirname(placeOf(ctx.blobs, `00000000-0000-4000-8000-000000000000/${"0".repeat(64)}`)));
  expect(readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
});

test("reports a released document as certified by us, intact and ours, and never as valid with one byte changed", async () => {
  const ctx = context(db());
  const { fileId } = await releasedScenario(ctx, [{ name: "Ana" }], makePdf({ pages: [{}], sizeBytes: 20_000 }));
  const bytes = await readBytes(ctx, fileId);
  expect(await verifyUpload(ctx, nobody, inPieces(bytes))).toMatchObject({
    verdict: "intact",
    signatures: [{ chain: "ours", verdict: "intact" }],
  });
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  expect((await verifyUpload(ctx, nobody, inPieces(bytes))).verdict).toMatch(/^(modified|invalid)$/);
  expect(await verifyFile(ctx, await readFile(ctx, fileId))).toMatchObject({ verdict: "intact" });
});

test.each([
  ["text", Buffer.from("not a PDF")],
  ["nothing", Buffer.alloc(0)],
])("reports %s as pdf_invalid", async (_what, bytes) => {
  await expect(verifyUpload(context(db()), nobody, inPieces(bytes))).rejects.toMatchObject({ code: "pdf_invalid" });
});

test("reports more than the maximum upload size as too_large", async () => {
  const ctx = context(db());
  await expect(
    verifyUpload(
      { ...ctx, limits: { ...ctx.limits, pdfStreamedBytes: 1000 } },
      nobody,
      inPieces(makePdf({ pages: [{}], sizeBytes: 20_000 })),
    ),
  ).rejects.toMatchObject({ code: "too_large" });
});

test("adds a revoked certificate to the next report with time and reason, without changing a verdict @exhaustive", async () => {
  const ctx = context(db());
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana", method: "password" }]);
  const signPassword = "a quiet green harbour";
  const { serialNumber } = await setSigningPassword(ctx, ana.actor, { signPassword });
  await sign(ctx, ana.actor, { target: { fileId }, password: signPassword });
  const signatureOfAna = async () =>
    (await verifyFile(ctx, await readFile(ctx, fileId))).signatures.find(
      ({ signer }) => signer?.serialNumber.toLowerCase() === serialNumber,
    );
  expect(await signatureOfAna()).toMatchObject({
    chain: "ours",
    revocation: { status: "good", source: "crl" },
    etsi: { indication: "TOTAL_PASSED", subIndication: null },
    chainProblems: [],
  });
  const { revokedAt } = await revokeCertificate(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), {
    serialNumber,
    reason: "keyCompromise",
  });
  const after = await signatureOfAna();
  expect(after).toMatchObject({
    verdict: "intact_later_allowed",
    chain: "ours",
    revocation: { status: "revoked" },
    etsi: { indication: "INDETERMINATE", subIndication: "REVOKED_NO_POE" },
  });
  expect(after?.revocation.problem).toContain(
    "(the key was compromised), and no trusted timestamp proves that the signature is older",
  );
  expect(Math.abs(Date.parse(after?.revocation.revokedAt ?? "") - revokedAt.getTime())).toBeLessThan(1000);
});

test("reports the path up to our root, and the signed revision by its end and hash", async () => {
  const ctx = context(db());
  const { fileId } = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [seal] = (await verifyFile(ctx, await readFile(ctx, fileId))).signatures;
  expect(seal?.certificates.map(({ subject }) => /CN=(Paraph (?:Seal|Issuing CA|Root CA))/.exec(subject)?.[1])).toEqual(
    ["Paraph Seal", "Paraph Issuing CA", "Paraph Root CA"],
  );
  expect(seal?.signedRevision).toEqual({
    end: (await readBytes(ctx, fileId)).length,
    sha256: (await readFile(ctx, fileId)).sha256,
  });
});
