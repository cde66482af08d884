import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fields as fieldsTable } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { mutoolWarnings, pdfsig, qpdfCheck, qpdfRewrite } from "@/lib/pdf/testing/outside-tools";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { checkFields } from "./plan-contents";
import type { SignInput } from "./schema";
import { sign } from "./sign";
import { envelopeScenario, onePage } from "./testing/envelope-scenario";
import {
  newestCode,
  readBytes,
  readEvents,
  releasedScenario,
  storeStroke,
  type ScenarioSigner,
} from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

type PlacedField = NonNullable<ScenarioSigner["fields"]>[number];

const petForm: readonly PlacedField[] = [
  { type: "radio", group: "Pet", label: "Yes" },
  { type: "radio", group: "Pet", label: "No" },
  { type: "text", label: "Name of the pet", showWhen: 'field("Pet") == "Yes"' },
  { type: "number", label: "Price", rules: { decimals: 2 } },
  { type: "number", label: "Quantity", required: false },
  { type: "number", label: "Total", calculate: 'field("Price") * field("Quantity")', rules: { decimals: 2 } },
  { type: "initial", label: "Initials", showWhen: 'field("Pet") == "Yes"' },
];

async function scenario(fields: readonly PlacedField[] = petForm) {
  const ctx = context(db());
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana", fields }]);
  const [ana] = signers;
  const give = (...values: (string | boolean | null)[]): NonNullable<SignInput["fields"]> =>
    values.flatMap((value, index) => (value === null ? [] : [{ elementId: ana.fieldIds[index] ?? 0, value }]));
  const check = (fields: SignInput["fields"]) => checkFields(ctx, ana.actor, { target: { fileId }, fields });
  let isAsked = false;
  const signWith = async (fields: SignInput["fields"]) => {
    if (!isAsked) await requestCode(ctx, ana.actor, { fileId });
    isAsked = true;
    return sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), fields });
  };
  return { ctx, fileId, ana, give, check, signWith };
}

const objectsOf = (pdf: Buffer) => qpdfRewrite(pdf, "--qdf", "--object-streams=disable").toString("latin1");

test("a hidden required field is neither required nor drawn, and the trail names it", async () => {
  const { ctx, fileId, ana, give, signWith } = await scenario();
  // No initials are stored, and the name was typed before the pet checkbox was cleared.
  await signWith(give(false, true, "Rex of old", "0.10", "3"));
  const pdf = await readBytes(ctx, fileId);
  expect(pdfsig(pdf).filter(({ isSigned, isValid }) => isSigned && !isValid)).toEqual([]);
  expect([qpdfCheck(pdf), mutoolWarnings(pdf)]).toEqual([0, ""]);
  expect(objectsOf(pdf)).not.toContain("Rex of old");
  expect(objectsOf(pdf)).toContain("(0.30)");
  const signed = (await readEvents(ctx, fileId)).find(({ type }) => type === "signed");
  expect(signed?.data).toMatchObject({
    skipped: [
      { elementId: ana.fieldIds[2], type: "text", page: 1 },
      { elementId: ana.fieldIds[6], type: "initial", page: 1 },
    ],
  });
});

test("a shown required field must be filled, and so must its initials @exhaustive", async () => {
  const { ctx, ana, give, check, signWith } = await scenario();
  await expect(check(give(true, false, null, "1", null))).rejects.toMatchObject({
    code: "field_missing",
    violations: [{ code: "required" }],
  });
  await expect(signWith(give(true, false, "Rex", "1", null))).rejects.toMatchObject({
    code: "signature_image_missing",
  });
  await storeStroke(ctx, ana.actor, "initial");
  expect((await signWith(give(true, false, "Rex", "1", null))).file.status).not.toBe("able_to_sign");
});

test("the server alone sets a calculated value", async () => {
  const { give, check } = await scenario();
  await expect(check(give(false, true, null, "1", "1", "999"))).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/fields/4/elementId", code: "not_yours" }],
  });
});

test("refuses a division by zero, and a result that breaks the rules of its field @exhaustive", async () => {
  const { give, check } = await scenario([
    { type: "number", label: "A" },
    { type: "number", label: "B" },
    { type: "number", label: "Share", calculate: 'field("A") / field("B")', rules: { max: 10 } },
  ]);
  await expect(check(give("1", "0"))).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/fields", code: "division_by_zero" }],
  });
  await expect(check(give("100", "2"))).rejects.toMatchObject({ violations: [{ code: "too_large" }] });
  await check(give("0.3", "0.1"));
});

test("requireWhen alone decides whether a field is required @exhaustive", async () => {
  const { give, check } = await scenario([
    { type: "checkbox", label: "Company", required: false },
    { type: "text", label: "VAT number", required: true, requireWhen: 'field("Company")' },
  ]);
  await check(give(false, ""));
  await expect(check(give(true, ""))).rejects.toMatchObject({ code: "field_missing" });
});

