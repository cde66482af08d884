import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { SignerField } from "@/lib/documents/fields/schema";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { mutoolWarnings, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, releasedScenario, storeStroke } from "@/lib/signing/testing/signing-scenario";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listSuggestions } from "./list";
import type { SuggestionWire } from "./schema";

const db = useRolledBackDatabase();
const context = useTestContext();

const square = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "0 g 2 2 16 16 re f");
const states = (on: string) => `/AP<</N<</${on} ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;
const look = "/MK<</BC[0 0 0]>>/F 4";

const form = formPdf({
  widgets: [
    `/FT/Tx/T(town)/TU(Town of birth)/MaxLen 40/Ff 2/Rect[10 10 110 30]${look}`,
    `/FT/Tx/T(Text Field 7)/Ff 4096/Rect[10 40 110 90]${look}`,
    `/FT/Ch/T(colour)/Ff 131072/Opt[(Red)(Blue)]/Rect[10 160 110 180]${look}`,
    `/FT/Btn/T(agreed)/AS/Off/Rect[120 10 140 30]${look}${states("Yes")}`,
    `/FT/Btn/Ff 32768/T(pet)/AS/Off/Rect[120 40 140 60]${look}${states("Cat")}`,
    `/FT/Btn/Ff 32768/T(pet)/AS/Off/Rect[150 40 170 60]${look}${states("Dog")}`,
    `/FT/Sig/T(sig)/Rect[120 100 190 140]${look}`,
    `/FT/Tx/T(filled)/V(Lisbon)/Rect[120 150 190 170]${look}`,
  ],
  others: [square, stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "")],
});

const asField = ({ type, coordinates, label, group, rules, required }: SuggestionWire): SignerField => {
  const { page, left, top, width, height } = coordinates;
  return { type, label, group, rules, required, coordinates: { page, left, top, width, height } };
};

async function suggested() {
  const ctx = context(db());
  const { actor, file } = await makeRequest(ctx, { file: { base64: form.toString("base64") } });
  return { ctx, data: (await listSuggestions(ctx, actor, { uuid: file.uuid })).data };
}

test("the fields of an uploaded form are suggested with type, label, options and length; a filled one is not", async () => {
  const { data } = await suggested();
  expect(
    data.map(({ source, type, label, group, rules, required }) => [source, type, label, group, rules, required]),
  ).toEqual([
    ["form", "text", "Town of birth", null, { maxLength: 40 }, true],
    ["form", "text", null, null, { multiline: true }, false],
    ["form", "dropdown", "colour", null, { options: ["Red", "Blue"] }, false],
    ["form", "checkbox", "agreed", null, null, false],
    ["form", "radio", "Cat", "pet", null, false],
    ["form", "radio", "Dog", "pet", null, false],
    ["form", "signature", "sig", null, null, false],
  ]);
  expect(data[0]?.coordinates).toMatchObject({ page: 1, left: 10, top: 370, width: 100, height: 20 });
});

test("a form turned into signing fields is signed, holds no field of its own any more, and outside programs accept it", async () => {
  const { ctx, data } = await suggested();
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", boxes: data.map(asField) }], form);
  const [ana] = signers;
  if (!ana) throw new Error("one signer");
  await storeStroke(ctx, ana.actor);
  await requestCode(ctx, ana.actor, { fileId });
  const given: (string | boolean)[] = ["Bergen", "two\nlines", "Blue", true, false, true];
  const fields = given.map((value, index) => ({ elementId: ana.fieldIds[index] ?? 0, value }));
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), fields });
  const signed = await readBytes(ctx, fileId);
  const names = readFields(PdfDocument.open(fromBuffer(signed))).fields.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(given.length);
  expect(names.filter((name) => !name.startsWith("paraph-"))).toEqual([]);
  expect(pdfsig(signed).filter(({ isSigned, isValid }) => isSigned && !isValid)).toEqual([]);
  expect([qpdfCheck(signed), mutoolWarnings(signed)]).toEqual([0, ""]);
});
