import type { Located } from "@/lib/pdf/syntax/objects";
import { pdfNumber } from "@/lib/pdf/syntax/serialize";
import { drawableText, drawLine, drawLines, drawTextField, textStyleOf, type Area } from "./appearance-generation-text";
import { inherited, numberOf, numbersOf, textIn, type Widget } from "./freeze-widget";

/** The box around a field's content, in units of user space. */
interface Frame {
  /** Operators that paint background and border. */
  content: string;
  /** Distance between text and edge. */
  padding: number;
  borderWidth: number;
}

/** Length of the control arms of a Bézier curve for a quarter circle. */
const ARM = 0.5523;

/** Background and border as defined by /MK and /BS (ISO 32000-2, 12.5.6.19 and 12.5.4). */
function drawFrame(widget: Widget, isRound: boolean): Frame {
  const { width, height } = widget;
  const background = colourOf(widget, "BG", "fill");
  const stroke = colourOf(widget, "BC", "stroke");
  const { style, borderWidth, dash } = borderOf(widget);
  const lineWidth = stroke === "" ? 0 : borderWidth;
  const fillPath = isRound ? ellipse(width, height, 0) : rectangle(width, height, 0);
  const edge = isRound ? ellipse(width, height, lineWidth / 2) : rectangle(width, height, lineWidth / 2);
  const line = style === "U" ? `${operands(0, lineWidth / 2)} m ${operands(width, lineWidth / 2)} l` : edge;
  const parts = [
    background === "" ? "" : `q ${background} ${fillPath} f Q`,
    lineWidth === 0 ? "" : `q ${stroke} ${pdfNumber(lineWidth)} w ${style === "D" ? `[${dash}] 0 d ` : ""}${line} S Q`,
  ];
  const isRaised = style === "B" || style === "I";
  return {
    content: parts.filter((part) => part !== "").join("\n"),
    padding: Math.max(2, borderWidth * (isRaised ? 3 : 2)),
    borderWidth: borderWidth * (isRaised ? 2 : 1),
  };
}

/**
 * The operator that sets the colour of an array. Empty if there is none (an array without components means
 * transparent).
 */
function colourOf(widget: Widget, key: "BG" | "BC", use: "fill" | "stroke"): string {
  const { document, look } = widget;
  const components = look === null ? [] : numbersOf(document, document.locate(look.value.entries.get(key), look.bytes));
  const operator = { 1: "g", 3: "rg", 4: "k" }[components.length];
  if (operator === undefined) {
    return "";
  }
  return `${operands(...components.map((component) => Math.min(1, Math.max(0, component))))} ${use === "fill" ? operator : operator.toUpperCase()}`;
}

function ellipse(width: number, height: number, inset: number): string {
  const [cx, cy] = [width / 2, height / 2];
  const [rx, ry] = [Math.max(0, cx - inset), Math.max(0, cy - inset)];
  const [ax, ay] = [rx * ARM, ry * ARM];
  return [
    `${operands(cx + rx, cy)} m`,
    `${operands(cx + rx, cy + ay, cx + ax, cy + ry, cx, cy + ry)} c`,
    `${operands(cx - ax, cy + ry, cx - rx, cy + ay, cx - rx, cy)} c`,
    `${operands(cx - rx, cy - ay, cx - ax, cy - ry, cx, cy - ry)} c`,
    `${operands(cx + ax, cy - ry, cx + rx, cy - ay, cx + rx, cy)} c h`,
  ].join(" ");
}

/** Numbers as the operands of one operator. */
function operands(...numbers: number[]): string {
  return numbers.map((number) => pdfNumber(number)).join(" ");
}

function rectangle(width: number, height: number, inset: number): string {
  return `${operands(inset, inset, Math.max(0, width - 2 * inset), Math.max(0, height - 2 * inset))} re`;
}

