import { expect, test } from "vitest";
import type { EditorField } from "@/components/editor/state/editor-field";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import { exactly } from "@/lib/testing/representatives";
import { fromWire, openSuggestions, ownerOf, toField } from "./suggestion";

const wire = (left: number, signer: number | null = 1) => ({
  type: "signature" as const,
  signer,
  signRequestId: signer === 1 ? 11 : null,
  label: null,
  text: "{{sig}}",
  fileUuid: "one",
  value: null as string | null,
  isOnPage: false,
  source: "text" as const,
  group: null,
  rules: null,
  dateFormat: null,
  required: true,
  coordinates: { page: 1, top: 100, left, width: 150, height: 50, llx: 0, lly: 0, urx: 0, ury: 0 },
});
const all = [wire(50), wire(300, null), wire(50, 3)].map(fromWire);
const [first, second, third] = exactly(3, all);

test("assigns a field to the signer in the text, to the selected signer without one, and to nobody for an unknown signer", () => {
  expect([ownerOf(first, 12), ownerOf(second, 12), ownerOf(third, 12)]).toEqual([11, 12, null]);
});

test("turns a suggestion into a field of the same type, place, group and rules", () => {
  expect(toField({ ...first, label: "Town", type: "text", value: "Bergen" }, 11)).toEqual({
    key: first.id,
    type: "text",
    signRequestId: 11,
    page: 1,
    box: first.box,
    required: true,
    label: "Town",
    readOnly: false,
    ...plainStyle,
    ...plainDetails,
    value: "Bergen",
  });
  const ofForm = { ...first, type: "dropdown" as const, group: "Pets", rules: { options: ["Cat"] }, required: false };
  expect(toField(ofForm, 11)).toMatchObject({ group: "Pets", rules: { options: ["Cat"] }, required: false });
});

test("keeps suggestions open until dismissed, accepted or covered by a field of their type", () => {
  const open = (fields: EditorField[], dismissed: string[] = []) =>
    openSuggestions([first, second], fields, new Set(dismissed)).map(({ id }) => id);
  const placed = toField(first, 11);
  const elsewhere = { ...placed.box, topPt: 600 };
  expect(open([])).toEqual([first.id, second.id]);
  expect(open([], [second.id])).toEqual([first.id]);
  expect(open([{ ...placed, box: elsewhere }])).toEqual([second.id]);
  expect(open([{ ...placed, key: "stored-1" }])).toEqual([second.id]);
  expect(
    open([
      { ...placed, key: "stored-1", page: 2 },
      { ...placed, key: "stored-2", type: "date" },
      { ...placed, key: "stored-3", box: elsewhere },
    ]),
  ).toEqual([first.id, second.id]);
});
