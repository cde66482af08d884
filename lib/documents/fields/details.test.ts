import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { oneIn } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addField } from "./add";
import { changeField } from "./change";
import { saveFields } from "./save-all";
import { fieldRules, newField, type NewField } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const coordinates = { page: 1, top: 188, left: 4, width: 170, height: 40 };

async function draft() {
  const ctx = testContext(db());
  const made = await makeRequest(ctx);
  return { ctx, ...made, uuid: made.file.uuid, signRequestId: made.signers[0].id };
}

const refusals: [name: string, field: Partial<NewField>, pointer: string, code: string][] = [
  ["a dropdown without options", { type: "dropdown" }, "/rules/options", "required"],
  [
    "an option that is given twice",
    { type: "dropdown", rules: { options: ["A", "A"] } },
    "/rules/options/1",
    "duplicate",
  ],
  [
    "a default that is not an option",
    { type: "dropdown", rules: { options: ["A"] }, value: "B" },
    "/value",
    "not_an_option",
  ],
  ["a radio button without a group", { type: "radio" }, "/group", "required"],
  ["a group of texts", { type: "text", group: "Pet" }, "/group", "not_allowed"],
  ["a rule of another type", { type: "text", rules: { min: 1 } }, "/rules/min", "not_allowed"],
  ["a maximum below the minimum", { type: "number", rules: { min: 2, max: 1 } }, "/rules/max", "out_of_order"],
  ["a step of nothing", { type: "number", rules: { step: 0 } }, "/rules/step", "too_small"],
  ["a number that JSON writes with an exponent", { type: "number", rules: { min: 1e-7 } }, "/rules/min", "too_precise"],
  ["a prefix with a digit", { type: "number", rules: { prefix: "2x" } }, "/rules/prefix", "invalid"],
  ["a prefix that is a decimal mark", { type: "number", rules: { prefix: " ." } }, "/rules/prefix", "invalid"],
  ["a suffix of spaces", { type: "number", rules: { suffix: "  " } }, "/rules/suffix", "invalid"],
  ["a pattern with look-ahead", { type: "text", rules: { pattern: "(?=a)b" } }, "/rules/pattern", "invalid"],
  ["a mask without a place to type", { type: "text", rules: { mask: "--" } }, "/rules/mask", "invalid"],
  ["a day that is not in the calendar", { type: "day", rules: { latest: "2027-02-30" } }, "/rules/latest", "invalid"],
  ["a default that breaks the rules", { type: "number", rules: { max: 5 }, value: "6" }, "/value", "too_large"],
  ["a zone of a text", { type: "text", timeZone: "UTC" }, "/timeZone", "not_allowed"],
  ["a day with a time", { type: "day", dateFormat: "YYYY-MM-DD HH:mm" }, "/dateFormat", "not_allowed"],
  ["a colour that is too light for paper", { type: "text", colour: "#ffee00" }, "/colour", "contrast_too_low"],
];

describe("a field's rules and look", () => {
  test("normalise options like values, so that each can be chosen", () => {
    const { options = [] } = fieldRules.parse({ options: ["A\tB", "\u202bعربي\u202c", " C "] });
    expect(options).toEqual(["A B", "عربي", "C"]);
    expect(options.map((option) => faultOf({ type: "dropdown", rules: { options } }, option, null))).toEqual(
      Array(3).fill(null),
    );
    expect(fieldRules.safeParse({ options: ["\u202e"] }).success).toBe(false);
  });

  test.each(oneIn(2, refusals))("%s is refused with a pointer", async (_name, field, pointer, code) => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const refused = addField(ctx, actor, { type: "text", uuid, signRequestId, coordinates, ...field });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed", violations: [{ pointer, code }] });
  });

  test("are returned as given, change one by one, and are replaced together with the set", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const details = {
      rules: { max: 5, decimals: 2, min: 1 },
      help: "Without the deposit",
      placeholder: "0.00",
      colour: "#1f5fd6",
    };
    const { field } = await addField(ctx, actor, { type: "number", uuid, signRequestId, coordinates, ...details });
    expect(field).toMatchObject({ ...details, group: null, timeZone: null });
    const { field: changed } = await changeField(ctx, actor, { uuid, elementId: field.elementId, help: null });
    expect(changed).toEqual({ ...field, help: null });
    const kept = { type: "number" as const, signRequestId, coordinates, elementId: field.elementId };
    const { data, tag } = await saveFields(ctx, actor, { uuid, elements: [{ ...kept, ...details, help: null }] });
    expect(data).toEqual([changed]);
    // The rules with their members in another order.
    const again = await saveFields(ctx, actor, {
      uuid,
      elements: [{ ...kept, ...details, help: null, rules: { min: 1, decimals: 2, max: 5 } }],
    });
    expect(again.tag).toBe(tag);
    expect((await saveFields(ctx, actor, { uuid, elements: [kept] })).data).toMatchObject([
      { rules: null, colour: null },
    ]);
  });

  test("allow only one choice in a group of radio buttons, within one call and across calls", async () => {
    const { ctx, actor, uuid, signRequestId } = await draft();
    const radio = { type: "radio" as const, signRequestId, coordinates, group: "Pet", value: "true" };
    const refusal = { violations: [{ code: "more_than_one" }] };
    await expect(saveFields(ctx, actor, { uuid, create: [radio, radio] })).rejects.toMatchObject({
      violations: [{ pointer: "/create/1/value", code: "more_than_one" }],
    });
    await addField(ctx, actor, { uuid, ...radio });
    await expect(addField(ctx, actor, { uuid, ...radio })).rejects.toMatchObject(refusal);
    await addField(ctx, actor, { uuid, ...radio, group: "Car" });
  });
});

test("are limited to known zones and colours, and write a colour in six lower-case digits", () => {
  const field = { type: "date", signRequestId: 1, coordinates };
  expect(newField.parse({ ...field, colour: "#ABC" }).colour).toBe("#aabbcc");
  for (const wrong of [{ colour: "red" }, { timeZone: "Atlantis/Centre" }, { rules: { minimum: 1 } }])
    expect(newField.safeParse({ ...field, ...wrong }).success).toBe(false);
});
