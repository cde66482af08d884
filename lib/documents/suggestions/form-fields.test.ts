import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files, fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { saveFields } from "@/lib/documents/fields/save-all";
import { fieldChanges, type SignerField } from "@/lib/documents/fields/schema";
import { setFormValues } from "@/lib/documents/upload/form-values";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { mutoolWarnings, pdfsig, qpdfCheck, renderPage, type GreyPage } from "@/lib/pdf/testing/outside-tools";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readFileState, serialiseState } from "@/lib/requests/state/file-state";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import {
  newestCode,
  readBytes,
  readEvents,
  readFile,
  releasedScenario,
  storeStroke,
} from "@/lib/signing/testing/signing-scenario";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listSuggestions } from "./find";
import type { SuggestionWire } from "./schema";

const db = useRolledBackDatabase();
const context = useTestContext();

/** Whether the box contains dark pixels; in points from the lower left corner of a page of 400 points. */
function hasInk({ width, height, pixels }: GreyPage, [left, bottom, right, top]: readonly number[]): boolean {
  const [pageHeight, scale] = [400, height / 400];
  for (let y = Math.ceil((pageHeight - (top ?? 0)) * scale); y < (pageHeight - (bottom ?? 0)) * scale; y += 1)
    for (let x = Math.ceil((left ?? 0) * scale); x < (right ?? 0) * scale; x += 1)
      if ((pixels[y * width + x] ?? 255) < 100) return true;
  return false;
}

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

const asField = ({
  type,
  coordinates,
  label,
  group,
  rules,
  dateFormat,
  required,
  value,
}: SuggestionWire): SignerField => {
  const { page, left, top, width, height } = coordinates;
  return { type, label, group, rules, dateFormat, required, value, coordinates: { page, left, top, width, height } };
};

async function suggested() {
  const ctx = context(db());
  const { actor, file } = await makeRequest(ctx, { file: { base64: form.toString("base64") } });
  return {
    ctx,
    actor,
    uuid: file.uuid,
    fileId: file.id,
    data: (await listSuggestions(ctx, actor, { uuid: file.uuid })).data,
  };
}

test("suggests an uploaded form's fields with type, label, options, length and value", async () => {
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
    ["form", "text", "filled", null, null, false],
  ]);
  expect(data.flatMap(({ value, isOnPage }) => (value === null && !isOnPage ? [] : [[value, isOnPage]]))).toEqual([
    ["Lisbon", true],
  ]);
  expect(data[0]?.coordinates).toMatchObject({ page: 1, left: 10, top: 370, width: 100, height: 20 });
});

test("removes a form's values from the pages and puts them back, in the bytes, the facts and the trail @exhaustive", async () => {
  const { ctx, actor, uuid, fileId } = await suggested();
  const look = async () => {
    const bytes = await readBytes(ctx, fileId);
    const { sha256, size, readers } = await readFile(ctx, fileId);
    expect([sha256Hex(bytes), bytes.length]).toEqual([sha256, size]);
    expect([qpdfCheck(bytes), mutoolWarnings(bytes)]).toEqual([0, ""]);
    const { data } = await listSuggestions(ctx, actor, { uuid });
    const values = data.flatMap(({ value, isOnPage }) => (value === null ? [] : [[value, isOnPage]]));
    const version = serialiseState(await readFileState(ctx, await readFile(ctx, fileId)));
    return { version, isShown: hasInk(renderPage(bytes, 1), [125, 153, 185, 167]), values, readers };
  };
  await ctx.db
    .update(files)
    .set({ readers: { compared: 1, of: 1, differences: [] } })
    .where(eq(files.id, fileId));
  const before = await look();
  expect(before).toMatchObject({ isShown: true, values: [["Lisbon", true]] });
  for (const repeat of [1, 2]) {
    await setFormValues(ctx, actor, { uuid, values: "fields" });
    const { version, ...after } = await look();
    expect([repeat, after]).toEqual([repeat, { isShown: false, values: [["Lisbon", false]], readers: null }]);
    // A release that prepared the earlier bytes has lost the race.
    expect(version).not.toBe(before.version);
  }
  await setFormValues(ctx, actor, { uuid, values: "page" });
  expect(await look()).toMatchObject({ isShown: true, values: [["Lisbon", true]] });
  const changes = (await readEvents(ctx, fileId)).filter(({ type }) => type === "form.changed");
  expect(changes.map(({ data }) => data)).toEqual([{ values: "fields" }, { values: "page" }]);
  const stored = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId));
  expect(stored.map(({ kind }) => kind)).toEqual(["upload", "frozen"]);
});

