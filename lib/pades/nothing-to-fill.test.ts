import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { ingestUpload } from "@/lib/pdf/ingest/ingest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { fillableFields } from "@/lib/pdf/testing/fillable-fields";
import { formPdf, OTHERS } from "@/lib/pdf/testing/hand-written-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";

let signer: TestSigner;

beforeAll(async () => {
  signer = await (await makeTestAuthority()).issue("Ada");
});

const RECT = "/Rect[10 10 90 30]/F 4";
const FORMS: Record<string, Parameters<typeof formPdf>[0]> = {
  "text, ticks, choices, buttons and empty signature fields": {
    form: "/NeedAppearances true",
    widgets: [
      `/FT/Tx/T(text)/V(x)${RECT}`,
      `/FT/Btn/T(tick)${RECT}`,
      `/FT/Btn/Ff 49152/T(radio)${RECT}`,
      `/FT/Ch/Ff 131072/T(combo)/Opt[(a)(b)]${RECT}`,
      `/FT/Ch/T(list)/Opt[(a)]${RECT}`,
      `/FT/Btn/Ff 65536/T(push)${RECT}`,
      `/FT/Sig/T(sig)${RECT}`,
    ],
  },
  "a dynamic form beside the fields": {
    form: "/XFA[(template) 100 0 R]",
    widgets: [`/FT/Tx/T(text)${RECT}`],
    others: ["<</Length 3>>\nstream\n<x>\nendstream"],
  },
  "fields in a tree, the type in the parent": {
    form: `/Fields[${OTHERS} 0 R]`,
    widgets: [`/Parent ${OTHERS} 0 R/T(kid)${RECT}`, `/Parent ${OTHERS} 0 R/T(other)${RECT}`],
    others: [`<</FT/Tx/T(parent)/Kids[5 0 R 6 0 R]>>`],
  },
  "widgets that the form does not list": { form: "/Fields[]", widgets: [`/FT/Tx/T(orphan)${RECT}`] },
  "a field that hangs on no page": { form: `/Fields[${OTHERS} 0 R]`, widgets: [], others: ["<</FT/Tx/T(nowhere)>>"] },
  "hidden and read-only fields": { widgets: [`/FT/Tx/T(hidden)/Rect[0 0 0 0]/F 2`, `/FT/Tx/Ff 1/T(fixed)${RECT}`] },
};

describe.each(Object.keys(FORMS))("after completion of a form with %s", (kind) => {
  const upload = formPdf(FORMS[kind] ?? { widgets: [] });

  test("leaves no field that DocMDP P=2 lets anyone fill", async () => {
    const step = ingestUpload(fromBuffer(upload), "uploaded");
    if (step.kind !== "ready") throw new Error("the form is sound");
    const document = new GrowingDocument(Buffer.concat([upload, step.frozen?.tail ?? Buffer.alloc(0)]));
    const box = (topPt: number) => ({ leftPt: 20, topPt, widthPt: 100, heightPt: 30 });
    const fields = [
      { fieldId: 1, type: "signature" as const, pageIndex: 0, box: box(100) },
      { fieldId: 2, type: "text" as const, pageIndex: 0, box: box(150) },
      { fieldId: 3, type: "checkbox" as const, pageIndex: 0, box: box(200) },
    ];
    await document.prepare([{ signRequestId: 1, fields }], signer);
    const fieldName = (role: string) => document.fields.find((field) => field.field?.type === role)?.name ?? "";
    await document.sign(1, signer, {
      content: { kind: "image", image: null, lines: ["Ada"] },
      fills: [
        { fieldName: fieldName("text"), content: { kind: "text", text: "Bonn" } },
        { fieldName: fieldName("checkbox"), content: { kind: "checkbox", isChecked: true } },
      ],
    });
    await document.seal(signer);
    expect(fillableFields(document.bytes)).toEqual([]);
    expect(pdfsig(document.bytes).every(({ isValid }) => isValid)).toBe(true);
  });

  test("finds fillable fields in the upload", () => {
    expect(fillableFields(upload).length).toBeGreaterThan(0);
  });
});
