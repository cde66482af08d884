/** Attributes of a distinguished name that people have words for. Others are told as they are written. */
export type SubjectPart =
  "CN" | "OU" | "O" | "L" | "ST" | "C" | "E" | "SERIALNUMBER" | "T" | "GN" | "SN" | "DC" | "STREET";

const aliases: Readonly<Record<string, SubjectPart>> = {
  CN: "CN",
  OU: "OU",
  O: "O",
  L: "L",
  ST: "ST",
  S: "ST",
  C: "C",
  E: "E",
  EMAIL: "E",
  EMAILADDRESS: "E",
  "1.2.840.113549.1.9.1": "E",
  SERIALNUMBER: "SERIALNUMBER",
  "2.5.4.5": "SERIALNUMBER",
  T: "T",
  TITLE: "T",
  GN: "GN",
  G: "GN",
  GIVENNAME: "GN",
  "2.5.4.42": "GN",
  SN: "SN",
  SURNAME: "SN",
  "2.5.4.4": "SN",
  DC: "DC",
  STREET: "STREET",
};

export interface NamePart {
  /** Null where there are no words for it; `type` has it as it is written. */
  part: SubjectPart | null;
  type: string;
  value: string;
}

/** The parts of a distinguished name (RFC 4514) in their order, without escapes and quotation marks; none when it is no such name. */
export function subjectParts(distinguishedName: string): NamePart[] {
  const parts = splitOutsideQuotes(distinguishedName).map((text) =>
    /^\s*([A-Za-z][\w.-]*|\d+(?:\.\d+)+)\s*=(.*)$/s.exec(text),
  );
  if (parts.length === 0 || parts.some((match) => match === null)) return [];
  return parts.map((match) => {
    const type = (match?.[1] ?? "").toUpperCase();
    return { part: aliases[type] ?? null, type, value: plainValue(match?.[2] ?? "") };
  });
}

/** At commas, semicolons and plus signs that are neither escaped nor quoted. */
function splitOutsideQuotes(name: string): string[] {
  return name.match(/(?:\\.|"(?:\\.|[^"\\])*"|[^,;+\\"])+/gs)?.map((text) => text.trim()) ?? [];
}

/** `\2C` is a byte of UTF-8 in hexadecimal, `\,` the character itself. */
function plainValue(text: string): string {
  const inner = text.trim().replace(/^"(.*)"$/s, "$1");
  return inner
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) =>
      new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split("\\"), (hex) => parseInt(hex, 16))),
    )
    .replace(/\\(.)/gs, "$1");
}
