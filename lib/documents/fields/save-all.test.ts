import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addField } from "./add";
import { listFields } from "./list";
import { saveFields } from "./save-all";
import { newField, type NewField } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function draft(count = 0) {
  const ctx = testContext(db());
  const made = await makeRequest(ctx);
  const signRequestId = made.signers[0].id;
  const uuid = made.file.uuid;
  const field = (left: number, change: Partial<NewField> = {}): NewField => ({
    type: "text",
    signRequestId,
    coordinates: { page: 1, top: 100, left, width: 50, height: 20 },
    ...change,
  });
  const { created } = await saveFields(ctx, made.actor, {
    uuid,
    create: Array.from({ length: count }, (_, index) => field(index % 500)),
  });
  const lefts = async () =>
    (await listFields(ctx, made.actor, { uuid })).data.map(({ elementId: fieldId, coordinates }) => [
      fieldId,
      coordinates.left,
    ]);
  return { ctx, ...made, uuid, signRequestId, field, created, lefts };
}

describe("saving many fields at once", () => {
  test("stores, keeps and resets size, alignment and date format, and rejects invalid sizes", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const look = { fontSize: 9.5, alignment: "right", dateFormat: "DD.MM.YYYY", font: "serif" } as const;
    const saved = await saveFields(ctx, actor, { uuid, create: [field(0, { type: "date", ...look }), field(9)] });
    expect(saved.data).toMatchObject([look, { fontSize: null, alignment: null, dateFormat: null, font: null }]);
    const [fieldId = 0] = saved.created;
    const changed = await saveFields(ctx, actor, {
      uuid,
      update: [{ elementId: fieldId, alignment: "center", fontSize: null }],
    });
    expect(changed.data[0]).toMatchObject({
      fontSize: null,
      alignment: "center",
      dateFormat: "DD.MM.YYYY",
      font: "serif",
    });
    expect(changed.tag).not.toBe(saved.tag);
    for (const wrong of [
      { fontSize: 3 },
      { fontSize: 73 },
      { alignment: "middle" },
      { dateFormat: "YY" },
      { font: "Comic Sans" },
    ])
      expect(newField.safeParse({ ...field(0), ...wrong }).success).toBe(false);
  });

  test("stores new, changed and removed fields together with one audit event and returns the ids in order", async () => {
    const { ctx, actor, file, uuid, field, created, lefts } = await draft(3);
    const [first = 0, second = 0, third = 0] = created;
    const saved = await saveFields(ctx, actor, {
      uuid,
      create: [field(30), field(20)],
      update: [{ elementId: second, coordinates: { left: 11 }, label: "City" }],
      remove: [first],
    });
    const [fourth = 0, fifth = 0] = saved.created;
    expect(await lefts()).toEqual([
      [second, 11],
      [third, 2],
      [fourth, 30],
      [fifth, 20],
    ]);
    expect(saved.tag).toBe((await listFields(ctx, actor, { uuid })).tag);
    const events = (await readTrail(ctx, file.id)).filter(({ type }) => type.startsWith("element."));
    expect(events.map(({ data }) => data)).toMatchObject([
      { created: 3, updated: 0, removed: 0, fields: 3 },
      { created: 2, updated: 1, removed: 1, fields: 4 },
    ]);
  });

  test("replaces the whole set, and an equal set adds no audit event", async () => {
    const { ctx, actor, file, uuid, field, created, lefts } = await draft(2);
    const [first = 0] = created;
    const whole = [{ elementId: first, ...field(0) }, field(9)];
    const { created: made } = await saveFields(ctx, actor, { uuid, elements: whole });
    expect(await lefts()).toEqual([
      [first, 0],
      [made[0], 9],
    ]);
    const before = (await readTrail(ctx, file.id)).length;
    await saveFields(ctx, actor, {
      uuid,
      elements: [
        { elementId: first, ...field(0) },
        { elementId: made[0] ?? 0, ...field(9) },
      ],
    });
    expect(await readTrail(ctx, file.id)).toHaveLength(before);
  });

  test("stores nothing when one field is refused, and points at it", async () => {
    const { ctx, actor, uuid, field, created, lefts } = await draft(1);
    const before = await lefts();
    const [first = 0] = created;
    const other = await draft(1);
    const refusals: [Parameters<typeof saveFields>[2], string, string][] = [
      [{ uuid, create: [field(1), field(600)] }, "element_outside_page", "/create/1/coordinates"],
      [
        { uuid, create: [field(1), field(2, { signRequestId: other.signRequestId })] },
        "sign_request_not_in_file",
        "/create/1/signRequestId",
      ],
      [
        { uuid, update: [{ elementId: first, coordinates: { page: 9 } }] },
        "page_out_of_range",
        "/update/0/coordinates/page",
      ],
      [{ uuid, create: [field(1)], remove: [first, first] }, "validation_failed", "/remove/1"],
      [{ uuid, create: [field(1)], remove: [other.created[0] ?? 0] }, "not_found", "/remove/0"],
      [{ uuid, elements: [field(1, { type: "checkbox", value: "x" })] }, "validation_failed", "/elements/0/value"],
      [{ uuid, create: [field(1, { value: "a 🦄" })] }, "glyph_missing", "/create/0/value"],
    ];
    for (const [input, code, pointer] of refusals)
      await expect(saveFields(ctx, actor, input), pointer).rejects.toMatchObject({ code, violations: [{ pointer }] });
    expect(await lefts()).toEqual(before);
  });

  test("rejects a set that someone else has changed, calls by strangers, and more fields than a document can have", async () => {
    const { ctx, actor, uuid, field } = await draft(1);
    const { tag } = await listFields(ctx, actor, { uuid });
    await addField(ctx, actor, { uuid, ...field(40) });
    await expect(saveFields(ctx, actor, { uuid, elements: [], ifMatch: tag })).rejects.toMatchObject({
      code: "version_conflict",
    });
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(saveFields(ctx, stranger, { uuid, elements: [] })).rejects.toMatchObject({ code: "not_found" });
    const limited = testContext(db(), { limits: { ...ctx.limits, elementsPerFile: 3 } });
    await expect(saveFields(limited, actor, { uuid, create: [field(1), field(2)] })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/create/1", code: "too_many" }],
    });
  });

  test("accepts 2,000 fields and moves all of them @exhaustive", async () => {
    const { ctx, actor, uuid, created, lefts } = await draft(2000);
    await saveFields(ctx, actor, {
      uuid,
      update: created.map((fieldId) => ({ elementId: fieldId, coordinates: { left: 300 } })),
    });
    const stored = await lefts();
    expect(stored).toHaveLength(2000);
    expect(stored.every(([, left]) => left === 300)).toBe(true);
  });
});