function borderOf({ document, object }: Widget): { style: string; borderWidth: number; dash: string } {
  const border = document.dict(object.value.entries.get("BS"), object.bytes);
  const entry = (key: string) =>
    border === null ? null : document.locate(border.value.entries.get(key), border.bytes);
  const width = entry("W")?.value;
  const dash = numbersOf(document, entry("D"));
  return {
    style: textIn(entry("S")) ?? "S",
    borderWidth: width?.kind === "number" ? Math.min(Math.max(0, width.value), 20) : 1,
    dash: dash.length === 0 ? "3" : operands(...dash.slice(0, 4)),
  };
}

/** The dictionary entries and content for a new form XObject (ISO 32000-2, 8.10). */
export interface GeneratedAppearance {
  entries: string;
  content: string;
}

/**
 * Draws what a reader would show for a field that has no appearance, or whose form declares the existing ones as
 * stale (/NeedAppearances). Text is drawn as outlines, so that no font of the form is needed.
 */
export function generateAppearance(widget: Widget): GeneratedAppearance {
  const frame = drawFrame(widget, isRoundButton(widget));
  return withContent(widget, frame, contentOf(widget, frame.padding));
}

/** Only the field's background and border. */
export function generateFrame(widget: Widget): GeneratedAppearance {
  return withContent(widget, drawFrame(widget, isRoundButton(widget)), "");
}

function withContent(widget: Widget, frame: Frame, inner: string): GeneratedAppearance {
  const { width, height } = widget;
  const edge = frame.borderWidth;
  const clip = `${operands(edge, edge, Math.max(0, width - 2 * edge), Math.max(0, height - 2 * edge))} re W n`;
  const content = inner === "" ? frame.content : `${frame.content}\nq ${clip}\n${inner}\nQ`;
  const turn = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, width],
  };
  return {
    entries: `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 ${operands(width, height)}]/Matrix[${operands(...turn[widget.rotation])}]/Resources<<>>`,
    content: content.trim(),
  };
}

/** An appearance that shows nothing. Without an appearance, some readers draw an icon. */
export const EMPTY_APPEARANCE: GeneratedAppearance = {
  entries: "/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 0 0]/Resources<<>>",
  content: "",
};

function contentOf(widget: Widget, padding: number): string {
  const area = {
    x: padding,
    y: padding / 2,
    width: Math.max(1, widget.width - 2 * padding),
    height: Math.max(1, widget.height - padding),
  };
  if (widget.type === "Tx") {
    const value = textIn(inherited(widget, "V")) ?? "";
    return value === "" ? "" : drawTextField(widget, value, area);
  }
  if (widget.type === "Ch") {
    return drawChoice(widget, area);
  }
  if (widget.type !== "Btn") {
    return "";
  }
  if (isPushButton(widget)) {
    return drawCaption(widget);
  }
  return isTicked(widget) ? drawMark(widget) : "";
}

const RADIO = 0x8000;
const PUSH_BUTTON = 0x10000;

function isPushButton(widget: Widget): boolean {
  return widget.type === "Btn" && (widget.flags & PUSH_BUTTON) !== 0;
}

/** A radio button whose mark is a dot is drawn round, as every reader does. */
function isRoundButton(widget: Widget): boolean {
  return widget.type === "Btn" && (widget.flags & RADIO) !== 0 && markOf(widget) === "l";
}

