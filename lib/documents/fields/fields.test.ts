import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneIn } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addField } from "./add";
import { changeField, removeField } from "./change";
import { listFields } from "./list";
import type { NewField } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const coordinates = { page: 1, top: 188, left: 4, width: 370, height: 90 };

async function draft() {
  const ctx = testContext(db());
  const made = await makeRequest(ctx);
  return { ctx, ...made, uuid: made.file.uuid, signRequestId: made.signers[0].id };
}

describe("placing a field", () => {
  test("echoes the five numbers unchanged, and the same box counted from the bottom", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const { field: added } = await addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    expect(added).toMatchObject({
      elementId: added.fileElementId,
      type: "signature",
      signRequestId,
      required: true,
      label: null,
      value: null,
    });
    expect(added.coordinates).toEqual({ ...coordinates, llx: 4, lly: 792 - 188 - 90, urx: 374, ury: 792 - 188 });
    expect((await listFields(ctx, actor, { uuid })).data).toEqual([added]);
  });

  test("requires a new field unless stated otherwise, also a checkbox", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const add = async (type: "text" | "checkbox", required?: boolean) => {
      const stated = required === undefined ? {} : { required };
      const { field } = await addField(ctx, actor, { uuid, type, signRequestId, coordinates, ...stated });
      return field.required;
    };
    expect([await add("text"), await add("checkbox"), await add("checkbox", false)]).toEqual([true, true, false]);
  });

  test("keeps decimals, and an odd fraction does not break the audit trail", async () => {
    const { ctx, actor, file, uuid, signRequestId } = await draft();
    const odd = { page: 2, top: 0.1 + 0.2, left: 1 / 3, width: 100.125, height: 50.000001 };
    const { field: added } = await addField(ctx, actor, { uuid, type: "initial", signRequestId, coordinates: odd });
    expect(added.coordinates).toMatchObject(odd);
    expect((await readTrail(ctx, file.id)).at(-1)?.type).toBe("element.created");
  });

  test("measures a page turned by 90 degrees as a reader sees it", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const atTheRight = { page: 2, left: 692, top: 512, width: 100, height: 100 };
    await addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates: atTheRight });
    await expect(
      addField(ctx, actor, {
        uuid,
        type: "signature",
        signRequestId,
        coordinates: { ...atTheRight, left: 500, top: 700 },
      }),
    ).rejects.toMatchObject({ code: "element_outside_page" });
  });

  const edges: [string, Partial<typeof coordinates>, string | null][] = [
    ["half a point beyond the right edge is tolerated", { left: 242.5 }, null],
    ["more than half a point beyond the right edge", { left: 242.6 }, "element_outside_page"],
    ["half a point left of the page is tolerated", { left: -0.5 }, null],
    ["left of the page", { left: -1 }, "element_outside_page"],
    ["above the page", { top: -1 }, "element_outside_page"],
    ["below the page", { top: 703 }, "element_outside_page"],
    ["no width", { width: 0 }, "validation_failed"],
    ["a negative height", { height: -5 }, "validation_failed"],
    ["page 0", { page: 0 }, "page_out_of_range"],
    ["page 99", { page: 99 }, "page_out_of_range"],
  ];
  test.each(oneIn(2, edges))("%s", async (_name, change, code) => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const field: NewField = { type: "signature", signRequestId, coordinates: { ...coordinates, ...change } };
    const placed = addField(ctx, actor, { uuid, ...field });
    if (code) await expect(placed).rejects.toMatchObject({ code });
    else expect((await placed).field.coordinates).toMatchObject(field.coordinates);
  });

  test("names the allowed range in the refusal", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const refused = addField(ctx, actor, {
      uuid,
      type: "signature",
      signRequestId,
      coordinates: { ...coordinates, left: 600 },
    });
    await expect(refused).rejects.toMatchObject({
      detail: expect.stringContaining("612 x 792"),
      violations: [{ pointer: "/coordinates" }],
    });
  });

  test.each([
    ["page", 99],
    ["width", 0],
    ["height", -5],
  ])("names a refused %s by its full place in the body", async (member, value) => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const refused = addField(ctx, actor, {
      uuid,
      type: "signature",
      signRequestId,
      coordinates: { ...coordinates, [member]: value },
    });
    await expect(refused).rejects.toMatchObject({
      violations: [{ pointer: `/coordinates/${member}` }],
    });
  });

  test("refuses a signer of another file, and an id outside the column's range", async () => {
    const { ctx, actor, uuid } = await draft();
    const other = await draft();
    for (const signRequestId of [other.signRequestId, 0, -1, 2_147_483_648, 1e18]) {
      await expect(addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates })).rejects.toMatchObject(
        { code: "sign_request_not_in_file" },
      );
    }
  });

  test("refuses fields beyond the limit", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const limited = testContext(db(), { limits: { ...ctx.limits, elementsPerFile: 1 } });
    await addField(limited, actor, { uuid, type: "signature", signRequestId, coordinates });
    await expect(addField(limited, actor, { uuid, type: "initial", signRequestId, coordinates })).rejects.toMatchObject(
      { code: "validation_failed" },
    );
  });

  test("allows one image per signer in a file that was signed before", async () => {
    const { ctx, actor, file, uuid, signers } = await draft();
    await ctx.db.update(files).set({ alreadySigned: true }).where(eq(files.id, file.id));
    const [ana, bo] = signers.map((signer) => signer.id);
    await expect(
      addField(ctx, actor, { uuid, type: "text", signRequestId: ana ?? 0, coordinates }),
    ).rejects.toMatchObject({ code: "signed_file_one_element" });
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid, type: "signature", signRequestId: ana ?? 0, coordinates });
    await changeField(ctx, actor, { uuid, elementId: fieldId, coordinates: { top: 20 } });
    await expect(
      addField(ctx, actor, { uuid, type: "initial", signRequestId: ana ?? 0, coordinates }),
    ).rejects.toMatchObject({ code: "signed_file_one_element" });
    await addField(ctx, actor, { uuid, type: "initial", signRequestId: bo ?? 0, coordinates });
  });
});

