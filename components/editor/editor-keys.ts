export type EditorAct = { kind: "undo" | "redo" | "zoomFit" | "disarm" } | { kind: "zoom"; by: 1 | -1 } | { kind: "region"; by: 1 | -1 };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** What a key does wherever the focus is in the editor. `isTyping`: in a text field, which has an undo of its own. */
export function readEditorKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress, isTyping: boolean): EditorAct | null {
  if (altKey) return null;
  if (!ctrlKey && !metaKey) {
    if (key === "F6") return { kind: "region", by: shiftKey ? -1 : 1 };
    return key === "Escape" && !isTyping ? { kind: "disarm" } : null;
  }
  switch (key.toLowerCase()) {
    case "z": return isTyping ? null : { kind: shiftKey ? "redo" : "undo" };
    case "y": return isTyping ? null : { kind: "redo" };
    case "+":
    case "=": return { kind: "zoom", by: 1 };
    case "-": return { kind: "zoom", by: -1 };
    case "0": return { kind: "zoomFit" };
    default: return null;
  }
}
