import { expect, test } from "vitest";
import { readEditorKey } from "./editor-keys";

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const ctrl = { ...none, ctrlKey: true };

test("undoes with Ctrl+Z and Cmd+Z, redoes with Shift or Ctrl+Y", () => {
  expect(readEditorKey({ ...ctrl, key: "z" }, false)).toEqual({ kind: "undo" });
  expect(readEditorKey({ ...none, metaKey: true, key: "z" }, false)).toEqual({ kind: "undo" });
  expect(readEditorKey({ ...ctrl, shiftKey: true, key: "Z" }, false)).toEqual({ kind: "redo" });
  expect(readEditorKey({ ...ctrl, key: "y" }, false)).toEqual({ kind: "redo" });
});

test("leaves undo to a text field", () => {
  expect(readEditorKey({ ...ctrl, key: "z" }, true)).toBeNull();
});

test("cycles through the regions with F6, backwards with Shift", () => {
  expect(readEditorKey({ ...none, key: "F6" }, true)).toEqual({ kind: "region", by: 1 });
  expect(readEditorKey({ ...none, shiftKey: true, key: "F6" }, false)).toEqual({ kind: "region", by: -1 });
});

test("ignores plain letters", () => {
  for (const key of ["z", "y", "0", "+", "d"]) expect(readEditorKey({ ...none, key }, false)).toBeNull();
});

test("applies Ctrl+A, C, X and V to fields, or to text where there is some", () => {
  expect(["a", "c", "x", "v"].map((key) => readEditorKey({ ...ctrl, key }, false)?.kind)).toEqual([
    "selectPage",
    "copy",
    "cut",
    "paste",
  ]);
  for (const key of ["a", "c", "x", "v"]) expect(readEditorKey({ ...ctrl, key }, true)).toBeNull();
  expect(readEditorKey({ ...ctrl, shiftKey: true, key: "C" }, false)).toBeNull();
});

test("opens the keyboard help with ?, except in a text field", () => {
  expect(readEditorKey({ ...none, shiftKey: true, key: "?" }, false)).toEqual({ kind: "help" });
  expect(readEditorKey({ ...none, shiftKey: true, key: "?" }, true)).toBeNull();
});
