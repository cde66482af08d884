import type { Operand } from "@/lib/pdf/content/content-tokens";

/** The limits of ISO 32000-1, Annex C: bytes in a name, operands of an operator, bytes in a string. */
const LONGEST_NAME = 127;
const MOST_OPERANDS = 33;
const LONGEST_STRING = 32_767;

const path = { m: "nn", l: "nn", c: "nnnnnn", v: "nnnn", y: "nnnn", h: "", re: "nnnn" };
const painting = { S: "", s: "", f: "", F: "", "f*": "", B: "", "B*": "", b: "", "b*": "", n: "", W: "", "W*": "" };
const states = { q: "", Q: "", cm: "nnnnnn", w: "n", J: "n", j: "n", M: "n", d: "an", ri: "N", i: "n", gs: "N" };
const text = {
  BT: "",
  ET: "",
  Tc: "n",
  Tw: "n",
  Tz: "n",
  TL: "n",
  Tf: "Nn",
  Tr: "n",
  Ts: "n",
  Td: "nn",
  TD: "nn",
  Tm: "nnnnnn",
  "T*": "",
  Tj: "s",
  TJ: "a",
  "'": "s",
  '"': "nns",
};
const colours = {
  CS: "N",
  cs: "N",
  SC: "*",
  SCN: "*",
  sc: "*",
  scn: "*",
  G: "n",
  g: "n",
  RG: "nnn",
  rg: "nnn",
  K: "nnnn",
  k: "nnnn",
};
const others = {
  d0: "nn",
  d1: "nnnnnn",
  sh: "N",
  BI: "ps",
  Do: "N",
  MP: "N",
  DP: "Np",
  BMC: "N",
  BDC: "Np",
  EMC: "",
  BX: "",
  EX: "",
};

/**
 * Operands of each operator (ISO 32000-2, Annex A): a number, a name (N), a string, an array, a name or dictionary
 * (p), or as many as the colour space requires (*).
 */
const SHAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...path, ...painting, ...states, ...text, ...colours, ...others }),
);

/**
 * Whether an operator belongs to the standard and has exactly its operands. With others, programs take the first, the
 * last, or none.
 */
export function hasPlainOperands(operator: string, operands: readonly Operand[]): boolean {
  const shape = SHAPES.get(operator);
  if (shape === undefined || shape === "*") {
    return shape === "*" && operands.length > 0;
  }
  if (operands.length !== shape.length) {
    return false;
  }
  for (let at = 0; at < shape.length; at += 1) {
    if (!isOfKind(shape[at], operands[at])) {
      return false;
    }
  }
  return true;
}

/**
 * Between BX and EX, unknown operators are allowed, but not wrong operands for standard ones. pdf.js fails on long
 * operators.
 */
export function isPassedOver(operator: string, operands: readonly Operand[]): boolean {
  return !SHAPES.has(operator) && operator.length <= LONGEST_NAME && operands.length <= MOST_OPERANDS;
}

/** MuPDF truncates longer names, so that two can become equal, and PDFium truncates longer strings. */
export function isOfReadableSize(operand: Operand): boolean {
  if (Array.isArray(operand)) {
    return operand.every(isOfReadableSize);
  }
  return typeof operand === "string"
    ? operand.length - 1 < LONGEST_NAME
    : !(operand instanceof Uint8Array) || operand.length <= LONGEST_STRING;
}

function isOfKind(kind: string | undefined, operand: Operand | undefined): boolean {
  switch (kind) {
    case "n":
      return typeof operand === "number";
    case "N":
      return typeof operand === "string";
    case "s":
      return operand instanceof Uint8Array;
    case "a":
      return Array.isArray(operand);
    default:
      return typeof operand === "string" || operand instanceof Map;
  }
}
