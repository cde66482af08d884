import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { releaseFile } from "@/lib/requests/release";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addField } from "./add";
import { changeField, removeField } from "./change";
import { saveFields } from "./save-all";
import type { NewField } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function draft(orders: readonly number[] = [1, 2]) {
  const ctx = testContext(db());
  const users = orders.map((signingOrder, index) => ({ email: `s${index}@x.example`, displayName: "S", signingOrder }));
  const { actor, file, signers } = await makeRequest(ctx, { users });
  const field = (label: string | null, more: Partial<NewField> = {}, owner = 0): NewField => ({
    type: "text",
    label,
    required: false,
    signRequestId: signers[owner]?.id ?? 0,
    coordinates: { page: 1, top: 100, left: 40, width: 100, height: 20 },
    ...more,
  });
  return { ctx, actor, file, uuid: file.uuid, field };
}

const radio = (label: string): Partial<NewField> => ({ type: "radio", group: "Pet", label });

describe("conditions", () => {
  test("are stored, returned, changed one by one and removed", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const conditions = { showWhen: 'field("Pet") == "Yes"', requireWhen: 'filled("Pet")', calculate: null };
    const saved = await saveFields(ctx, actor, {
      uuid,
      elements: [field(null, radio("Yes")), field(null, radio("No")), field("Name", conditions)],
    });
    expect(saved.data[2]).toMatchObject(conditions);
    const elementId = saved.created[2] ?? 0;
    const { field: changed } = await changeField(ctx, actor, { uuid, elementId, showWhen: null });
    expect(changed).toMatchObject({ ...conditions, showWhen: null });
    const again = await saveFields(ctx, actor, { uuid, update: [{ elementId, showWhen: 'field("Pet") == "No"' }] });
    expect(again.data[2]).toMatchObject({ ...conditions, showWhen: 'field("Pet") == "No"' });
  });

  test("are refused with the names of their fields when they form a cycle, at the place in the call", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const refused = saveFields(ctx, actor, {
      uuid,
      elements: [
        field("A", { type: "number", calculate: 'field("B") + 1' }),
        field("B", { type: "number", calculate: 'field("A") + 1' }),
      ],
    });
    await expect(refused).rejects.toMatchObject({
      code: "validation_failed",
      detail: "elements[1].calculate depends on itself: B → A → B",
      violations: [{ pointer: "/elements/1/calculate", code: "cycle" }],
    });
  });

  test.each<[name: string, more: Partial<NewField>, pointer: string, code: string]>([
    ["no expression", { showWhen: "field(" }, "/showWhen", "expression_invalid"],
    ["an unknown field", { requireWhen: 'filled("Nobody")' }, "/requireWhen", "field_unknown"],
    ["another type", { showWhen: 'field("Name") > 3' }, "/showWhen", "expression_type"],
    ["a later signer", { showWhen: 'filled("Later")' }, "/showWhen", "field_later"],
    ["a name of two", { showWhen: 'filled("Twice")' }, "/showWhen", "field_ambiguous"],
    ["a value beside its calculation", { calculate: 'field("Name")', value: "x" }, "/value", "not_allowed"],
    ["a calculated checkbox", { type: "checkbox", calculate: "1" }, "/calculate", "not_allowed"],
  ])("are refused when a field is added if they name %s", async (_name, more, pointer, code) => {
    const { ctx, actor, uuid, field } = await draft();
    await saveFields(ctx, actor, {
      uuid,
      create: [field("Name"), field("Later", {}, 1), field("Twice"), field("Twice")],
    });
    const refused = addField(ctx, actor, { uuid, ...field("New", more) });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed", violations: [{ pointer, code }] });
  });

  test("can refer to a signer of an earlier step", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const { created } = await saveFields(ctx, actor, {
      uuid,
      elements: [field("Pet"), field("Its name", { showWhen: 'filled("Pet")' }, 1)],
    });
    expect(created).toHaveLength(2);
  });

  test("are refused at the release if they have lost their field", async () => {
    const { ctx, actor, file, uuid, field } = await draft();
    const { created } = await saveFields(ctx, actor, {
      uuid,
      elements: [field("Pet"), field("Its name", { showWhen: 'filled("Pet")' })],
    });
    await removeField(ctx, actor, { uuid, elementId: created[0] ?? 0 });
    await expect(releaseFile(ctx, actor, { id: file.id })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/signers/0/visibleElements/0/showWhen", code: "field_unknown" }],
    });
  });

  test("that lost their field prevent changes to their own field only, but stay in a list that repeats it unchanged", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const saved = await saveFields(ctx, actor, {
      uuid,
      elements: [field("Pet"), field("Name", { showWhen: 'filled("Pet")' })],
    });
    const [pet = 0, name = 0] = saved.created;
    await removeField(ctx, actor, { uuid, elementId: pet });
    await expect(changeField(ctx, actor, { uuid, elementId: name })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/showWhen", code: "field_unknown" }],
    });
    const again = await saveFields(ctx, actor, { uuid, update: [{ elementId: name }], create: [field("Place")] });
    expect(again.data).toHaveLength(2);
  });

  test("share a limit on length, so that no document blocks the server for others @exhaustive", async () => {
    const { ctx, actor, uuid, field } = await draft();
    // 102 characters each.
    const showWhen = `field("A") == "${"x".repeat(86)}"`;
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => field(`F${from + index}`, { showWhen }));
    const saved = await saveFields(ctx, actor, { uuid, elements: [field("A"), ...many(980)] });
    await expect(saveFields(ctx, actor, { uuid, create: many(2, 980) })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/create/1/showWhen", code: "too_long", bound: 100_000 }],
    });
    await expect(
      addField(ctx, actor, { uuid, ...field("B", { showWhen: `${showWhen} || ${showWhen}` }) }),
    ).rejects.toMatchObject({
      violations: [{ pointer: "/showWhen", code: "too_long" }],
    });
    await saveFields(ctx, actor, {
      uuid,
      update: [{ elementId: saved.created[1] ?? 0, showWhen: null }],
      create: many(1),
    });
  });
});

