import { ellipse, operands } from "./appearance-generation-frame";
import { drawableText, drawLine, textStyleOf } from "./appearance-generation-text";
import { inherited, textIn, type Widget } from "./freeze-widget";

const RADIO = 0x8000;
const PUSH_BUTTON = 0x10000;

export function isPushButton(widget: Widget): boolean {
  return widget.type === "Btn" && (widget.flags & PUSH_BUTTON) !== 0;
}

/** A radio button whose mark is a dot is drawn round, as every reader does. */
export function isRoundButton(widget: Widget): boolean {
  return widget.type === "Btn" && (widget.flags & RADIO) !== 0 && markOf(widget) === "l";
}

export function drawCaption(widget: Widget): string {
  const caption = captionOf(widget);
  if (caption === null || caption === "") {
    return "";
  }
  const style = textStyleOf(widget);
  const area = { x: 2, y: 0, width: widget.width - 4, height: widget.height };
  return drawLine(
    drawableText(caption),
    { ...style, sizePt: style.sizePt || Math.min(12, widget.height * 0.6), align: "centre" },
    area,
  );
}

/** The mark of a ticked box or chosen radio button; /MK /CA names it by its ZapfDingbats letter. */
export function drawMark(widget: Widget): string {
  const { width, height } = widget;
  const side = Math.min(width, height) * 0.7;
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  return `q ${textStyleOf(widget).colour} ${operands(side, 0, 0, side, x, y)} cm ${MARKS[markOf(widget)] ?? MARKS["4"]} Q`;
}

/** Whether a box without an appearance is ticked: by its own state, else by its field's value. */
export function isTicked(widget: Widget): boolean {
  const { document, object } = widget;
  const own = document.name(object.value.entries.get("AS"));
  const state = own ?? textIn(inherited(widget, "V"));
  return state !== null && state !== "Off" && state !== "";
}

function markOf(widget: Widget): string {
  const mark = captionOf(widget);
  return mark !== null && mark in MARKS ? mark : (widget.flags & RADIO) !== 0 ? "l" : "4";
}

function captionOf({ document, look }: Widget): string | null {
  return look === null ? null : textIn(document.locate(look.value.entries.get("CA"), look.bytes));
}

/** In a square of one unit. */
const MARKS: Record<string, string> = {
  "4": "0.02 0.48 m 0.16 0.6 l 0.36 0.34 l 0.84 0.98 l 0.98 0.88 l 0.38 0.04 l h f",
  "8": "0.02 0.16 m 0.16 0.02 l 0.5 0.36 l 0.84 0.02 l 0.98 0.16 l 0.64 0.5 l 0.98 0.84 l 0.84 0.98 l 0.5 0.64 l 0.16 0.98 l 0.02 0.84 l 0.36 0.5 l h f",
  l: `${ellipse(1, 1, 0.15)} f`,
  u: "0.5 0.02 m 0.98 0.5 l 0.5 0.98 l 0.02 0.5 l h f",
  n: "0.1 0.1 0.8 0.8 re f",
  H: "0.5 0.98 m 0.62 0.63 l 0.98 0.62 l 0.69 0.4 l 0.8 0.04 l 0.5 0.26 l 0.2 0.04 l 0.31 0.4 l 0.02 0.62 l 0.38 0.63 l h f",
};
