import { expect, test } from "vitest";
import { readBoxKey } from "./field-box";

const press = (key: string, ...held: ("shiftKey" | "altKey" | "ctrlKey" | "metaKey")[]) =>
  readBoxKey({
    key,
    shiftKey: held.includes("shiftKey"),
    altKey: held.includes("altKey"),
    ctrlKey: held.includes("ctrlKey"),
    metaKey: held.includes("metaKey"),
  });

test("an arrow moves 1 pt, with Shift 10 pt", () => {
  expect(press("ArrowLeft")).toEqual({ kind: "nudge", rightPt: -1, downPt: 0 });
  expect(press("ArrowDown", "shiftKey")).toEqual({ kind: "nudge", rightPt: 0, downPt: 10 });
});

test("with Alt an arrow changes the size", () => {
  expect(press("ArrowRight", "altKey")).toEqual({ kind: "grow", widthPt: 1, heightPt: 0 });
  expect(press("ArrowUp", "altKey", "shiftKey")).toEqual({ kind: "grow", widthPt: 0, heightPt: -10 });
});

test("Page Up and Page Down change the page, Delete deletes, Ctrl+D and Cmd+D duplicate", () => {
  expect(press("PageDown")).toEqual({ kind: "turnPage", by: 1 });
  expect(press("Delete")).toEqual({ kind: "remove" });
  expect(press("d", "ctrlKey")).toEqual({ kind: "duplicate" });
  expect(press("d", "metaKey")).toEqual({ kind: "duplicate" });
});

test("keys of the browser and of nobody are left alone", () => {
  for (const key of ["Tab", "a", "F6"]) expect(press(key)).toBeNull();
  expect(press("ArrowLeft", "ctrlKey")).toBeNull();
  expect(press("r", "ctrlKey")).toBeNull();
  expect(press("Delete", "altKey")).toBeNull();
});

test("brackets go to other boxes, braces take them along, on keyboards that make them with AltGr as well", () => {
  expect(press("]")).toEqual({ kind: "otherBox", by: 1 });
  expect(press("[", "ctrlKey", "altKey")).toEqual({ kind: "otherBox", by: -1 });
  expect(press("}", "shiftKey")).toEqual({ kind: "gatherOther", by: 1 });
  expect(press("{", "ctrlKey", "altKey")).toEqual({ kind: "gatherOther", by: -1 });
});

test("Space selects a box beside the others, or not", () => {
  expect(press(" ")).toEqual({ kind: "toggle" });
});
