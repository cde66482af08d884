import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { augment } from "@/lib/pades/augmentation/augment";
import { listSignatures } from "@/lib/pades/augmentation/list-signatures";
import { buildTimestampRequest, readTimestampResponse } from "@/lib/pades/timestamps/http-timestamper";
import { inputFieldName, signatureFieldName, type PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import type { ImageXObject } from "@/lib/pdf/images/image-xobject";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import type { FieldType } from "@/lib/platform/field-rules/details";
import type { TestAuthority } from "./certificates";
import { answerTimestampRequest, type TokenPlan } from "./make-token";
import { FILE_UUID, GrowingDocument } from "./sign-document";
import type { TsaAuthority } from "./tsa-authority";

const SIDE = 40;

/** A blue disc on a transparent background, half opaque at its rim. */
export function discImage(): ImageXObject {
  const rgb = Buffer.alloc(SIDE * SIDE * 3);
  const alpha = Buffer.alloc(SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const distance = Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);
    rgb.set([20, 40, 160], i * 3);
    alpha[i] = distance < 14 ? 255 : distance < 18 ? 128 : 0;
  }
  return { width: SIDE, height: SIDE, rgb: deflateSync(rgb), alpha: deflateSync(alpha) };
}

const box = (leftPt: number, topPt: number) => ({ leftPt, topPt, widthPt: 120, heightPt: 50 });
const field = (fieldId: number, type: FieldType, topPt: number) => ({
  fieldId,
  type,
  pageIndex: 0,
  box: box(60, topPt),
});

/** A signer with a field of every kind, one with none, and one who is withdrawn. */
const EVERY_KIND: PlannedSigner[] = [
  {
    signRequestId: 1,
    fields: [
      field(10, "signature", 80),
      field(11, "initial", 150),
      field(12, "date", 220),
      field(13, "checkbox", 290),
      field(14, "checkbox", 360),
    ],
  },
  { signRequestId: 2, fields: [] },
  {
    signRequestId: 3,
    fields: [
      field(20, "signature", 430),
      field(21, "text", 500),
      field(22, "initial", 570),
      field(23, "checkbox", 640),
    ],
  },
];

/** In a file signed elsewhere only signature fields can be added. */
const SIGNATURES_ONLY: PlannedSigner[] = [
  { signRequestId: 1, fields: [field(10, "signature", 80)] },
  { signRequestId: 2, fields: [] },
];

const NAME = ["Ada Łovelace", "2026-11-20 10:00:01 UTC"];

/** A template with everything that can be drawn, and a verification mark on the first page. */
const STYLED = {
  style: {
    layout: "left" as const,
    textSizePt: 6,
    background: "#e7f0ef",
    accent: "#0a6c67",
    logo: "disc",
  },
  mark: {
    link: `https://sign.example.org/verify/${FILE_UUID}`,
    places: [{ pageIndex: 0, left: 0.6, top: 0.02, width: 0.25, height: 0.045 }],
  },
};

/**
 * Every kind of revision that we write: preparation, certification, two signatures, seal, validation data and two
 * timestamps.
 */
export async function completeDocument(
  base: Buffer,
  authority: TestAuthority,
  tsa: TokenPlan,
  { isSigned = false, isStyled = false } = {},
): Promise<GrowingDocument> {
  const [service, ada, bob] = [
    await authority.issue("Paraph"),
    await authority.issue("Ada"),
    await authority.issue("Bob"),
  ];
  const document = new GrowingDocument(base);
  await document.prepare(isSigned ? SIGNATURES_ONLY : EVERY_KIND, service, isStyled ? STYLED.mark : undefined);
  const name = (id: number) => inputFieldName(FILE_UUID, 1, id);
  const fills = [
    { fieldName: name(11), content: { kind: "image" as const, image: "disc", lines: [] } },
    { fieldName: name(12), content: { kind: "text" as const, text: "20 November 2026" } },
    { fieldName: name(13), content: { kind: "checkbox" as const, isChecked: true } },
    { fieldName: name(14), content: { kind: "checkbox" as const, isChecked: false } },
  ];
  await document.sign(1, ada, {
    content: { kind: "image", image: "disc", lines: NAME, ...(isStyled ? { style: STYLED.style } : {}) },
    fills: isSigned ? [] : fills,
    images: { disc: discImage() },
    name: "Ada",
    ...(isStyled ? { reason: "I agree (all of it)", location: "Łódź" } : {}),
  });
  await document.sign(2, bob);
  const withdrawn = [20, 21, 22, 23].map((id) =>
    id === 20 ? signatureFieldName(FILE_UUID, 3) : inputFieldName(FILE_UUID, 3, id),
  );
  await document.seal(service, isSigned ? [] : withdrawn);
  await addTimestamps(document, tsa);
  return document;
}

async function addTimestamps(document: GrowingDocument, tsa: TokenPlan): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const source = fromBuffer(document.bytes);
    const signatures = listSignatures(source).map(({ vriKey, parties }) => ({
      vriKey,
      certificates: parties.flatMap((party) => party.certificates),
      ocspAnswers: [],
      revocationLists: [],
    }));
    const tails = await augment(
      source,
      { fileUuid: FILE_UUID, maxPages: 10, expectedSha256: null, signatures },
      (sha256) => tokenOf(sha256, tsa),
    );
    document.append(tails.validation);
    document.append(tails.timestamp);
  }
}

function tokenOf(sha256: Buffer, tsa: TokenPlan): Buffer {
  const nonce = Buffer.from("4102030405060708", "hex");
  return readTimestampResponse(answerTimestampRequest(buildTimestampRequest(sha256, nonce), tsa), {
    sha256,
    nonce,
    now: new Date(),
  }).token;
}

/** Input of the test timestamp authority. */
export async function tokenPlanOf(tsa: TsaAuthority): Promise<TokenPlan> {
  const key: KeyObject = createPrivateKey(readFileSync(tsa.file("tsa.key")));
  return { certificate: await tsa.der("tsa"), chain: [await tsa.der("root")], key };
}
