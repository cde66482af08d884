import { expect, test } from "vitest";
import { exactly } from "@/lib/testing/representatives";
import { detailsOfType, newFields, nextChoice, type EditorField } from "./editor-field";
import { initialLayout, layoutReducer } from "./layout-state";

const defaults = { group: (number: number) => `Question ${number}`, option: (number: number) => `Option ${number}` };
const box = { leftPt: 50, topPt: 100, widthPt: 18, heightPt: 18 };
const page = { widthPt: 600, heightPt: 800 };
let count = 0;
const newKey = () => `new-${(count += 1)}`;
const place = (type: EditorField["type"], others: readonly EditorField[] = []) =>
  newFields({ type, signRequestId: 1, page: 1, box }, others, defaults, newKey);

test("adds a radio button as a group of two, one below the other, and a second one as another question", () => {
  const first = place("radio");
  expect(first.map(({ group, label, box: { topPt } }) => [group, label, topPt])).toEqual([
    ["Question 1", "Option 1", 100],
    ["Question 1", "Option 2", 124],
  ]);
  expect(place("radio", first)[0]?.group).toBe("Question 2");
  expect(detailsOfType("radio", 2, first, defaults)).toEqual({ group: "Question 1" });
});

test("adds one more button below the lowest, with a name new to the group", () => {
  const [one, two] = exactly(2, place("radio"));
  const chosen = { ...one, label: "Option 3", value: "true" };
  expect(nextChoice([chosen, two], defaults, newKey)).toMatchObject({
    group: "Question 1",
    label: "Option 4",
    value: null,
    box: { topPt: 148 },
  });
});

test("gives a dropdown options from the start, and other fields no details", () => {
  expect(place("dropdown")[0]?.rules).toEqual({ options: ["Option 1", "Option 2"] });
  expect(place("text")).toMatchObject([{ rules: null, group: null, required: true }]);
});

test("unselects the other radio button of a group in one step, and never copies the choice", () => {
  const buttons = [...place("radio"), ...place("radio", place("radio"))];
  const [first, second, other] = exactly(4, buttons);
  const choose = (keys: string[]) => ({ kind: "change" as const, keys, change: { value: "true" } });
  const values = (state: ReturnType<typeof initialLayout>) => state.fields.map(({ value }) => value);
  let state = layoutReducer(initialLayout([page], buttons), choose([first.key]));
  state = layoutReducer(state, choose([other.key]));
  state = layoutReducer(state, choose([second.key]));
  expect(values(state)).toEqual([null, "true", "true", null]);
  expect(values(layoutReducer(state, { kind: "undo" }))).toEqual(["true", null, "true", null]);
  const copy = { ...second, value: "true", key: newKey() };
  const copied = layoutReducer(state, { kind: "add", action: "duplicate", fields: [copy] });
  expect(values(copied)).toEqual([null, "true", "true", null, null]);
});
