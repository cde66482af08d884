import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { completedScenario } from "@/lib/evidence/testing/completed-scenario";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { signWith } from "@/lib/pades/verify/testing/signed-files";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { certificationFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { readBytes, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyUpload, type AnsweredReport } from "./verify-file";

const db = useRolledBackDatabase();
const context = useTestContext();
const nobody = { kind: "public" as const };

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function check(ctx: Ctx, bytes: Buffer): Promise<AnsweredReport> {
  return verifyUpload(ctx, nobody, whole(bytes));
}

/** The document after each signature; the last one is complete. */
function statesOf(bytes: Buffer, { signatures }: AnsweredReport): Buffer[] {
  return signatures.flatMap(({ signedRevision }) => (signedRevision ? [bytes.subarray(0, signedRevision.end)] : []));
}

test("reports a completed document cut back to before the last signer as intact, incomplete, and completed since", async () => {
  const ctx = context(db());
  const { fileId, file } = await completedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }, { name: "Cy" }]);
  const bytes = await readBytes(ctx, fileId);
  const final = await check(ctx, bytes);
  expect(final).toMatchObject({
    outcome: "intact_later_allowed",
    completeness: { code: "complete", file: file.uuid },
    notices: [],
  });
  const [, , afterTwo = bytes] = statesOf(bytes, final);
  expect(await check(ctx, afterTwo)).toMatchObject({
    verdict: "intact_later_allowed",
    outcome: "superseded",
    completeness: { code: "incomplete", file: file.uuid, signed: 2, prepared: 3, sealed: false },
    notices: [{ code: "completed_since", file: file.uuid }],
  });
});

test("reports an unmodified document in progress as intact and incomplete, without a notice", async () => {
  const ctx = context(db());
  const { fileId } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  expect(await check(ctx, await readBytes(ctx, fileId))).toMatchObject({
    verdict: "intact",
    outcome: "incomplete",
    completeness: { code: "incomplete", signed: 0, prepared: 2 },
    notices: [],
  });
});

test("reports a file that a stranger certified under one of our document numbers as intact, with an unknown chain, and not signed here", async () => {
  const ctx = context(db());
  const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
  const { uuid } = await readFile(ctx, scenario.fileId);
  const base = makePdf({ pages: [{}] });
  const authority = await makeTestAuthority();
  const prepared = prepareDocument(fromBuffer(base), {
    fileUuid: uuid,
    signers: [{ signRequestId: 1, fields: [] }],
    maxPages: 5,
    expectedSha256: null,
  });
  const filled = await signWith(
    Buffer.concat([base, prepared.tail]),
    signatureFieldName(uuid, 1),
    await authority.issue("Ana"),
  );
  const report = await check(ctx, filled);
  expect(report).toMatchObject({
    verdict: "intact",
    outcome: "not_signed_here",
    signatures: [{ chain: "unknown" }],
    notices: [{ code: "not_signed_here", file: uuid }],
  });
  const certified = await signWith(
    Buffer.concat([base, prepared.tail]),
    certificationFieldName(uuid),
    await authority.issue("Paraph Seal"),
  );
  expect((await check(ctx, certified)).notices).toEqual([{ code: "not_signed_here", file: uuid }]);
});

test("names no document of ours and adds no notice for a file of another instance", async () => {
  const authority = await makeTestAuthority();
  const document = new GrowingDocument(makePdf({ pages: [{}] }));
  await document.prepare([{ signRequestId: 1, fields: [] }], await authority.issue("Paraph"));
  await document.sign(1, await authority.issue("Ana"));
  await document.seal(await authority.issue("Paraph"));
  expect(await check(context(db()), document.bytes)).toMatchObject({
    verdict: "intact_later_allowed",
    completeness: { code: "complete" },
    notices: [],
  });
});
