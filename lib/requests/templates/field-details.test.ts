import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fields, files, type PageSize } from "@/db/schema/files";
import type { TemplateField, TemplateRole } from "@/db/schema/templates";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { checkBulkSend } from "../bulk/check";
import { duplicateRequest } from "../duplicate";
import { changeTemplate } from "./change";
import { fitFields } from "./content";
import { createTemplate } from "./create";
import { showTemplate } from "./show";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const coordinates = { page: 1, top: 100, left: 50, width: 150, height: 20 };
const people = { Tenant: { email: "tom@x.example" } };
const rent = { rules: { decimals: 2, max: 5000 }, help: "Without the deposit", placeholder: "0.00", colour: "#1f5fd6" };

async function lease() {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  const { templateId: id } = await createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }],
    fields: [
      { role: "Tenant", name: "Rent", type: "number", coordinates, ...rent },
      {
        role: "Tenant",
        name: "Paid",
        type: "dropdown",
        coordinates: { ...coordinates, top: 140 },
        rules: { options: ["Monthly", "Yearly"] },
      },
      ...["Dog", "Cat"].map((label, index) => ({
        ...{ role: "Tenant", type: "radio" as const, group: "Pet", label },
        coordinates: { ...coordinates, top: 180 + index * 40, width: 18 },
      })),
      {
        role: "Tenant",
        name: "Signed on",
        type: "date",
        coordinates: { ...coordinates, top: 300 },
        timeZone: "Asia/Tokyo",
      },
    ],
  });
  return { ctx, actor, id };
}

const placed = (ctx: Ctx, fileId: number) =>
  ctx.db.select().from(fields).where(eq(fields.fileId, fileId)).orderBy(fields.id);

test("rules, hints, group, colour and zone survive a template, its request, and that request's copy and template", async () => {
  const { ctx, actor, id } = await lease();
  const shown = await showTemplate(ctx, actor, { id });
  expect(shown.fields[0]).toMatchObject(rent);
  const { fileId } = await createFromTemplate(ctx, actor, { id, people });
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const copy = await duplicateRequest(ctx, actor, { uuid: file?.uuid ?? "" });
  const again = await createTemplate(ctx, actor, { file: { fileId } });
  const details = shown.fields.map((field) => ({ ...detailsOf(field), colour: field.colour }));
  for (const made of [
    await placed(ctx, fileId),
    await placed(ctx, copy.fileId),
    (await showTemplate(ctx, actor, { id: again.templateId })).fields,
  ])
    expect(made.map((field) => ({ ...detailsOf(field), colour: field.colour }))).toEqual(details);
});

test("values are given by field, or by group for radio buttons, and must satisfy the rules", async () => {
  const { ctx, actor, id } = await lease();
  const { fileId } = await createFromTemplate(ctx, actor, {
    id,
    people,
    values: { Rent: "900", Paid: "Yearly", Pet: "Cat" },
  });
  expect((await placed(ctx, fileId)).map(({ value }) => value)).toEqual(["900", "Yearly", null, "true", null]);
  const wrong: [Record<string, string>, string, string][] = [
    [{ Rent: "6000" }, "/values/Rent", "too_large"],
    [{ Paid: "Weekly" }, "/values/Paid", "not_an_option"],
    [{ Pet: "Bird" }, "/values/Pet", "not_an_option"],
    [{ Car: "Yes" }, "/values/Car", "unknown"],
  ];
  for (const [values, pointer, code] of wrong)
    await expect(createFromTemplate(ctx, actor, { id, people, values })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer, code }],
    });
});

test("a CSV file has a column for each group, and its rows must satisfy the rules", async () => {
  const { ctx, actor, id } = await lease();
  const text = [
    "Tenant e-mail,Rent,Paid,Pet",
    "a@x.example,900,Yearly,Cat",
    "b@x.example,6000,Yearly,Cat",
    "c@x.example,900,Weekly,Cat",
    "d@x.example,900,Yearly,Bird",
  ].join("\n");
  const { problems, good, unknownColumns } = await checkBulkSend(ctx, actor, { id, csv: { text } });
  expect(unknownColumns).toEqual([]);
  expect([good, ...problems.map(({ row, column, code }) => [row, column, code])]).toEqual([
    1,
    [3, "Rent", "value_invalid"],
    [4, "Paid", "option_unknown"],
    [5, "Pet", "option_unknown"],
  ]);
});