describe("changing and removing a field", () => {
  test("keeps the id and omitted members", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid, type: "text", signRequestId, coordinates, label: "City", value: "Bonn" });
    const { field: changed } = await changeField(ctx, actor, {
      uuid,
      elementId: fieldId,
      coordinates: { top: 189, left: 5 },
      value: null,
    });
    expect(changed).toMatchObject({
      elementId: fieldId,
      type: "text",
      label: "City",
      value: null,
      coordinates: { page: 1, top: 189, left: 5, width: 370, height: 90 },
    });
  });

  test("refuses a text that no face can draw where it is written, and names the characters", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const wanted = { uuid, type: "text" as const, signRequestId, coordinates };
    const refusal = {
      code: "glyph_missing",
      violations: [{ pointer: "/value", detail: expect.stringContaining("🦄 (U+1F984), U+E000") }],
    };
    await expect(addField(ctx, actor, { ...wanted, value: "a 🦄 \ue000" })).rejects.toMatchObject(refusal);
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { ...wanted, value: "Ελένη" });
    await expect(changeField(ctx, actor, { uuid, elementId: fieldId, value: "a 🦄 \ue000" })).rejects.toMatchObject(
      refusal,
    );
  });

  test("accepts only spellings of a boolean as the value of a checkbox @exhaustive", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const wanted = { uuid, type: "checkbox" as const, signRequestId, coordinates };
    for (const value of ["maybe", ""])
      await expect(addField(ctx, actor, { ...wanted, value })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/value" }],
      });
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { ...wanted, value: "true" });
    await expect(changeField(ctx, actor, { uuid, elementId: fieldId, value: "x" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect(await changeField(ctx, actor, { uuid, elementId: fieldId, value: "off" })).toMatchObject({
      field: { value: "off" },
    });
    const { field: text } = await addField(ctx, actor, { ...wanted, type: "text", value: "maybe" });
    await expect(changeField(ctx, actor, { uuid, elementId: text.elementId, type: "checkbox" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("allows only text fields and checkboxes to be read-only", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const wanted = { uuid, signRequestId, coordinates, readOnly: true };
    for (const type of ["signature", "initial", "name", "email", "date"] as const)
      await expect(addField(ctx, actor, { ...wanted, type })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/readOnly", code: "not_allowed" }],
      });
    const { field } = await addField(ctx, actor, { ...wanted, type: "text", value: "EUR 900" });
    expect(field).toMatchObject({ value: "EUR 900", readOnly: true });
    expect(await changeField(ctx, actor, { uuid, elementId: field.elementId, readOnly: false })).toMatchObject({
      field: { value: "EUR 900", readOnly: false },
    });
  });

  test("refuses to leave the page", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    await expect(
      changeField(ctx, actor, { uuid, elementId: fieldId, coordinates: { width: 700 } }),
    ).rejects.toMatchObject({
      code: "element_outside_page",
    });
    expect((await listFields(ctx, actor, { uuid })).data[0]?.coordinates.width).toBe(370);
  });

  test("returns not found for a second removal", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    await removeField(ctx, actor, { uuid, elementId: fieldId });
    expect((await listFields(ctx, actor, { uuid })).data).toEqual([]);
    await expect(removeField(ctx, actor, { uuid, elementId: fieldId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("returns not found for another file's field, or to another account", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    const other = await draft();
    await expect(
      changeField(ctx, other.actor, { uuid: other.uuid, elementId: fieldId, coordinates: {} }),
    ).rejects.toMatchObject({ code: "not_found" });
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(changeField(ctx, stranger, { uuid, elementId: fieldId, coordinates: {} })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      addField(ctx, stranger, { uuid, type: "signature", signRequestId, coordinates }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(removeField(ctx, stranger, { uuid, elementId: fieldId })).rejects.toMatchObject({ code: "not_found" });
    await expect(listFields(ctx, stranger, { uuid })).rejects.toMatchObject({ code: "not_found" });
  });
});
