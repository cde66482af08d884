import { readFile, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { templateDocuments } from "@/db/schema/templates";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { findDamaged } from "@/lib/documents/storage/damaged-blobs";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { darkBox, qpdfCheck, renderPage } from "@/lib/pdf/testing/outside-tools";
import { textPdf } from "@/lib/pdf/testing/text-pdf";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { useTestContext } from "@/lib/testing/test-context";
import { changeTemplate } from "./change";
import { createTemplate } from "./create";
import { downloadTemplate, listTemplateSuggestions } from "./pages";
import type { NewTemplate } from "./schema";
import { showTemplate, showTemplateVersion } from "./show";

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

test("name the role for a number in the text by signing order, but none for an approver or a missing role", async () => {
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

test("are refused at once if the template's bytes were altered, and health names it", async () => {
  const { ctx, actor, id } = await make(textPdf([[[72, 700, "Lease"]]]));
  const [stored] = await db().select().from(templateDocuments).where(eq(templateDocuments.templateId, id));
  if (!stored) throw new Error("no document");
  const place = placeOf(ctx.blobs, blobKey(stored.uuid, stored.sha256));
  const bytes = await readFile(place);
  await writeFile(place, Buffer.alloc(bytes.length));
  await expect(downloadTemplate(ctx, actor, { id })).rejects.toMatchObject({
    code: "integrity_error",
    reason: "stored_altered",
  });
  expect(await findDamaged(ctx)).toMatchObject([{ uuid: stored.uuid, templateId: id, problem: "altered" }]);
  await writeFile(place, bytes);
  expect(await findDamaged(ctx)).toEqual([]);
});

const form = formPdf({
  widgets: ["/FT/Tx/T(town)/TU(Town)/Rect[10 10 110 30]/F 4", "/FT/Tx/T(rent)/V(900)/Rect[120 10 190 30]/F 4"],
});

test("offer an uploaded form's fields, and a saved version keeps them with their values", async () => {
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

test("report which form values the pages show", async () => {
  const { ctx, actor, id } = await make(form);
  const { data } = await listTemplateSuggestions(ctx, actor, { id });
  expect(data.map(({ value, isOnPage }) => [value, isOnPage])).toEqual([
    [null, false],
    ["900", true],
  ]);
});

test("move form values into the fields of a new version and back, while earlier versions keep their document", async () => {
  const { ctx, actor, id } = await make(form);
  const { data } = await listTemplateSuggestions(ctx, actor, { id });
  const fields = data.map(({ type, coordinates, label, value, rules, required }) => ({
    role: "Tenant",
    ...{ type, coordinates, label, value, rules, required },
  }));
  const bytes = async () => buffer((await downloadTemplate(ctx, actor, { id })).stream);
  expect(darkBox(renderPage(await bytes(), 1))).not.toBeNull();
  await changeTemplate(ctx, actor, { id, version: 1, formValues: "fields", fields });
  const [first, second] = [
    await showTemplateVersion(ctx, actor, { id, version: 1 }),
    await showTemplateVersion(ctx, actor, { id, version: 2 }),
  ];
  expect(second.fields.map(({ name, value }) => [name, value])).toEqual([
    ["Town", null],
    ["rent", "900"],
  ]);
  expect(second.sha256).not.toBe(first.sha256);
  const onPage = async () => (await listTemplateSuggestions(ctx, actor, { id })).data.map(({ isOnPage }) => isOnPage);
  expect(await onPage()).toEqual([false, false]);
  const moved = await bytes();
  expect(sha256Hex(moved)).toBe(second.sha256);
  expect(darkBox(renderPage(moved, 1))).toBeNull();
  expect(qpdfCheck(moved)).toBe(0);

  // No changes, so no new version.
  await changeTemplate(ctx, actor, { id, formValues: "fields" });
  expect((await showTemplate(ctx, actor, { id })).version).toBe(2);
  await changeTemplate(ctx, actor, { id, formValues: "page", fields: [] });
  expect(await showTemplate(ctx, actor, { id })).toMatchObject({ version: 3, fields: [] });
  expect(darkBox(renderPage(await bytes(), 1))).not.toBeNull();
  expect(await onPage()).toEqual([false, true]);
});

test("refuse formValues together with another file", async () => {
  const { ctx, actor, id } = await make(form);
  const file = { base64: form.toString("base64") };
  await expect(changeTemplate(ctx, actor, { id, file, formValues: "fields" })).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/formValues", code: "not_allowed" }],
  });
});
