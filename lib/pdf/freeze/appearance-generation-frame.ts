import { pdfNumber } from "@/lib/pdf/syntax/serialize";
import { numbersOf, textIn, type Widget } from "./freeze-widget";

/** The box around a field's content, in units of user space. */
export interface Frame {
  /** Operators that paint background and border. */
  content: string;
  /** How far text keeps away from the edge. */
  padding: number;
  borderWidth: number;
}

/** Cubic Bézier arms of a quarter circle. */
const ARM = 0.5523;

/** Background and border as /MK and /BS ask for (ISO 32000-2, 12.5.6.19 and 12.5.4). */
export function drawFrame(widget: Widget, isRound: boolean): Frame {
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

/** A colour array as the operator that sets it; empty for none (no components mean transparent). */
export function colourOf(widget: Widget, key: "BG" | "BC", use: "fill" | "stroke"): string {
  const { document, look } = widget;
  const components = look === null ? [] : numbersOf(document, document.locate(look.value.entries.get(key), look.bytes));
  const operator = { 1: "g", 3: "rg", 4: "k" }[components.length];
  if (operator === undefined) {
    return "";
  }
  return `${operands(...components.map((component) => Math.min(1, Math.max(0, component))))} ${use === "fill" ? operator : operator.toUpperCase()}`;
}

export function ellipse(width: number, height: number, inset: number): string {
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
export function operands(...numbers: number[]): string {
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
