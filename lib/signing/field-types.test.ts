import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { SignerField } from "@/lib/documents/fields/schema";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { judgeStamps } from "@/lib/pdf/testing/judge-stamps";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import {
  mutoolSignatures,
  mutoolWarnings,
  pdfsig,
  qpdfCheck,
  qpdfRewrite,
  renderPage,
  renderPageByMupdf,
} from "@/lib/pdf/testing/outside-tools";
import { displaySize, type Box } from "@/lib/platform/geometry/placement";
import { requestCode } from "@/lib/signing/proof/request-code";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { checkFields } from "./plan-contents";
import { sign } from "./sign";
import { newestCode, readBytes, releasedScenario, storeStroke } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

type Plan = Omit<SignerField, "coordinates">;

/** A field of every type that takes a value, with rules, and the value its signer enters. */
const everyType: readonly [Plan, value: string | boolean, drawn: string][] = [
  [{ type: "text", rules: { multiline: true, maxLength: 40 }, colour: "#1f5fd6" }, "Ελένη\nΑθήνα", "/V"],
  [{ type: "text", rules: { mask: "000.000-00" } }, "12345678", "(123.456-78)"],
  [{ type: "number", rules: { min: 1, max: 2000, step: 0.5, decimals: 2, decimalMark: "," } }, "1 234.5", "(1234,50)"],
  [{ type: "number", rules: { decimals: 2, prefix: "R$ ", suffix: " net" } }, "-5", "(-R$ 5.00 net)"],
  [{ type: "phone" }, "+351 912 345 678", "(+351 912 345 678)"],
  [{ type: "day", rules: { earliest: "2027-01-01" }, dateFormat: "DD.MM.YYYY" }, "2027-03-09", "(09.03.2027)"],
  [{ type: "dropdown", rules: { options: ["Monthly", "Yearly"] } }, "Yearly", "(Yearly)"],
  [{ type: "radio", group: "Pet", label: "Dog" }, false, "/V /Off"],
  [{ type: "radio", group: "Pet", label: "Cat" }, true, "/V /Yes"],
  [{ type: "checkbox", group: "Extras", required: false, rules: { minChecked: 1 } }, true, "/V /Yes"],
];

/** In two columns, with the second signer's fields below the first's. */
function placeOf(signer: number, index: number): Box {
  return {
    leftPt: 20 + (index % 5) * 80,
    topPt: 20 + signer * 130 + Math.floor(index / 5) * 50,
    widthPt: 70,
    heightPt: 30,
  };
}

const pages: [string, FixturePage][] = [
  ["an upright page @exhaustive", {}],
  ["a cropped page turned by 90 degrees", { rotate: 90, cropBox: [50, 60, 500, 700] }],
  [
    "a cropped page turned by 270 degrees @exhaustive",
    { rotate: 270, mediaBox: [-100, -50, 500, 742], cropBox: [-40, 0, 460, 700] },
  ],
];

test.each(pages)(
  "two signers fill each type in order on %s, and pdfsig, qpdf and MuPDF accept every revision",
  async (_name, page) => {
    const ctx = context(db());
    const upload = makePdf({ pages: [page] });
    const fieldsOf = (signer: number) => [
      ...everyType.map(([field], index) => {
        const { leftPt: left, topPt: top, widthPt: width, heightPt: height } = placeOf(signer, index);
        return { ...field, coordinates: { page: 1, left, top, width, height } };
      }),
      {
        type: "signature" as const,
        coordinates: { page: 1, left: 20, top: 106 + signer * 130, width: 60, height: 40 },
      },
      { type: "stamp" as const, coordinates: { page: 1, left: 410, top: 20 + signer * 130, width: 20, height: 60 } },
    ];
    const { fileId, signers } = await releasedScenario(
      ctx,
      ["Ana", "Bo"].map((name, index) => ({ name, signingOrder: index + 1, fields: fieldsOf(index) })),
      upload,
    );
    const revisions = [await readBytes(ctx, fileId)];
    for (const { actor, fieldIds } of signers) {
      await storeStroke(ctx, actor);
      await storeStroke(ctx, actor, "stamp");
      await requestCode(ctx, actor, { fileId });
      const fields = everyType.map(([, value], index) => ({ elementId: fieldIds[index] ?? 0, value }));
      await sign(ctx, actor, { target: { fileId }, code: await newestCode(ctx), fields });
      revisions.push(await readBytes(ctx, fileId));
    }
    for (const [index, revision] of revisions.entries()) {
      const signed = pdfsig(revision).filter(({ isSigned }) => isSigned);
      // The certification, one signature per signer, and the seal, which follows the last one.
      expect(signed).toHaveLength([1, 2, 4][index] ?? 0);
      expect(signed.filter(({ isValid }) => !isValid)).toEqual([]);
      expect([qpdfCheck(revision), mutoolWarnings(revision)]).toEqual([0, ""]);
      expect(mutoolSignatures(revision)).toContain("The document is unchanged since signing.");
    }
    const last = revisions.at(-1) ?? Buffer.alloc(0);
    const objects = qpdfRewrite(last, "--qdf", "--object-streams=disable").toString("latin1");
    for (const [field, , drawn] of everyType) expect([field, objects.split(drawn).length > 2]).toEqual([field, true]);
    const shown = only(readPages(PdfDocument.open(fromBuffer(last)), { maxPages: 1 }));
    const boxes = [0, 1].flatMap((signer) => [
      // An unselected radio button shows nothing.
      ...everyType.flatMap(([, value], index) => (value === false ? [] : [placeOf(signer, index)])),
      { leftPt: 20, topPt: 106 + signer * 130, widthPt: 60, heightPt: 40 },
      { leftPt: 410, topPt: 20 + signer * 130, widthPt: 20, heightPt: 60 },
    ]);
    for (const draw of [renderPage, renderPageByMupdf])
      expect(judgeStamps(draw(upload, 1), draw(last, 1), boxes, displaySize(shown.box))).toBe("inside");
  },
);