test("a later signer's condition sees the values of earlier signers @exhaustive", async () => {
  const ctx = context(db());
  const { fileId, signers } = await releasedScenario(ctx, [
    {
      name: "Ana",
      signingOrder: 1,
      fields: [
        { type: "checkbox", label: "Needs a permit", required: false },
        { type: "number", label: "Net" },
        { type: "text", label: "Unrelated", required: false },
      ],
    },
    {
      name: "Bo",
      signingOrder: 2,
      fields: [
        { type: "text", label: "Permit", showWhen: 'field("Needs a permit")' },
        { type: "number", label: "Gross", calculate: 'field("Net") * 1.2' },
      ],
    },
  ]);
  const [ana, bo] = signers;
  await requestCode(ctx, ana.actor, { fileId });
  const values = [true, "9.99", "secret"].map((value, index) => ({ elementId: ana.fieldIds[index] ?? 0, value }));
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), fields: values });
  const stored = await ctx.db.select().from(fieldsTable).where(eq(fieldsTable.fileId, fileId)).orderBy(fieldsTable.id);
  expect(stored.map(({ signedValue }) => signedValue)).toEqual(["true", "9.99", null, null, null]);
  await expect(checkFields(ctx, bo.actor, { target: { fileId }, fields: [] })).rejects.toMatchObject({
    code: "field_missing",
  });
  await requestCode(ctx, bo.actor, { fileId });
  const permit = [{ elementId: bo.fieldIds[0] ?? 0, value: "P-1" }];
  await sign(ctx, bo.actor, { target: { fileId }, code: await newestCode(ctx), fields: permit });
  expect(objectsOf(await readBytes(ctx, fileId))).toContain("(11.988)");
});

test("withdrawing a signer changes no value in another signer's expressions @exhaustive", async () => {
  const ctx = context(db());
  const { fileId, requester, signers } = await releasedScenario(ctx, [
    { name: "Cy", signingOrder: 3, fields: [{ type: "number", label: "Fee", value: "7", readOnly: true }] },
    {
      name: "Ana",
      signingOrder: 1,
      fields: [
        { type: "number", label: "Net", value: "500", required: false },
        { type: "number", label: "Rate", value: "3", readOnly: true },
        { type: "checkbox", label: "Guarantee", value: "true", required: false },
      ],
    },
    {
      name: "Bo",
      signingOrder: 2,
      fields: [
        { type: "text", label: "Guarantor", showWhen: 'field("Guarantee")' },
        { type: "number", label: "Gross", calculate: 'field("Net") + field("Rate") + field("Fee")' },
      ],
    },
  ]);
  const [cy, ana, bo] = signers;
  const readKnown = async () => {
    const page = await showLinkPage(ctx, bo.actor, { u: bo.link, isOpened: false });
    return page.state === "signing" && page.known.map(({ label, value }) => [label, value]);
  };
  const known = [
    ["Fee", "7"],
    ["Net", null],
    ["Rate", "3"],
    ["Guarantee", null],
  ];
  await withdrawSigner(ctx, requester, { fileId, signRequestId: ana.signRequestId });
  expect(await readKnown()).toEqual(known);
  // A person with the page open must get what it shows.
  await withdrawSigner(ctx, requester, { fileId, signRequestId: cy.signRequestId });
  expect(await readKnown()).toEqual(known);
  await requestCode(ctx, bo.actor, { fileId });
  await sign(ctx, bo.actor, { target: { fileId }, code: await newestCode(ctx) });
  expect(objectsOf(await readBytes(ctx, fileId))).toContain("(10)");
  const signed = (await readEvents(ctx, fileId)).find(({ type }) => type === "signed");
  expect(signed?.data).toMatchObject({ skipped: [{ elementId: bo.fieldIds[0] }] });
});

test("in an envelope, conditions refer to their own file, and events name the file of skipped fields @exhaustive", async () => {
  const ctx = context(db());
  const inFile = (file: number) => [
    { file, type: "checkbox" as const, label: "Company", required: false },
    { file, type: "text" as const, label: "VAT number", showWhen: 'field("Company")' },
  ];
  const { fileId, people } = await envelopeScenario(
    ctx,
    [onePage(), onePage()],
    [{ name: "Ana", signs: [0, 1], fields: [...inFile(0), ...inFile(1)] }],
  );
  const [ana] = people;
  const placed = await ctx.db
    .select()
    .from(fieldsTable)
    .where(eq(fieldsTable.signRequestId, ana.signRequestId))
    .orderBy(fieldsTable.fileId, fieldsTable.id);
  const ids = (label: string) => placed.filter((field) => field.label === label).map(({ id }) => id);
  const [company] = ids("Company");
  const [vat, otherVat] = ids("VAT number");
  await storeStroke(ctx, ana.actor);
  await requestCode(ctx, ana.actor, { fileId });
  const given = [
    { elementId: company ?? 0, value: true },
    { elementId: vat ?? 0, value: "PT 1" },
  ];
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), fields: given });
  const signed = (await readEvents(ctx, fileId)).find(({ type }) => type === "signed");
  expect(signed?.data).toMatchObject({ skipped: [{ elementId: otherVat, type: "text", page: 1, file: 2 }] });
});
