import { textOf } from "@/lib/pdf/syntax/text-string";

/** Encodings whose printable ASCII and Latin-1 letters are known here (ISO 32000-2, Annex D). */
const encodings = ["StandardEncoding", "WinAnsiEncoding", "PDFDocEncoding"] as const;
export type EncodingName = (typeof encodings)[number];

export function isEncodingName(name: string): name is EncodingName {
  return encodings.some((encoding) => encoding === name);
}

/** U+0021 to U+007E but for letters, in the Adobe Glyph List. */
const ascii = new Map(
  [
    [
      "!\"#$%&'()*+,-./",
      "exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash",
    ],
    [
      "0123456789:;<=>?@",
      "zero one two three four five six seven eight nine colon semicolon less equal greater question at",
    ],
    [
      "[\\]^_`{|}~",
      "bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde",
    ],
  ].flatMap(([characters = "", names = ""]) =>
    names.split(" ").map((name, index): [string, string] => [name, characters.charAt(index)]),
  ),
);
/** U+00A0 to U+00FF in order. */
const latin =
  "space exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis".split(
    " ",
  );
const further = new Map([
  ["Euro", "€"],
  ["bullet", "•"],
  ["ellipsis", "…"],
  ["emdash", "—"],
  ["endash", "–"],
  ["quoteleft", "‘"],
  ["quoteright", "’"],
  ["quotedblleft", "“"],
  ["quotedblright", "”"],
  ["quotedblbase", "„"],
  ["Scaron", "Š"],
  ["scaron", "š"],
  ["Zcaron", "Ž"],
  ["zcaron", "ž"],
  ["OE", "Œ"],
  ["oe", "œ"],
]);

/** The character of a glyph's name; null for a name that is not known here. */
export function characterOfGlyph(name: string): string | null {
  if (/^[A-Za-z]$/.test(name)) {
    return name;
  }
  const index = latin.indexOf(name);
  return (
    ascii.get(name) ?? further.get(name) ?? (index === 0 ? " " : index > 0 ? String.fromCharCode(0xa0 + index) : null)
  );
}

/** The character of a code in a named encoding; null where the encoding has none or is not known for it. */
export function characterIn(encoding: EncodingName, code: number): string | null {
  if (code >= 0x20 && code <= 0x7e) {
    const isQuote = encoding === "StandardEncoding" && (code === 0x27 || code === 0x60);
    return isQuote ? (code === 0x27 ? "’" : "‘") : String.fromCharCode(code);
  }
  if (code === 0x0a || code === 0x0d) {
    return "";
  }
  if (code < 0x20 || code === 0x7f || encoding === "StandardEncoding") {
    return null;
  }
  const text =
    encoding === "WinAnsiEncoding"
      ? new TextDecoder("windows-1252").decode(Uint8Array.of(code))
      : textOf(Buffer.from([code]));
  return /[\u0080-\u009f\ufffd]/.test(text) ? null : text;
}
