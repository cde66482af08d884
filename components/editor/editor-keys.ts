export type EditorAct =
  | { kind: "undo" | "redo" | "zoomFit" | "disarm" | "selectPage" | "copy" | "cut" | "paste" | "help" }
  | { kind: "zoom"; by: 1 | -1 }
  | { kind: "region"; by: 1 | -1 };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** Where a text field, or text that is selected, has the same keys for itself. */
const ofText: Record<string, EditorAct> = {
  a: { kind: "selectPage" },
  c: { kind: "copy" },
  x: { kind: "cut" },
  v: { kind: "paste" },
  y: { kind: "redo" },
  z: { kind: "undo" },
};
const everywhere: Record<string, EditorAct> = {
  "+": { kind: "zoom", by: 1 },
  "=": { kind: "zoom", by: 1 },
  "-": { kind: "zoom", by: -1 },
  "0": { kind: "zoomFit" },
};

/** What a key does wherever the focus is in the editor. `isText`: in a text field, or text is selected. */
export function readEditorKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  isText: boolean,
): EditorAct | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const name = key.toLowerCase();
    if (name === "z" && shiftKey) return isText ? null : { kind: "redo" };
    return everywhere[name] ?? ((!isText && !shiftKey && ofText[name]) || null);
  }
  if (key === "F6") return { kind: "region", by: shiftKey ? -1 : 1 };
  if (isText) return null;
  return key === "Escape" ? { kind: "disarm" } : key === "?" ? { kind: "help" } : null;
}