test("can omit the values at upload, and keeps the form of a sent document @exhaustive", async () => {
  const ctx = context(db());
  const { actor, file } = await makeRequest(ctx, { file: { base64: form.toString("base64"), formValues: "fields" } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  expect(data.find(({ text }) => text === "filled")).toMatchObject({ value: "Lisbon", isOnPage: false });
  const sent = await releasedScenario(ctx, [{ name: "Ana" }], form);
  const { uuid } = await readFile(ctx, sent.fileId);
  await expect(setFormValues(ctx, sent.requester, { uuid, values: "fields" })).rejects.toMatchObject({
    code: "file_not_draft",
  });
});

test("groups radio buttons by the name of their field, whatever their displayed texts @exhaustive", async () => {
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
  const signRequestId = signers[0].id;
  const create = data.map((suggestion) => ({ ...asField(suggestion), signRequestId }));
  const saved = await saveFields(ctx, actor, { uuid: file.uuid, ...fieldChanges.parse({ create }) });
  expect(saved.created).toHaveLength(8);
});

test("signs a form turned into signing fields, which has no form fields left and which other programs accept", async () => {
  const { ctx, data } = await suggested();
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", fields: data.map(asField) }], form);
  const [ana] = signers;
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

test("keeps the currency of a form's number in the field's value @exhaustive", async () => {
  const ctx = context(db());
  const amount = (name: string, value: string, currency: string) =>
    `/FT/Tx/T(${name})/V(${value})/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, 2, 0, 0, ${currency}\\);)>>>>/Rect[10 10 110 30]/F 4`;
  const widgets = [amount("rent", "900", '"R$ ", true'), amount("fee", "-5", '" \\\\u20ac", false')];
  const pdf = formPdf({ widgets: [...widgets, amount("long", "1", '"Singapore dollars ", true')] });
  const { actor, file } = await makeRequest(ctx, { file: { base64: pdf.toString("base64") } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  expect(data.map(({ rules, value }) => [rules, value])).toEqual([
    [{ decimals: 2, decimalMark: ",", prefix: "R$ " }, "R$ 900,00"],
    [{ decimals: 2, decimalMark: ",", suffix: " €" }, "-5,00 €"],
    [{ decimals: 2, decimalMark: "," }, "1,00"],
  ]);
});

test("keeps the format of a form's date, and reads an existing value by it", async () => {
  const ctx = context(db());
  const date = (name: string, script: string, value: string) =>
    `/FT/Tx/T(${name})/V(${value})/AA<</F<</S/JavaScript/JS(${script})>>>>/Rect[10 10 110 30]/F 4`;
  const base64 = formPdf({
    widgets: [
      date("german", 'AFDate_FormatEx\\("dd.mm.yyyy"\\);', "4.12.1990"),
      date("american", "AFDate_Format\\(2\\);", "12/04/1990"),
      date("words", 'AFDate_FormatEx\\("d mmmm yyyy"\\);', "4 December 1990"),
    ],
  }).toString("base64");
  const { actor, file } = await makeRequest(ctx, { file: { base64 } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  expect(data.map(({ type, dateFormat, value }) => [type, dateFormat, value])).toEqual([
    ["day", "DD.MM.YYYY", "1990-12-04"],
    ["day", "MM/DD/YYYY", "1990-12-04"],
    ["text", null, "4 December 1990"],
  ]);
});

test("turns an editable combo box into a text field that proposes the options @exhaustive", async () => {
  const ctx = context(db());
  const combo = (name: string, flags: number, more = "") =>
    `/FT/Ch/T(${name})/Ff ${flags}/Opt[(Baker)(Pilot)]/Rect[10 10 110 30]${look}${more}`;
  const pdf = formPdf({
    widgets: [combo("job", 0x60000), combo("former", 0x60000, "/V(Clown)"), combo("closed", 0x20000)],
  });
  const { actor, file } = await makeRequest(ctx, { file: { base64: pdf.toString("base64") } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  const rules = { options: ["Baker", "Pilot"] };
  expect(data.map(({ type, label, rules, value }) => [type, label, rules, value])).toEqual([
    ["text", "job", rules, null],
    ["text", "former", rules, "Clown"],
    ["dropdown", "closed", rules, null],
  ]);

  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", fields: data.map(asField) }], pdf);
  const [ana] = signers;
  await requestCode(ctx, ana.actor, { fileId });
  const fields = ["Astronaut", "Clown", "Baker"].map((value, index) => ({
    elementId: ana.fieldIds[index] ?? 0,
    value,
  }));
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), fields });
  const signed = await readBytes(ctx, fileId);
  expect(pdfsig(signed).filter(({ isSigned, isValid }) => isSigned && !isValid)).toEqual([]);
});

test("keeps the format of texts that the form's scripts rewrite", async () => {
  const ctx = context(db());
  const text = (name: string, script: string, value: string) =>
    `/FT/Tx/T(${name})/V(${value})/AA<</F<</S/JavaScript/JS(${script})>>>>/Rect[10 10 110 30]/F 4`;
  const widgets = [
    text("zip", "AFSpecial_Format\\(0\\);", "12345"),
    text("zip4", "AFSpecial_Format\\(1\\);", "123456789"),
    text("ssn", "AFSpecial_Format\\(3\\);", "123456789"),
    text("foreign", "AFSpecial_Format\\(0\\);", "1250-096 Lisboa"),
    text("phone", "AFSpecial_Format\\(2\\);", "5551234567"),
    text("short", "AFSpecial_Format\\(2\\);", "1234567"),
    text("abroad", "AFSpecial_Format\\(2\\);", "+351 21 123"),
    text("rate", "AFPercent_Format\\(2, 0\\);", "0.125"),
    text("taxa", "AFPercent_Format\\(1, 2\\);", "0.07"),
    text("words", "AFPercent_Format\\(1, 2\\);", "half"),
  ];
  const { actor, file } = await makeRequest(ctx, { file: { base64: formPdf({ widgets }).toString("base64") } });
  const { data } = await listSuggestions(ctx, actor, { uuid: file.uuid });
  expect(data.map(({ type, rules, value }) => [type, rules?.mask ?? null, value])).toEqual([
    ["text", "00000", "12345"],
    ["text", "00000-0000", "12345-6789"],
    ["text", "000-00-0000", "123-45-6789"],
    ["text", null, "1250-096 Lisboa"],
    ["text", null, "(555) 123-4567"],
    ["text", null, "123-4567"],
    ["text", null, "+351 21 123"],
    ["text", null, "12.50%"],
    ["text", null, "7,0%"],
    ["text", null, "half"],
  ]);
});