describe("patterns for text values", () => {
  // A short pattern with 800 states for each character of a text.
  const slow = "(.?){200}";
  const many = (count: number, field: (label: string, more: object) => object, maxLength?: number) =>
    Array.from({ length: count }, (_, index) =>
      field(`F${index}`, { rules: { pattern: slow, ...(maxLength && { maxLength }) } }),
    );

  test("share a limit on steps, so that no document blocks the server for others", async () => {
    const { ctx, actor, uuid, field } = await draft();
    await expect(saveFields(ctx, actor, { uuid, elements: many(100, field) as never })).rejects.toMatchObject({
      violations: [{ pointer: expect.stringMatching(/^\/elements\/6\d\/rules\/pattern$/) as string, code: "too_long" }],
    });
    await saveFields(ctx, actor, { uuid, elements: many(50, field) as never });
    await expect(saveFields(ctx, actor, { uuid, create: many(50, field) as never })).rejects.toMatchObject({
      violations: [{ code: "too_long" }],
    });
    await saveFields(ctx, actor, { uuid, create: many(50, field, 20) as never });
  });

  test("are limited in repetitions and in distinct character classes @exhaustive", async () => {
    const { ctx, actor, uuid, field } = await draft();
    const saving = (patterns: string[]) =>
      saveFields(ctx, actor, {
        uuid,
        elements: patterns.map((pattern, index) => field(`F${index}`, { rules: { pattern } })),
      });
    await expect(saving([String.raw`(\pL?[ab]?.?){300}`])).rejects.toMatchObject({
      violations: [{ pointer: "/elements/0/rules/pattern", code: "too_long" }],
    });
    const classes = Array.from({ length: 60 }, (_, index) => `[^${String.raw`\pL`.repeat(60)}${index}]`);
    await expect(saving(classes)).rejects.toMatchObject({ violations: [{ code: "too_long" }] });
    await saving([...classes.slice(0, 20), "[A-Z]{2}[0-9]{20}"]);
  });
});