test("conditions survive a template, its request and that request's copy, and a field they refer to by name gets that name as its label", async () => {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  const field = { role: "Tenant", coordinates };
  const { templateId: id } = await createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }],
    fields: [
      { ...field, name: "Rent", type: "number" },
      { ...field, name: "Year", type: "number", calculate: 'field("Rent") * 12' },
      { ...field, name: "Why", type: "text", showWhen: 'field("Rent") > 1000', requireWhen: 'filled("Rent")' },
    ],
  });
  const { fileId } = await createFromTemplate(ctx, actor, { id, people, values: { Rent: "900" } });
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const copy = await duplicateRequest(ctx, actor, { uuid: file?.uuid ?? "" });
  const expressions = [
    { label: "Rent", showWhen: null, requireWhen: null, calculate: null },
    { showWhen: null, requireWhen: null, calculate: 'field("Rent") * 12' },
    { showWhen: 'field("Rent") > 1000', requireWhen: 'filled("Rent")', calculate: null },
  ];
  expect(await placed(ctx, fileId)).toMatchObject(expressions);
  expect(await placed(ctx, copy.fileId)).toMatchObject(expressions);
});

test("refuses a condition that refers to no field of the template", async () => {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  const made = createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }],
    fields: [{ role: "Tenant", type: "text", coordinates, showWhen: 'filled("Rent")' }],
  });
  await expect(made).rejects.toMatchObject({ violations: [{ pointer: "/fields/0/showWhen", code: "field_unknown" }] });
});

test("a new file that lacks a condition's field leaves out the fields that depend on it, and names them", async () => {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  const field = { role: "Tenant", coordinates };
  const onSecond = { ...field, coordinates: { ...coordinates, page: 2 } };
  const { templateId: id } = await createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }],
    fields: [
      { ...field, name: "Sum", type: "number", calculate: 'field("Year") + 1' },
      { ...field, name: "Year", type: "number", calculate: 'field("Rent") * 12' },
      { ...field, name: "Why", type: "text", showWhen: 'filled("Name")' },
      { ...field, name: "Name", type: "text" },
      { ...onSecond, name: "Rent", type: "number" },
    ],
  });
  const shorter = makePdf({ pages: [{ mediaBox: [0, 0, 595, 842] }] }).toString("base64");
  const { unfit } = await changeTemplate(ctx, actor, { id, file: { base64: shorter } });
  expect(unfit).toEqual([
    { name: "Sum", page: 1, reason: "condition" },
    { name: "Year", page: 1, reason: "condition" },
    { name: "Rent", page: 2, reason: "page_missing" },
  ]);
  const { fields: kept } = await showTemplate(ctx, actor, { id });
  expect(kept.map(({ name, showWhen }) => [name, showWhen])).toEqual([
    ["Why", 'filled("Name")'],
    ["Name", null],
  ]);
  await createFromTemplate(ctx, actor, { id, people, status: 1 });
});

test("removing the first field of a long chain of conditions takes as few passes as for a chain of two", () => {
  const plansFor = (length: number): number => {
    let reads = 0;
    const fields = Array.from({ length }, (_, index): TemplateField => {
      const name = `F${index}`;
      const box = { page: index === 0 ? 2 : 1, leftPt: 10, topPt: 10, widthPt: 40, heightPt: 10 };
      const plain = { role: "Tenant", name, type: "text", label: name, required: false, value: null, ...box } as const;
      return {
        ...plain,
        get showWhen() {
          if (index === 1) reads += 1;
          return index === 0 ? null : `filled("F${index - 1}")`;
        },
      } as unknown as TemplateField;
    });
    const roles = [{ name: "Tenant", signingOrder: 1 }] as TemplateRole[];
    const { kept, unfit } = fitFields([{ widthPt: 595, heightPt: 842 } as PageSize], {
      roles,
      fields: fields.toReversed(),
    });
    expect([kept.length, unfit.length]).toEqual([0, length]);
    return reads;
  };
  expect(plansFor(200)).toBe(plansFor(2));
});