test("points at a value that breaks its rule, before and when signing, and keeps the code valid @exhaustive", async () => {
  const ctx = context(db());
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", fields: everyType.map(([field]) => field) }]);
  const [ana] = signers;
  const good = everyType.map(([, value], index) => ({ elementId: ana.fieldIds[index] ?? 0, value }));
  await requestCode(ctx, ana.actor, { fileId });
  const input = { target: { fileId }, code: await newestCode(ctx) };
  const wrong: [index: number, value: string | boolean, code: string, at?: number][] = [
    [0, "x".repeat(41), "too_long"],
    [1, "12-34", "mask_mismatch"],
    [2, "0,5", "too_small"],
    [2, "1.234", "number_ambiguous"],
    [4, "none", "phone_invalid"],
    [5, "2026-12-31", "too_early"],
    [6, "Weekly", "not_an_option"],
    [7, true, "more_than_one", 8],
  ];
  for (const [index, value, code, at = index] of wrong) {
    const fields = good.map((field, place) => (place === index ? { ...field, value } : field));
    const refusal = { code: "validation_failed", violations: [{ pointer: `/fields/${at}/value`, code }] };
    await expect(checkFields(ctx, ana.actor, { target: { fileId }, fields })).rejects.toMatchObject(refusal);
    await expect(sign(ctx, ana.actor, { ...input, fields })).rejects.toMatchObject(refusal);
  }
  const twice = [...good, { elementId: ana.fieldIds[2] ?? 0, value: "3" }];
  const refusal = { code: "validation_failed", violations: [{ pointer: "/fields/10/elementId", code: "duplicate" }] };
  await expect(checkFields(ctx, ana.actor, { target: { fileId }, fields: twice })).rejects.toMatchObject(refusal);
  const unticked = good.map((field, index) => (index === 9 ? { ...field, value: false } : field));
  await expect(sign(ctx, ana.actor, { ...input, fields: unticked })).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/fields", code: "too_few_checked" }],
  });
  expect((await sign(ctx, ana.actor, { ...input, fields: good })).file.status).toBe("signed");
});

test("replaces the requester's radio button when the signer chooses another, and refuses a choice in a locked group @exhaustive", async () => {
  const ctx = context(db());
  const radio = (group: string, label: string, more: Partial<Plan> = {}): Plan => ({
    type: "radio",
    group,
    label,
    ...more,
  });
  const { fileId, signers } = await releasedScenario(ctx, [
    {
      name: "Ana",
      fields: [
        radio("Pet", "Dog", { value: "true" }),
        radio("Pet", "Cat"),
        radio("Car", "Yes", { value: "true", readOnly: true }),
        radio("Car", "No"),
      ],
    },
  ]);
  const [ana] = signers;
  const [, cat = 0, , no = 0] = ana.fieldIds;
  await requestCode(ctx, ana.actor, { fileId });
  const input = { target: { fileId }, code: await newestCode(ctx) };
  await expect(sign(ctx, ana.actor, { ...input, fields: [{ elementId: no, value: true }] })).rejects.toMatchObject({
    violations: [{ pointer: "/fields/0/elementId", code: "not_yours" }],
  });
  await sign(ctx, ana.actor, { ...input, fields: [{ elementId: cat, value: true }] });
  const objects = qpdfRewrite(await readBytes(ctx, fileId), "--qdf", "--object-streams=disable").toString("latin1");
  // The first button of the first group became the signature's own field, which has no value.
  expect(objects.match(/\/V \/(Yes|Off)/g)).toEqual(["/V /Yes", "/V /Yes", "/V /Off"]);
});

test("reports a required group without a choice once, by the name of its question @exhaustive", async () => {
  const ctx = context(db());
  const { fileId, signers } = await releasedScenario(ctx, [
    {
      name: "Ana",
      fields: [
        { type: "radio", group: "Pet", label: "Dog" },
        { type: "radio", group: "Pet", label: "Cat" },
      ],
    },
  ]);
  const [ana] = signers;
  await expect(checkFields(ctx, ana.actor, { target: { fileId }, fields: [] })).rejects.toMatchObject({
    code: "field_missing",
    violations: [{ code: "required", detail: expect.stringContaining("Pet") as string }],
  });
});

test("refuses the release if no font can draw a prefix or suffix, before anybody is asked to sign @exhaustive", async () => {
  const fields: Plan[] = [{ type: "number", rules: { suffix: " 🦄" } }];
  await expect(releasedScenario(context(db()), [{ name: "Ana", fields }])).rejects.toMatchObject({
    code: "glyph_missing",
  });
});
