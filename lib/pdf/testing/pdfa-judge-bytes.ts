import type { Case } from "./pdfa-judge-colour";
import { asDict, isStream, type Json } from "./qpdf-objects";

const LIMITS = { array: 8191, dict: 4095, name: 127, nesting: 28, integer: 2 ** 31 - 1, real: 32_767 };
/** Strings: PDF Reference 1.4, appendix C; ISO 19005-2, 6.1.13. */
const LONGEST_STRING = { 1: 65_535, later: 32_767 };

/** How a file is written, object by object: ISO 19005-1, 6.1.4, 6.1.6, 6.1.7 and 6.1.8; ISO 19005-2, 6.1.4 to 6.1.9. */
export function writtenComplaints(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  const plain = withoutStreams(text);
  const strings = [...plain.matchAll(/(?<!<)<([0-9A-Fa-f\s]*)>(?!>)/g)];
  // Without long runs of digits, on which the patterns below would take unlimited time.
  const outside = plain.replace(/(?<!<)<[0-9A-Fa-f\s]*>(?!>)/g, "<>");
  const heads = [...outside.matchAll(/(\d+)\s+(\d+)\s+obj\b/g)].filter(([head]) => !/^\d+ \d+ obj$/.test(head));
  const bodies = [...outside.matchAll(/[^\r\n]endobj|endobj[^\r\n]|[^\r\n]\d+ \d+ obj\b|\d obj[^\r\n]/g)].filter(
    ([found]) => !/^\d+ \d+ obj$/.test(found) && !/^\d+ obj/.test(found),
  );
  const hex = strings.filter(([, digits]) => (digits ?? "").replace(/\s/g, "").length % 2 === 1);
  const tables = [...text.matchAll(/\bxref\b(?!\d)/g)].filter(
    ({ index }) =>
      text.slice(index - 5, index) !== "start" &&
      !/^xref(\r\n|\n|\r)\d+ \d+\s*[\r\n]/.test(text.slice(index, index + 40)),
  );
  return [
    ...heads.map(([head]) => `6.1.8: ${JSON.stringify(head)}`),
    ...bodies.map(([found]) => `6.1.8: ${JSON.stringify(found)}`),
    ...hex.map(([found]) => `6.1.6: odd hexadecimal string ${found.slice(0, 20)}`),
    ...tables.map(({ index }) => `6.1.4: the cross-reference table at ${index}`),
    ...(/%%EOF(\r\n|\n|\r)?$/.test(text) ? [] : ["6.1.3: data behind %%EOF"]),
  ];
}

/**
 * Removes stream data according to their length. `stream` must be followed by a line end and `endstream` preceded by
 * one (6.1.7).
 */
function withoutStreams(text: string): string {
  let kept = "";
  let at = 0;
  for (let keyword = text.indexOf(">>\nstream\n"); keyword >= 0; keyword = text.indexOf(">>\nstream\n", at)) {
    const start = keyword + ">>\nstream\n".length;
    const dict = text.slice(text.lastIndexOf(" obj\n", keyword), keyword);
    const end = start + Number(/\/Length (\d+)/.exec(dict)?.[1]);
    const isWhole = text.startsWith("\nendstream", end);
    kept += `${text.slice(at, start)}${isWhole ? "" : "6.1.7 1 0 objX"}`;
    at = isWhole ? end : start;
  }
  return kept + text.slice(at);
}

/** ISO 19005-1, 6.1.12; ISO 19005-2, 6.1.13. */
export function limitComplaints({ objects, part }: Case): string[] {
  const longest = part === 1 ? LONGEST_STRING[1] : LONGEST_STRING.later;
  const found: string[] = [];
  const walk = (key: string, value: Json): void => {
    if (typeof value === "string") {
      const length = value.startsWith("b:") ? (value.length - 2) / 2 : value.length;
      const isTooLong = value.startsWith("/") ? value.length - 1 > LIMITS.name : length > longest;
      found.push(...(isTooLong ? [`6.1.12/6.1.13 ${key}: a string or name of ${length}`] : []));
    } else if (typeof value === "number") {
      const isTooLarge = Number.isInteger(value)
        ? Math.abs(value) > LIMITS.integer
        : part === 1 && Math.abs(value) > LIMITS.real;
      found.push(...(isTooLarge ? [`6.1.12/6.1.13 ${key}: ${value}`] : []));
    } else if (value !== null && typeof value === "object") {
      const parts = Object.values(value);
      const most = Array.isArray(value) ? LIMITS.array : LIMITS.dict;
      found.push(...(part === 1 && parts.length > most ? [`6.1.12 ${key}: ${parts.length} entries`] : []));
      parts.forEach((child) => walk(key, child));
    }
  };
  objects.forEach((value, key) => walk(key, isStream(value) ? (asDict(value).dict ?? null) : value));
  return found;
}
