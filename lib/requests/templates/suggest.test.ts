import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { textPdf } from "@/lib/pdf/testing/text-pdf";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeTemplate } from "./change";
import { createTemplate } from "./create";
import type { NewTemplate } from "./schema";
import { showTemplate } from "./show";
import { listTemplateSuggestions } from "./suggest";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function make(pdf: Buffer, file: Partial<NewTemplate["file"]> = {}) {
  const ctx: Ctx = testContext(db());
  const actor: AccountActor = actingAs(await makeAccount(ctx));
  const { templateId: id } = await createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64: pdf.toString("base64"), ...file },
    roles: [
      { name: "Landlord", signingOrder: 3 },
      { name: "Tenant", signingOrder: 1 },
      { name: "Lawyer", signingOrder: 2, role: "approver" },
    ],
  });
  return { ctx, actor, id };
}

test("name the role that a number in the text stands for, by signing order; an approver and a missing one have no field", async () => {
  const { ctx, actor, id } = await make(
    textPdf([
      [
        [72, 700, "{{sig:1}}"],
        [72, 600, "{{initial:2}}"],
        [72, 500, "{{date:3}}"],
        [72, 400, "{{date:4}}"],
        [72, 300, "Signature: ________"],
      ],
    ]),
  );
  const { data, pagesSearched } = await listTemplateSuggestions(ctx, actor, { id });
  expect(pagesSearched).toBe(1);
  expect(data.map(({ type, signer, role }) => [type, signer, role])).toEqual([
    ["signature", 1, "Tenant"],
    ["initial", 2, null],
    ["date", 3, "Landlord"],
    ["date", 4, null],
    ["signature", null, null],
  ]);
});

const form = formPdf({
  widgets: ["/FT/Tx/T(town)/TU(Town)/Rect[10 10 110 30]/F 4", "/FT/Tx/T(rent)/V(900)/Rect[120 10 190 30]/F 4"],
});

test("offer the fields of an uploaded form, which are a version's fields once saved, also with their values", async () => {
  const { ctx, actor, id } = await make(form, { formValues: "fields" });
  const { data, formFieldsLeft } = await listTemplateSuggestions(ctx, actor, { id });
  expect(formFieldsLeft).toBe(0);
  expect(data.map(({ source, label, value, isOnPage }) => [source, label, value, isOnPage])).toEqual([
    ["form", "Town", null, false],
    ["form", "rent", "900", false],
  ]);
  await changeTemplate(ctx, actor, {
    id,
    fields: data.map(({ type, coordinates, label, value, rules, required }) => ({
      role: "Tenant",
      type,
      coordinates,
      label,
      value,
      rules,
      required,
    })),
  });
  const { fields } = await showTemplate(ctx, actor, { id });
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ["Town", null],
    ["rent", "900"],
  ]);
});

test("say which values of a form the pages show", async () => {
  const { ctx, actor, id } = await make(form);
  const { data } = await listTemplateSuggestions(ctx, actor, { id });
  expect(data.map(({ value, isOnPage }) => [value, isOnPage])).toEqual([
    [null, false],
    ["900", true],
  ]);
});
