import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority } from "@/lib/pades/testing/certificates";
import { discImage } from "@/lib/pades/testing/complete-document";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import type { FieldContent, SignatureStyle } from "@/lib/pdf/appearance/appearance";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import {
  mutoolWarnings,
  pdfsig,
  qpdfCheck,
  renderPage,
  renderPageByMupdf,
  type GreyPage,
} from "@/lib/pdf/testing/outside-tools";

let authority: TestAuthority;
beforeAll(async () => {
  authority = await makeTestAuthority();
});

const plain: SignatureStyle = { background: null, accent: null, logo: null };
const TEMPLATES: { name: string; style: SignatureStyle; image: string | null; lines: string[] }[] = [
  { name: "standard", style: plain, image: "disc", lines: ["Ana Ångström", "2026-11-26 09:05 UTC"] },
  {
    name: "left",
    style: { layout: "left", textSizePt: 7, background: "#e7f0ef", accent: "#0a6c67", logo: "logo" },
    image: "disc",
    lines: ["Ana Ångström", "Reason: I agree to the terms", "São Paulo", "2026-11-26 06:05 UTC-3"],
  },
  {
    name: "text",
    style: { ...plain, layout: "text", background: "#f3f4f6" },
    image: null,
    lines: ["Signed by Ana Ångström", "2026-11-26 09:05 UTC", "ID 0198f7a2-1111-4222-8333-444455556666-12"],
  },
];

const field = { leftPt: 60, topPt: 90, widthPt: 200, heightPt: 70 };
const CASES = TEMPLATES.flatMap((template, index) =>
  [0, 90, 180, 270].map((rotate) => {
    const isQuick = index < 2 && rotate === 90 * (index + 1);
    return [
      `${template.name} on a page turned by ${rotate}${isQuick ? "" : " @exhaustive"}`,
      { ...template, rotate },
    ] as const;
  }),
);

describe.each(CASES)("the template %s", (_name, { rotate, style, image, lines }) => {
  let document: GrowingDocument;
  beforeAll(async () => {
    const [service, ana] = [await authority.issue("Paraph"), await authority.issue("Ana")];
    document = new GrowingDocument(makePdf({ pages: [{ rotate, cropBox: [40, 60, 572, 732] }] }));
    await document.prepare(
      [{ signRequestId: 1, fields: [{ fieldId: 1, type: "signature", pageIndex: 0, box: field }] }],
      service,
      {
        link: "https://sign.example.org/verify/0198f7a2-1111-4222-8333-444455556666",
        places: [
          {
            pageIndex: 0,
            left: 0.6,
            top: 0.9,
            width: 0.35,
            height: 0.35 * (45 / 159) * (rotate % 180 === 0 ? 532 / 672 : 672 / 532),
          },
        ],
      },
    );
    const content: FieldContent = { kind: "image", image, lines, style };
    await document.sign(1, ana, {
      content,
      images: { disc: discImage(), logo: discImage() },
      reason: "I agree to the terms",
      location: "São Paulo",
    });
    await document.seal(service);
  });

  test("is valid for pdfsig, qpdf and mutool, and intact for us, with reason and location", () => {
    expect(pdfsig(document.bytes).map(({ isSigned, isValid }) => isSigned && isValid)).toEqual([true, true, true]);
    expect(qpdfCheck(document.bytes)).toBe(0);
    expect(mutoolWarnings(document.bytes)).toBe("");
    const { signatures } = verifyPdf(fromBuffer(document.bytes));
    expect(signatures.map(({ verdict }) => verdict)).toEqual([
      "intact_later_allowed",
      "intact_later_allowed",
      "intact",
    ]);
    expect(signatures[1]).toMatchObject({ reason: "I agree to the terms", location: "São Paulo" });
  });

  test("is drawn upright inside its field by two programs", () => {
    const empty = document.states[2] ?? Buffer.alloc(0);
    for (const render of [renderPage, renderPageByMupdf]) {
      const [was, is] = [render(empty, 1), render(document.bytes, 1)];
      const changed = changedBox(was, is);
      const scale = is.width / (rotate % 180 === 0 ? 532 : 672);
      expect(changed[0] / scale).toBeGreaterThan(field.leftPt - 1);
      expect(changed[1] / scale).toBeGreaterThan(field.topPt - 1);
      expect(changed[2] / scale).toBeLessThan(field.leftPt + field.widthPt + 1);
      expect(changed[3] / scale).toBeLessThan(field.topPt + field.heightPt + 1);
    }
  });
});

/** The extent of the difference: left, top, right, bottom in pixels. */
function changedBox(was: GreyPage, is: GreyPage): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, 0, 0];
  is.pixels.forEach((value, at) => {
    if (Math.abs(value - (was.pixels[at] ?? 255)) < 8) return;
    const [x, y] = [at % is.width, Math.floor(at / is.width)];
    [box[0], box[1]] = [Math.min(box[0], x), Math.min(box[1], y)];
    [box[2], box[3]] = [Math.max(box[2], x), Math.max(box[3], y)];
  });
  return box;
}
