import {
  appearanceVariables,
  type AppearanceTemplate,
  type AppearanceVariable,
  type SignatureOptions,
  type SignatureOptionsChange,
} from "@/db/schema/signature-options";
import { brandColours, productColours } from "@/lib/platform/brand";
import { baseDirection, FROM_RIGHT, hasDirection, writeDate } from "@/lib/platform/geometry/field-text";

export * from "@/db/schema/signature-options";

export const mostAppearanceLines = 6;
export const longestAppearanceLine = 120;
/** Maximum characters of a reason or a location. */
export const longestStatement = 200;

/** Key of the sample image shown in previews in place of a signer's own. */
export const sampleKey = "sample";

export const standardOptions: SignatureOptions = {
  appearance: {
    lines: ["{{name}}", "{{time}}"],
    layout: "above",
    textSizePt: null,
    background: "none",
    logo: false,
    timeZone: null,
  },
  reason: { ask: "no", preset: null },
  location: { ask: "no", preset: null },
  verificationMark: "none",
};

/** The options with the given members; the others stay as in `base`. */
export function withOptions(
  base: SignatureOptions,
  change: SignatureOptionsChange | null | undefined,
): SignatureOptions {
  return {
    appearance: merged(base.appearance, change?.appearance),
    reason: merged(base.reason, change?.reason),
    location: merged(base.location, change?.location),
    verificationMark: change?.verificationMark ?? base.verificationMark,
  };
}

function merged<Value extends object>(
  base: Value,
  change: { [Member in keyof Value]?: Value[Member] | undefined } | undefined,
): Value {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(given) as Partial<Value>) };
}

const light = "#f3f4f6";

/**
 * Colours of a signature field's background and of the strip along its left edge, `#rrggbb`.
 * Black text has a contrast of at least 7 on every background.
 */
export function groundOf(
  background: AppearanceTemplate["background"],
  brandColour: string | null,
): { background: string | null; accent: string | null } {
  if (background === "none") return { background: null, accent: null };
  if (background === "light") return { background: light, accent: null };
  const { primary, tint } = brandColours(brandColour ?? "")?.light ?? productColours.light;
  return { background: tint.toLowerCase(), accent: primary.toLowerCase() };
}

/** Values of the variables. Unknown values are empty strings. */
export type AppearanceFacts = Record<Exclude<AppearanceVariable, "time">, string> & { signedAt: Date };

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;
const separators = /^[\s,;:·|–—-]+$/u;

/** The placeholders of a line that do not exist, such as `{{city}}`, and unmatched braces. */
export function unknownVariables(line: string): string[] {
  const names = [...line.matchAll(variable)].map(([, name = ""]) => name);
  const unknown = names.filter((name) => !isVariable(name));
  return /\{\{|\}\}/.test(line.replace(variable, "")) ? [...unknown, "{{"] : unknown;
}

/** The lines of a signature field as drawn in the PDF. A line whose variables are all empty is left out. */
export function fillLines(
  { lines, timeZone }: Pick<AppearanceTemplate, "lines" | "timeZone">,
  facts: AppearanceFacts,
): string[] {
  const values = { ...facts, time: writeDate(facts.signedAt, "YYYY-MM-DD HH:mm", timeZone) };
  return lines.flatMap((line) => {
    const names = [...line.matchAll(variable)].map(([, name = ""]) => name).filter(isVariable);
    if (names.length > 0 && names.every((name) => values[name] === "")) return [];
    const fill = (valueOf: (name: AppearanceVariable) => string): string =>
      line.replace(variable, (_, name: string) => (isVariable(name) ? valueOf(name) : "")).trim();
    const plain = fill((name) => oneLine(values[name]));
    const filled = FROM_RIGHT.test(plain)
      ? withDirection(
          fill((name) => isolated(name, oneLine(values[name]))),
          plain,
        )
      : plain;
    return filled === "" || separators.test(filled) ? [] : [filled];
  });
}

/** The template as stored: lines trimmed, blank lines of the text area dropped. */
export function withoutBlankLines<Template extends { lines?: string[] | undefined }>(template: Template): Template {
  const { lines } = template;
  return lines ? { ...template, lines: lines.map((line) => line.trim()).filter((line) => line !== "") } : template;
}

export function withoutBlankAppearanceLines(options: SignatureOptionsChange | null): SignatureOptionsChange | null {
  return options?.appearance ? { ...options, appearance: withoutBlankLines(options.appearance) } : options;
}

/** Whether the signature lines in these options can be stored. True if the options have none. */
export function hasValidAppearance(options: SignatureOptionsChange | null): boolean {
  return hasValidLines(options?.appearance ?? {});
}

/** Whether the service would store these lines, ignoring blank ones. */
export function hasValidLines(template: { lines?: string[] | undefined }): boolean {
  const { lines = [] } = withoutBlankLines(template);
  return (
    lines.length <= mostAppearanceLines &&
    lines.every((line) => line.length <= longestAppearanceLine && unknownVariables(line).length === 0)
  );
}

const rightToLeftMark = "\u200f";

/**
 * Next to Arabic letters, a Latin name would swap places with its neighbours, and a date would read as day, month,
 * year.
 */
function isolated(name: AppearanceVariable, value: string): string {
  const isFromLeft = name === "time" || name === "email" || name === "id";
  return value === "" ? "" : `${isFromLeft ? "\u2066" : "\u2068"}${value}\u2069`;
}

/**
 * The text of the template decides the direction of a line. If it has no letters, the first value with letters decides.
 */
function withDirection(filled: string, plain: string): string {
  const isFromRight = !hasDirection(filled) && baseDirection(plain) === "rtl";
  return isFromRight ? rightToLeftMark + filled : filled;
}

function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

function isVariable(name: string): name is AppearanceVariable {
  return appearanceVariables.some((known) => known === name);
}
