import { expect, test } from "vitest";
import { readEditorKey } from "./use-editor-keys";

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const ctrl = { ...none, ctrlKey: true };

test("Ctrl+Z and Cmd+Z undo, with Shift or as Ctrl+Y they redo", () => {
  expect(readEditorKey({ ...ctrl, key: "z" }, false)).toEqual({ kind: "undo" });
  expect(readEditorKey({ ...none, metaKey: true, key: "z" }, false)).toEqual({ kind: "undo" });
  expect(readEditorKey({ ...ctrl, shiftKey: true, key: "Z" }, false)).toEqual({ kind: "redo" });
  expect(readEditorKey({ ...ctrl, key: "y" }, false)).toEqual({ kind: "redo" });
});

test("a text field keeps its own undo", () => {
  expect(readEditorKey({ ...ctrl, key: "z" }, true)).toBeNull();
});

test("F6 goes round the regions, with Shift backwards", () => {
  expect(readEditorKey({ ...none, key: "F6" }, true)).toEqual({ kind: "region", by: 1 });
  expect(readEditorKey({ ...none, shiftKey: true, key: "F6" }, false)).toEqual({ kind: "region", by: -1 });
});

test("plain letters do nothing", () => {
  for (const key of ["z", "y", "0", "+", "d"]) expect(readEditorKey({ ...none, key }, false)).toBeNull();
});

test("Ctrl+A, C, X and V are for fields, and for text where there is some", () => {
  expect(["a", "c", "x", "v"].map((key) => readEditorKey({ ...ctrl, key }, false)?.kind)).toEqual([
    "selectPage",
    "copy",
    "cut",
    "paste",
  ]);
  for (const key of ["a", "c", "x", "v"]) expect(readEditorKey({ ...ctrl, key }, true)).toBeNull();
  expect(readEditorKey({ ...ctrl, shiftKey: true, key: "C" }, false)).toBeNull();
});

test("? opens the list of keys, but is a sign in a text field", () => {
  expect(readEditorKey({ ...none, shiftKey: true, key: "?" }, false)).toEqual({ kind: "help" });
  expect(readEditorKey({ ...none, shiftKey: true, key: "?" }, true)).toBeNull();
});