function drawCaption(widget: Widget): string {
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

/** The mark of a ticked box or selected radio button. /MK /CA gives its ZapfDingbats character. */
function drawMark(widget: Widget): string {
  const { width, height } = widget;
  const side = Math.min(width, height) * 0.7;
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  return `q ${textStyleOf(widget).colour} ${operands(side, 0, 0, side, x, y)} cm ${MARKS[markOf(widget)] ?? MARKS["4"]} Q`;
}

/** Whether a box without an appearance is ticked: by its own state, or else by its field's value. */
function isTicked(widget: Widget): boolean {
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

/** In a unit square. */
const MARKS: Record<string, string> = {
  "4": "0.02 0.48 m 0.16 0.6 l 0.36 0.34 l 0.84 0.98 l 0.98 0.88 l 0.38 0.04 l h f",
  "8": "0.02 0.16 m 0.16 0.02 l 0.5 0.36 l 0.84 0.02 l 0.98 0.16 l 0.64 0.5 l 0.98 0.84 l 0.84 0.98 l 0.5 0.64 l 0.16 0.98 l 0.02 0.84 l 0.36 0.5 l h f",
  l: `${ellipse(1, 1, 0.15)} f`,
  u: "0.5 0.02 m 0.98 0.5 l 0.5 0.98 l 0.02 0.5 l h f",
  n: "0.1 0.1 0.8 0.8 re f",
  H: "0.5 0.98 m 0.62 0.63 l 0.98 0.62 l 0.69 0.4 l 0.8 0.04 l 0.5 0.26 l 0.2 0.04 l 0.31 0.4 l 0.02 0.62 l 0.38 0.63 l h f",
};

export interface Option {
  exported: string;
  shown: string;
}

const COMBO = 0x20000;
const LIST_LINE = 1.16;
const MAX_OPTIONS = 5000;
const SELECTION = "0.6 0.757 0.855 rg";

/**
 * A drop-down shows the selected value. A list box shows its options with the selected ones highlighted (ISO 32000-2,
 * 12.7.5.4).
 */
function drawChoice(widget: Widget, area: Area): string {
  const options = optionsOf(widget);
  const chosen = chosenValues(widget, options);
  if ((widget.flags & COMBO) !== 0) {
    const text = chosen.map((value) => options.find(({ exported }) => exported === value)?.shown ?? value).join(", ");
    return drawLine(drawableText(text), textStyleOf(widget), area);
  }
  return drawList(widget, options, new Set(chosen), area);
}

function drawList(widget: Widget, options: readonly Option[], chosen: ReadonlySet<string>, area: Area): string {
  const style = textStyleOf(widget);
  const sizePt = style.sizePt || Math.min(12, Math.max(4, area.height / LIST_LINE));
  const first = Math.min(Math.max(0, Math.trunc(numberOf(widget, "TI"))), options.length);
  const lineHeight = sizePt * LIST_LINE;
  const shown = options.slice(first, first + Math.ceil(area.height / lineHeight));
  const bars = shown.map(({ exported }, i) =>
    chosen.has(exported)
      ? `${operands(area.x, area.y + area.height - lineHeight * (i + 1), area.width, lineHeight)} re f`
      : "",
  );
  const marked = bars.filter((bar) => bar !== "");
  const text = drawLines(
    shown.map((option) => drawableText(option.shown)),
    sizePt,
    style,
    area,
  );
  return [marked.length === 0 ? "" : `q ${SELECTION} ${marked.join(" ")} Q`, text]
    .filter((part) => part !== "")
    .join("\n");
}

/** The options of a choice field, in their original order. */
export function optionsOf(widget: Widget): Option[] {
  const list = inherited(widget, "Opt");
  if (list?.value.kind !== "array") {
    return [];
  }
  return list.value.items.slice(0, MAX_OPTIONS).flatMap((item) => {
    const option = widget.document.locate(item, list.bytes);
    return option === null ? [] : [optionOf(widget, option)];
  });
}

function optionOf({ document }: Widget, option: Located): Option {
  if (option.value.kind !== "array") {
    const text = textIn(option) ?? "";
    return { exported: text, shown: text };
  }
  const [exported = "", shown = exported] = option.value.items.map(
    (item) => textIn(document.locate(item, option.bytes)) ?? "",
  );
  return { exported, shown };
}

/** The export values of a choice field's selection. */
export function chosenValues(widget: Widget, options: readonly Option[]): string[] {
  const value = inherited(widget, "V");
  if (value?.value.kind === "array") {
    return value.value.items.map((item) => textIn(widget.document.locate(item, value.bytes)) ?? "");
  }
  const text = textIn(value);
  if (text !== null) {
    return [text];
  }
  return numbersOf(widget.document, inherited(widget, "I")).flatMap((index) => options[index]?.exported ?? []);
}
