import { FROM_RIGHT } from "@/lib/platform/geometry/base-direction";
import { writeDate } from "@/lib/platform/geometry/field-text";
import {
  appearanceVariables,
  longestAppearanceLine,
  mostAppearanceLines,
  type AppearanceTemplate,
  type AppearanceVariable,
  type SignatureOptionsChange,
} from "./options";

/** Values of the variables; an unknown one is empty. */
export type AppearanceFacts = Record<Exclude<AppearanceVariable, "time">, string> & { signedAt: Date };

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;
const separators = /^[\s,;:·|–—-]+$/u;

/** Variables of a line that do not exist, such as `{{city}}`, and unmatched braces. */
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
    const filled = FROM_RIGHT.test(plain) ? fill((name) => marked(name, oneLine(values[name]))) : plain;
    return filled === "" || separators.test(filled) ? [] : [filled];
  });
}

/** The template as it can be stored: lines trimmed, without the blank ones of a text area. */
export function withoutBlankLines<Template extends { lines?: string[] | undefined }>(template: Template): Template {
  const { lines } = template;
  return lines ? { ...template, lines: lines.map((line) => line.trim()).filter((line) => line !== "") } : template;
}

export function tidyOptions(options: SignatureOptionsChange | null): SignatureOptionsChange | null {
  return options?.appearance ? { ...options, appearance: withoutBlankLines(options.appearance) } : options;
}

/** Whether the lines of signatures can be stored, as far as the options name any. */
export function hasSoundLook(options: SignatureOptionsChange | null): boolean {
  return hasSoundLines(options?.appearance ?? {});
}

/** Whether the service would store these lines, blank ones aside. */
export function hasSoundLines(template: { lines?: string[] | undefined }): boolean {
  const { lines = [] } = withoutBlankLines(template);
  return (
    lines.length <= mostAppearanceLines &&
    lines.every((line) => line.length <= longestAppearanceLine && unknownVariables(line).length === 0)
  );
}

const leftToRightMark = "\u200e";

/** Beside Arabic letters a date would stand as day, month and year, and an address would take up the words around it. */
function marked(name: AppearanceVariable, value: string): string {
  const isFromLeft = name === "time" || name === "email" || name === "id";
  return isFromLeft && value !== "" ? `${leftToRightMark}${value}${leftToRightMark}` : value;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function isVariable(name: string): name is AppearanceVariable {
  return appearanceVariables.some((known) => known === name);
}
