import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addElement } from "./add";
import { changeElement } from "./change";
import { listElements } from "./list";
import { removeElement } from "./remove";
import type { NewElement } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const coordinates = { page: 1, top: 188, left: 4, width: 370, height: 90 };

async function draft() {
  const ctx = testContext(db());
  const made = await makeRequest(ctx);
  return { ctx, ...made, uuid: made.file.uuid, signRequestId: made.signers[0]?.id ?? 0 };
}

describe("placing a box", () => {
  test("echoes the five numbers unchanged, and the same box counted from the bottom", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const { element: added } = await addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    expect(added).toMatchObject({
      elementId: added.fileElementId,
      type: "signature",
      signRequestId,
      required: true,
      label: null,
      value: null,
    });
    expect(added.coordinates).toEqual({ ...coordinates, llx: 4, lly: 792 - 188 - 90, urx: 374, ury: 792 - 188 });
    expect((await listElements(ctx, actor, { uuid })).data).toEqual([added]);
  });

  test("decimals survive, and an odd fraction does not break the audit trail", async () => {
    const { ctx, actor, file, uuid, signRequestId } = await draft();
    const odd = { page: 2, top: 0.1 + 0.2, left: 1 / 3, width: 100.125, height: 50.000001 };
    const { element: added } = await addElement(ctx, actor, { uuid, type: "initial", signRequestId, coordinates: odd });
    expect(added.coordinates).toMatchObject(odd);
    expect((await readTrail(ctx, file.id)).at(-1)?.type).toBe("element.created");
  });

  test("a page turned by 90 degrees is as wide as a reader sees it", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const atTheRight = { page: 2, left: 692, top: 512, width: 100, height: 100 };
    await addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates: atTheRight });
    await expect(
      addElement(ctx, actor, {
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
  test.each(edges)("%s", async (_name, change, code) => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const element: NewElement = { type: "signature", signRequestId, coordinates: { ...coordinates, ...change } };
    const placed = addElement(ctx, actor, { uuid, ...element });
    if (code) await expect(placed).rejects.toMatchObject({ code });
    else expect((await placed).element.coordinates).toMatchObject(element.coordinates);
  });

  test("the refusal names the allowed range", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const refused = addElement(ctx, actor, {
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
  ])("a refused %s is named by its whole place in the body", async (member, value) => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const refused = addElement(ctx, actor, {
      uuid,
      type: "signature",
      signRequestId,
      coordinates: { ...coordinates, [member]: value },
    });
    await expect(refused).rejects.toMatchObject({
      detail: expect.stringContaining(`coordinates.${member} must be`),
      violations: [{ pointer: `/coordinates/${member}` }],
    });
  });

  test("a signer of another file, and an id that no row can have", async () => {
    const { ctx, actor, uuid } = await draft();
    const other = await draft();
    for (const signRequestId of [other.signRequestId, 0, -1, 2_147_483_648, 1e18]) {
      await expect(
        addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates }),
      ).rejects.toMatchObject({ code: "sign_request_not_in_file" });
    }
  });

  test("no more than the limit", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const limited = testContext(db(), { limits: { ...ctx.limits, elementsPerFile: 1 } });
    await addElement(limited, actor, { uuid, type: "signature", signRequestId, coordinates });
    await expect(
      addElement(limited, actor, { uuid, type: "initial", signRequestId, coordinates }),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("a file that was signed before takes one image a signer", async () => {
    const { ctx, actor, file, uuid, signers } = await draft();
    await ctx.db.update(files).set({ alreadySigned: true }).where(eq(files.id, file.id));
    const [ana, bo] = signers.map((signer) => signer.id);
    await expect(
      addElement(ctx, actor, { uuid, type: "text", signRequestId: ana ?? 0, coordinates }),
    ).rejects.toMatchObject({ code: "signed_file_one_element" });
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { uuid, type: "signature", signRequestId: ana ?? 0, coordinates });
    await changeElement(ctx, actor, { uuid, elementId, coordinates: { top: 20 } });
    await expect(
      addElement(ctx, actor, { uuid, type: "initial", signRequestId: ana ?? 0, coordinates }),
    ).rejects.toMatchObject({ code: "signed_file_one_element" });
    await addElement(ctx, actor, { uuid, type: "initial", signRequestId: bo ?? 0, coordinates });
  });
});

describe("changing and removing a box", () => {
  test("keeps the id and what is left out", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { uuid, type: "text", signRequestId, coordinates, label: "City", value: "Bonn" });
    const { element: changed } = await changeElement(ctx, actor, {
      uuid,
      elementId,
      coordinates: { top: 189, left: 5 },
      value: null,
    });
    expect(changed).toMatchObject({
      elementId,
      type: "text",
      label: "City",
      value: null,
      coordinates: { page: 1, top: 189, left: 5, width: 370, height: 90 },
    });
  });

  test("a text that no face can draw is refused where it is written, the characters named", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const box = { uuid, type: "text" as const, signRequestId, coordinates };
    const refusal = {
      code: "glyph_missing",
      violations: [{ pointer: "/value", detail: expect.stringContaining("🦄 (U+1F984), U+E000") }],
    };
    await expect(addElement(ctx, actor, { ...box, value: "a 🦄 \ue000" })).rejects.toMatchObject(refusal);
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { ...box, value: "Ελένη" });
    await expect(changeElement(ctx, actor, { uuid, elementId, value: "a 🦄 \ue000" })).rejects.toMatchObject(refusal);
  });

  test("a checkbox takes the spellings of a boolean as its value, and nothing else", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const box = { uuid, type: "checkbox" as const, signRequestId, coordinates };
    for (const value of ["maybe", ""])
      await expect(addElement(ctx, actor, { ...box, value })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/value" }],
      });
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { ...box, value: "true" });
    await expect(changeElement(ctx, actor, { uuid, elementId, value: "x" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect(await changeElement(ctx, actor, { uuid, elementId, value: "off" })).toMatchObject({
      element: { value: "off" },
    });
    const { element: text } = await addElement(ctx, actor, { ...box, type: "text", value: "maybe" });
    await expect(
      changeElement(ctx, actor, { uuid, elementId: text.elementId, type: "checkbox" }),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("may not leave the page", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    await expect(changeElement(ctx, actor, { uuid, elementId, coordinates: { width: 700 } })).rejects.toMatchObject({
      code: "element_outside_page",
    });
    expect((await listElements(ctx, actor, { uuid })).data[0]?.coordinates.width).toBe(370);
  });

  test("a second removal is not found", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    await removeElement(ctx, actor, { uuid, elementId });
    expect((await listElements(ctx, actor, { uuid })).data).toEqual([]);
    await expect(removeElement(ctx, actor, { uuid, elementId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("of another file, or by another account, is not found", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const {
      element: { elementId },
    } = await addElement(ctx, actor, { uuid, type: "signature", signRequestId, coordinates });
    const other = await draft();
    await expect(
      changeElement(ctx, other.actor, { uuid: other.uuid, elementId, coordinates: {} }),
    ).rejects.toMatchObject({ code: "not_found" });
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(changeElement(ctx, stranger, { uuid, elementId, coordinates: {} })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      addElement(ctx, stranger, { uuid, type: "signature", signRequestId, coordinates }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(removeElement(ctx, stranger, { uuid, elementId })).rejects.toMatchObject({ code: "not_found" });
    await expect(listElements(ctx, stranger, { uuid })).rejects.toMatchObject({ code: "not_found" });
  });
});
