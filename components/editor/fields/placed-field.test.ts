import { expect, test } from "vitest";
import { readFieldKey } from "./placed-field";

const press = (key: string, ...held: ("shiftKey" | "altKey" | "ctrlKey" | "metaKey")[]) =>
  readFieldKey({
    key,
    shiftKey: held.includes("shiftKey"),
    altKey: held.includes("altKey"),
    ctrlKey: held.includes("ctrlKey"),
    metaKey: held.includes("metaKey"),
  });

test("moves by 1 pt with an arrow, by 10 pt with Shift", () => {
  expect(press("ArrowLeft")).toEqual({ kind: "nudge", rightPt: -1, downPt: 0 });
  expect(press("ArrowDown", "shiftKey")).toEqual({ kind: "nudge", rightPt: 0, downPt: 10 });
});

test("resizes with Alt and an arrow", () => {
  expect(press("ArrowRight", "altKey")).toEqual({ kind: "grow", widthPt: 1, heightPt: 0 });
  expect(press("ArrowUp", "altKey", "shiftKey")).toEqual({ kind: "grow", widthPt: 0, heightPt: -10 });
});

test("changes the page with Page Up and Page Down, deletes with Delete, duplicates with Ctrl+D and Cmd+D", () => {
  expect(press("PageDown")).toEqual({ kind: "turnPage", by: 1 });
  expect(press("Delete")).toEqual({ kind: "remove" });
  expect(press("d", "ctrlKey")).toEqual({ kind: "duplicate" });
  expect(press("d", "metaKey")).toEqual({ kind: "duplicate" });
});

test("ignores keys of the browser and unassigned keys", () => {
  for (const key of ["Tab", "a", "F6"]) expect(press(key)).toBeNull();
  expect(press("ArrowLeft", "ctrlKey")).toBeNull();
  expect(press("r", "ctrlKey")).toBeNull();
  expect(press("Delete", "altKey")).toBeNull();
});

test("moves the focus with brackets and extends the selection with braces, also when typed with AltGr", () => {
  expect(press("]")).toEqual({ kind: "otherField", by: 1 });
  expect(press("[", "ctrlKey", "altKey")).toEqual({ kind: "otherField", by: -1 });
  expect(press("}", "shiftKey")).toEqual({ kind: "gatherOther", by: 1 });
  expect(press("{", "ctrlKey", "altKey")).toEqual({ kind: "gatherOther", by: -1 });
});

test("toggles a field's selection with Space", () => {
  expect(press(" ")).toEqual({ kind: "toggle" });
});
