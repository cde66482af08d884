import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { saveFields } from "@/lib/documents/fields/save-all";
import { fieldChanges, type SignerField } from "@/lib/documents/fields/schema";
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

test("radio buttons share a question by the name of their field, whatever their texts for people say", async () => {
  const ctx = context(db());
  const long =
    "Are you the owner, the tenant or the agent of the property that is named in the first part of this form? ".repeat(
      2,
    );
  const button = (name: string, text: string, answer: string, left: number) =>
    `/FT/Btn/Ff 32768/T(${name})/TU(${text})/AS/Off/Rect[${left} 10 ${left + 10} 20]${look}${states(answer)}`;
  const widgets = [
    ...[button("q1", "Yes or no", "Yes", 10), button("q1", "Yes or no", "No", 25)],
    ...[button("q2", "Yes or no", "Yes", 40), button("q2", "Yes or no", "No", 55)],
    ...[button("consent", "I agree", "A", 70), button("consent", "I do not agree", "B", 85)],
    ...[button("role", long, "Owner", 100), button("role", long, "Tenant", 115)],
  ];
  const pdf = formPdf({ widgets, others: [square, square] });
  const { actor, file, signers } = await makeRequest(ctx, { file: { base64: pdf.toString("base64") } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  expect(data.map(({ group }) => group)).toEqual([
    ...["Yes or no", "Yes or no", "Yes or no 2", "Yes or no 2", "consent", "consent"],
    ...[long.slice(0, 100).trim(), long.slice(0, 100).trim()],
  ]);
  const signRequestId = signers[0]?.id ?? 0;
  const create = data.map((suggestion) => ({ ...asField(suggestion), signRequestId }));
  const saved = await saveFields(ctx, actor, { uuid: file.uuid, ...fieldChanges.parse({ create }) });
  expect(saved.created).toHaveLength(8);
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
