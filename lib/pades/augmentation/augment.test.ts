import { execFileSync } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { answerTimestampRequest, type TokenPlan } from "@/lib/pades/testing/make-token";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { makeTsaAuthority, type TsaAuthority } from "@/lib/pades/testing/tsa-authority";
import { buildTimestampRequest, readTimestampResponse } from "@/lib/pades/timestamps/http-timestamper";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { augment, type AugmentSpec } from "./augment";
import { listSignatures } from "./list-signatures";

let tsa: TsaAuthority;
let plan: TokenPlan;
beforeAll(async () => {
  tsa = await makeTsaAuthority();
  plan = {
    certificate: await tsa.der("tsa"),
    chain: [await tsa.der("root")],
    key: createPrivateKey(readFileSync(tsa.file("tsa.key"))),
  };
});
afterAll(() => tsa.remove());

function tokenOf(sha256: Buffer): Buffer {
  const nonce = Buffer.from("4102030405060708", "hex");
  return readTimestampResponse(answerTimestampRequest(buildTimestampRequest(sha256, nonce), plan), {
    sha256,
    nonce,
    now: new Date(),
  }).token;
}

function specFor(pdf: Buffer, changes: Partial<AugmentSpec> = {}): AugmentSpec {
  const signatures = listSignatures(fromBuffer(pdf)).map(({ vriKey, parties }) => ({
    vriKey,
    certificates: parties.flatMap((party) => party.certificates),
    ocspAnswers: [],
    revocationLists: [],
  }));
  return {
    fileUuid: FILE_UUID,
    maxPages: 10,
    expectedSha256: sha256Hex(pdf),
    signatures,
    ...changes,
  };
}

async function sealed(base: Buffer): Promise<Buffer> {
  const authority = await makeTestAuthority();
  const [ada, service] = [await authority.issue("Ada"), await authority.issue("Service")];
  const document = new GrowingDocument(base);
  const box = { leftPt: 20, topPt: 20, widthPt: 90, heightPt: 40 };
  await document.prepare(
    [{ signRequestId: 1, fields: [{ fieldId: 1, type: "signature", pageIndex: 0, box }] }],
    service,
  );
  await document.sign(1, ada, { content: { kind: "image", image: null, lines: ["Ada"] } });
  await document.seal(service);
  return document.bytes;
}

/** Rewritten by qpdf, like files saved by other programs. */
function byQpdf(pdf: Buffer, ...options: string[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-qpdf-"));
  try {
    writeFileSync(path.join(folder, "in.pdf"), pdf);
    execFileSync("qpdf", [...options, "in.pdf", "out.pdf"], { cwd: folder });
    return readFileSync(path.join(folder, "out.pdf"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sharedAnnots = { pages: [{ extra: "/Annots 1000 0 R" }, { extra: "/Annots 1000 0 R" }], objects: ["[]"] };

describe("validation data and document timestamp", () => {
  test.each([
    ["a cross-reference table @exhaustive", makePdf({ pages: [{}] })],
    ["cross-reference streams", makePdf({ pages: [{}], xref: "stream" })],
    ["a linearized file @exhaustive", byQpdf(makePdf({ pages: [{}, {}] }), "--linearize")],
    ["object streams @exhaustive", byQpdf(makePdf({ pages: [{}] }), "--object-streams=generate")],
    [
      "a rotated and cropped page @exhaustive",
      makePdf({ pages: [{ rotate: 90, cropBox: [50, 50, 500, 700], userUnit: 2 }] }),
    ],
    ["pages that share their annotations", makePdf(sharedAnnots)],
  ])(
    "follow the last signature of %s without changing earlier bytes, and every validator accepts the file",
    async (_what, base) => {
      const before = await sealed(base);
      const { validation, timestamp, sha256 } = await augment(fromBuffer(before), specFor(before), tokenOf);
      const after = Buffer.concat([before, validation, timestamp]);
      expect(sha256Hex(after)).toBe(sha256);
      expect(qpdfCheck(after)).toBe(0);
      expect(pdfsig(after).map(({ isValid, coversAll }) => [isValid, coversAll])).toEqual([
        [true, false],
        [true, false],
        [true, false],
        [false, true],
      ]);
      expect(
        verifyPdf(fromBuffer(after)).signatures.map(({ verdict, timestamp: { status } }) => [verdict, status]),
      ).toEqual([
        ["intact_later_allowed", "none"],
        ["intact_later_allowed", "none"],
        ["intact_later_allowed", "none"],
        ["intact", "valid"],
      ]);
      expect(pdfsig(Buffer.concat([before, validation])).every(({ isValid }) => isValid)).toBe(true);
    },
  );

  test("use a free field name each time", async () => {
    let pdf = await sealed(makePdf({ pages: [{}] }));
    for (const number of [1, 2]) {
      const { validation, timestamp } = await augment(fromBuffer(pdf), specFor(pdf), tokenOf);
      pdf = Buffer.concat([pdf, validation, timestamp]);
      expect(listSignatures(fromBuffer(pdf)).at(-1)).toMatchObject({
        field: `paraph-${FILE_UUID}-t${String(number)}`,
        isTimestamp: true,
      });
    }
    expect(verifyPdf(fromBuffer(pdf)).verdict).toBe("intact_later_allowed");
    expect(qpdfCheck(pdf)).toBe(0);
  });

  test("make the timestamp invalid when a byte of the validation data changes later", async () => {
    const before = await sealed(makePdf({ pages: [{}] }));
    const { validation, timestamp } = await augment(fromBuffer(before), specFor(before), tokenOf);
    const after = Buffer.concat([before, validation, timestamp]);
    const at = before.length + validation.indexOf("stream\n") + 40;
    after[at] = (after[at] ?? 0) ^ 1;
    expect(verifyPdf(fromBuffer(after)).signatures.at(-1)?.verdict).toBe("invalid");
    expect(verifyPdf(fromBuffer(after)).verdict).toBe("invalid");
  });

  test("are refused for an unexpected file and for a token that does not fit", async () => {
    const pdf = await sealed(makePdf({ pages: [{}] }));
    await expect(
      augment(fromBuffer(pdf), specFor(pdf, { expectedSha256: "0".repeat(64) }), tokenOf),
    ).rejects.toMatchObject({ code: "changed_underneath" });
    await expect(augment(fromBuffer(pdf), specFor(pdf, { placeholderBytes: 100 }), tokenOf)).rejects.toMatchObject({
      code: "placeholder_too_small",
    });
  });
});
