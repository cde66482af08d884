export type BoxAct =
  | { kind: "nudge"; rightPt: number; downPt: number }
  | { kind: "grow"; widthPt: number; heightPt: number }
  | { kind: "turnPage"; by: 1 | -1 }
  | { kind: "otherBox"; by: 1 | -1 }
  | { kind: "gatherOther"; by: 1 | -1 }
  | { kind: "toggle" | "duplicate" | "remove" | "inspect" | "leave" };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const plainKeys: Record<string, BoxAct> = {
  PageDown: { kind: "turnPage", by: 1 },
  PageUp: { kind: "turnPage", by: -1 },
  " ": { kind: "toggle" },
  Delete: { kind: "remove" },
  Backspace: { kind: "remove" },
  Enter: { kind: "inspect" },
  Escape: { kind: "leave" },
};

/** Many keyboards make these with AltGr, which is seen as Ctrl and Alt; whatever is held, the sign counts. */
const signs: Record<string, BoxAct> = {
  "]": { kind: "otherBox", by: 1 },
  "[": { kind: "otherBox", by: -1 },
  "}": { kind: "gatherOther", by: 1 },
  "{": { kind: "gatherOther", by: -1 },
};

/** What a key does to the box that has the focus: arrows 1 pt, with Shift 10 pt, with Alt they change the size. Null: nothing of ours. */
export function readBoxKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): BoxAct | null {
  if (signs[key]) return signs[key];
  if (ctrlKey || metaKey) return key.toLowerCase() === "d" && !altKey && !shiftKey ? { kind: "duplicate" } : null;
  const arrow = arrows[key];
  if (!arrow) return (!altKey && plainKeys[key]) || null;
  const [right, down] = arrow;
  const step = shiftKey ? 10 : 1;
  return altKey
    ? { kind: "grow", widthPt: right * step, heightPt: down * step }
    : { kind: "nudge", rightPt: right * step, downPt: down * step };
}
