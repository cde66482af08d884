import { readFileSync } from "node:fs";
import path from "node:path";
import { docMdpReference } from "@/lib/pades/sign-revision";
import { FILE_UUID } from "@/lib/pades/testing/sign-document";
import { appended, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { certificationFieldName, inputFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import type { Area } from "../judges/picture";
import { fieldNamed, type Abuse } from "./abuse";
import type { Group } from "./judge-mutant";
import { signElsewhere, type Party } from "./sign-subject";

const group: Group = { id: "shown_values", label: "permits: a filled field shows its value" };

const [font, swapped, program, descriptor, bareDrawing, groundedDrawing, mapped] = [0, 1, 2, 3, 4, 5, 6].map(
  (number) => OTHERS + number,
) as [number, number, number, number, number, number, number];
const box = "/Type/XObject/Subtype/Form/BBox[0 0 120 20]";
const resources = `/Resources<</Font<</Helv ${font} 0 R>>>>`;
const ground = "1 g 0 0 120 20 re f 0 g ";
const written = (text: string): string => `BT /Helv 12 Tf 2 6 Td (${text}) Tj ET`;

/**
 * The `Bare` field is on blank paper; the background of `Grounded` hides text of the page. In pixels of the page, which
 * is 400 points high.
 */
const areas = { Bare: [19, 279, 141, 301], Grounded: [19, 229, 141, 251] } as const satisfies Record<string, Area>;
type Place = keyof typeof areas;

function formOfValues(): Buffer {
  const text = "/F 4/FT/Tx/V(5)/DA(/Helv 12 Tf 0 g)";
  return formPdf({
    widgets: [
      "/F 132/FT/Sig/T(Sig1)/Rect[0 0 0 0]",
      `${text}/T(Bare)/Rect[20 100 140 120]/AP<</N ${bareDrawing} 0 R>>`,
      `${text}/T(Grounded)/Rect[20 150 140 170]/AP<</N ${groundedDrawing} 0 R>>`,
    ],
    page: `/Resources<</Font<</Helv ${font} 0 R/Swap ${swapped} 0 R/Map ${mapped} 0 R>>>>/Contents ${OTHERS + 7} 0 R`,
    others: [
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      `<</Type/Font/Subtype/TrueType/BaseFont/LiberationSans/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 57/Widths[${new Array(26).fill(556).join(" ")}]/FontDescriptor ${descriptor} 0 R>>`,
      stream("", nineForOne().toString("latin1")),
      `<</Type/FontDescriptor/FontName/LiberationSans/Flags 32/FontBBox[-500 -300 1300 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/FontFile2 ${program} 0 R>>`,
      stream(box + resources, written("5")),
      stream(box + resources, ground + written("5")),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>",
      stream("", "BT /Helv 12 Tf 60 156 Td (000 EUR) Tj ET"),
    ],
  });
}

/** A font for pdf.js in which the digit one is drawn as a nine, by a composite glyph that contains only the nine. */
function nineForOne(): Buffer {
  const bytes = readFileSync(path.resolve("node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf"));
  const tableAt = (tag: string): number => {
    for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16)
      if (bytes.toString("latin1", at, at + 4) === tag) return bytes.readUInt32BE(at + 8);
    throw new RangeError(`the font has no table ${tag}`);
  };
  const [one, nine] = [20, 28];
  const isLong = bytes.readUInt16BE(tableAt("head") + 50) === 1;
  const start = isLong
    ? bytes.readUInt32BE(tableAt("loca") + 4 * one)
    : 2 * bytes.readUInt16BE(tableAt("loca") + 2 * one);
  const glyph = tableAt("glyf") + start;
  bytes.writeInt16BE(-1, glyph);
  [0x0002, nine, 0x0000].forEach((word, index) => bytes.writeUInt16BE(word, glyph + 10 + 2 * index));
  return bytes;
}

interface Filling {
  value: string;
  /** Operators of the appearance, after the background where the field has one. */
  draw: string;
  /** Entries of the appearance that replace the usual box and resources. */
  entries?: string;
  /** Replaces the background. */
  under?: string;
  /** Additional entries of the field. */
  more?: (target: Target) => Record<string, string | null>;
}

function fill(target: Target, place: Place, { value, draw, entries, under, more }: Filling): void {
  const usual = place === "Grounded" ? ground : "";
  const drawing = target.revision.addStream(entries ?? box + resources, (under ?? usual) + draw);
  target.edit(fieldNamed(target, place).object, {
    V: value.startsWith("<") ? value : `(${value})`,
    AP: `<</N ${pdfRef(drawing)}>>`,
    ...more?.(target),
  });
}

/** Compared with an honest filling with the same value, and on blank paper also by the text extracted there. */
function filling(name: string, place: Place, parts: Filling): Abuse {
  const honest: Filling = { value: parts.value, draw: written(parts.value) };
  return {
    group,
    ...appended(`${place.toLowerCase()}: ${name}`, (target) => fill(target, place, parts)),
    mayChange: [areas[place]],
    shows: {
      area: areas[place],
      text: place === "Bare" ? parts.value : null,
      alike: (bytes) => appended("", (target) => fill(target, place, honest)).apply(bytes),
    },
  };
}

const fonts = (list: string): string => `${box}/Resources<</Font<<${list}>>>>`;
const state = (entries: string): string =>
  `${box}/Resources<</Font<</Helv ${font} 0 R>>/ExtGState<</S<<${entries}>>>>>>`;

/** Appearances of the value `100`, which one stroke changes, on blank paper and on a background. */
const drawings: Readonly<Record<string, Omit<Filling, "value">>> = {
  "another text": { draw: written("900") },
  "a signed font that draws nines for ones": {
    draw: "BT /Swap 12 Tf 2 6 Td (100) Tj ET",
    entries: fonts(`/Swap ${swapped} 0 R`),
  },
  "a signed font by the name of the usual one": { draw: written("100"), entries: fonts(`/Helv ${swapped} 0 R`) },
  "a font with another encoding": { draw: "BT /Map 12 Tf 2 6 Td (100) Tj ET", entries: fonts(`/Map ${mapped} 0 R`) },
  "a font of signs": {
    draw: written("100"),
    entries: fonts("/Helv<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>"),
  },
  "a font with an encoding of its own": {
    draw: written("100"),
    entries: fonts(
      "/Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>",
    ),
  },
  "a font with widths of its own": {
    draw: written("100"),
    entries: fonts(
      "/Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 48/LastChar 49/Widths[0 0]/FontDescriptor<</Type/FontDescriptor/FontName/Helvetica/Flags 32>>>>",
    ),
  },
  "its first digit clipped away": { draw: `q 9 0 111 20 re W n ${written("100")} Q` },
  "its last digit clipped away": { draw: `q 0 0 15 20 re W n ${written("100")} Q` },
  "its upper half clipped away": { draw: `q 0 0 120 10 re W n ${written("100")} Q` },
  "its lower half clipped away": { draw: `q 0 10 120 10 re W n ${written("100")} Q` },
  "its first digit left of the box": { draw: "BT /Helv 12 Tf -7 6 Td (100) Tj ET" },
  "its last digit right of the box": { draw: "BT /Helv 12 Tf 106 6 Td (100) Tj ET" },
  "its text below the box": { draw: "BT /Helv 12 Tf 2 -7 Td (100) Tj ET" },
  "a box without its last digit": {
    draw: written("100"),
    entries: `/Type/XObject/Subtype/Form/BBox[0 0 15 20]${resources}`,
  },
  "white text": { draw: `1 g ${written("100")}` },
  "a white first digit": { draw: "BT /Helv 12 Tf 2 6 Td 1 g (1) Tj 0 g (00) Tj ET" },
  "a white last digit": { draw: "BT /Helv 12 Tf 2 6 Td (10) Tj 1 g (0) Tj ET" },
  "invisible text": { draw: "BT /Helv 12 Tf 3 Tr 2 6 Td (100) Tj ET" },
  "an invisible last digit": { draw: "BT /Helv 12 Tf 2 6 Td (10) Tj 3 Tr (0) Tj ET" },
  "tiny text": { draw: "BT /Helv 1 Tf 2 6 Td (100) Tj ET" },
  "a tiny last digit": { draw: "BT /Helv 12 Tf 2 6 Td (10) Tj /Helv 1 Tf (0) Tj ET" },
  "text pressed flat": { draw: "BT /Helv 12 Tf 3 Tz 2 6 Td (100) Tj ET" },
  "digits over each other": { draw: "BT /Helv 12 Tf -6.67 Tc 2 6 Td (100) Tj ET" },
  "digits moved back over each other": { draw: "BT /Helv 12 Tf 2 6 Td [(10) 556 (0)] TJ ET" },
  "digits in another order": { draw: "BT /Helv 12 Tf 15.34 6 Td (1) Tj -13.34 0 Td (00) Tj ET" },
  "a last digit far away": { draw: "BT /Helv 12 Tf 2 6 Td [(10) -6000 (0)] TJ ET" },
  "a raised last digit": { draw: "BT /Helv 12 Tf 2 6 Td (10) Tj 5 Ts (0) Tj ET" },
  "its last digit on the line below": { draw: "BT /Helv 8 Tf 2 12 Td (10) Tj 0 -9 Td (0) Tj ET" },
  "its text upside down": { draw: "BT /Helv 12 Tf -1 0 0 -1 30 14 Tm (100) Tj ET" },
  "its text mirrored": { draw: "BT /Helv 12 Tf -1 0 0 1 30 6 Tm (100) Tj ET" },
  "a bar over its first digit": { draw: `${written("100")} 2 4 7 12 re f` },
  "a white bar over its first digit": { draw: `${written("100")} 1 g 2 4 7 12 re f` },
  "a stroke through it": { draw: `${written("100")} 2 w 2 10 m 24 10 l S` },
  "a point between its digits": { draw: `${written("100")} 9 6 1.5 1.5 re f` },
  "no opacity": { draw: `/S gs ${written("100")}`, entries: state("/ca 0") },
  "a blend mode": { draw: `/S gs ${written("100")}`, entries: state("/BM/Difference") },
  "a layer that is hidden": {
    draw: `/OC /L BDC ${written("100")} EMC`,
    entries: `${box}/Resources<</Font<</Helv ${font} 0 R>>/Properties<</L<</Type/OCMD/P/AllOff/OCGs[]>>>>>>`,
  },
  "a matrix that moves it away": { draw: written("100"), entries: `${box}/Matrix[0 0 0 1 0 0]${resources}` },
  "a second drawing for the pointer": { draw: written("100"), more: withDrawing("R", "900") },
  "drawings by state": { draw: written("100"), more: (target) => ({ AS: "/x", ...withDrawing("N", "900")(target) }) },
  "a rich text with another content": {
    draw: written("100"),
    more: () => ({ RV: "(<body><p>900</p></body>)", Ff: "33554432" }),
  },
  "flags of a password": { draw: written("100"), more: () => ({ Ff: "8192" }) },
  "a comb of three": { draw: written("100"), more: () => ({ Ff: "16777216", MaxLen: "3" }) },
  "a background": { draw: written("100"), more: () => ({ MK: "<</BG[0 0 0]>>" }) },
};

function withDrawing(key: string, text: string) {
  return (target: Target): Record<string, string> => {
    const drawing = target.revision.addStream(box + resources, written(text));
    return {
      AP: `<</N ${pdfRef(target.revision.addStream(box + resources, written("100")))}/${key} ${pdfRef(drawing)}>>`,
    };
  };
}

/**
 * Numbers that differ only in blanks. Blanks between words are not tested, because programs kern and break words
 * differently.
 */
const blanks: readonly [value: string, drawn: string][] = [
  ["1 00", written("100")],
  ["100", written("1 00")],
  ["10 000", written("10000")],
  ["10 000", "BT /Helv 12 Tf 2 6 Td [(10) -5000 (000)] TJ ET"],
  ["10000", "BT /Helv 12 Tf 2 6 Td [(10) -900 (000)] TJ ET"],
  ["1.000", written("1 .000")],
];

/** Backgrounds other than the signed one, which hides "000 EUR" on the page behind the value. */
const grounds: Readonly<Record<string, Partial<Filling>>> = {
  "without its ground": { under: "" },
  "on half of its ground": { under: "1 g 0 0 60 20 re f 0 g " },
  "on a ground at its edge": { under: "1 g 0 0 120 4 re f 0 g " },
  "on a ground that is clipped away": { under: "q 0 0 40 20 re W n 1 g 0 0 120 20 re f Q 0 g " },
  "on a path that is not painted": { under: "1 g 0 0 120 20 re n 0 g " },
  "on a path that is only stroked": { under: "1 G 1 g 0 0 120 20 re S 0 g " },
  "on a shrunken ground": { under: "q .3 0 0 1 0 0 cm 1 g 0 0 120 20 re f Q 0 g " },
  "on a transparent ground": { under: "/S gs 1 g 0 0 120 20 re f 0 g ", entries: state("/ca 0") },
  "on a ground with a hole": { under: "1 g 0 0 120 20 re 40 2 70 16 re f* 0 g " },
  "in a box that is smaller than its ground": {
    under: "1 g 0 0 40 20 re f 0 g ",
    entries: `/Type/XObject/Subtype/Form/BBox[0 0 120 20]/Matrix[.3 0 0 1 0 0]${resources}`,
  },
  "on a black ground": { under: "0 g 0 0 120 20 re f 1 g " },
  "over its text": { under: `${written("100")} 1 g 0 0 120 20 re f `, draw: "" },
};

const emptied = filling("emptied without its ground", "Grounded", { value: "", draw: "", under: "" });

/** Drawn with other operators than the honest filling, as form programs write them. */
const honest: readonly Abuse[] = (
  [
    ["Bare", "/Tx BMC q 1 1 118 18 re W n BT /Helv 12 Tf 0 g 2 6 Td (100) Tj ET Q EMC"],
    ["Bare", "BT /Helv 12 Tf 1 0 0 1 2 6 Tm [(1) 0 (00)] TJ ET"],
    ["Grounded", "q BT /Helv 12 Tf 0 0 0 rg 2 6 Td (100) Tj ET Q"],
  ] as const
).map(([place, draw], index) => ({
  ...filling(`drawn as programs do it (${index + 1})`, place, { value: "100", draw }),
  isHonest: true,
}));

export const shownValueAbuses: readonly Abuse[] = [
  ...(Object.keys(areas) as Place[]).flatMap((place) =>
    Object.entries(drawings).map(([name, parts]) => filling(`filled with ${name}`, place, { value: "100", ...parts })),
  ),
  ...blanks.map(([value, draw], index) =>
    filling(`the value “${value}” with other blanks (${index + 1})`, "Bare", { value, draw }),
  ),
  ...Object.entries(grounds).map(([name, parts]) =>
    filling(`filled ${name}`, "Grounded", { value: "100", draw: written("100"), ...parts }),
  ),
  emptied,
  ...honest,
];

/** A form that was signed in another program. */
export async function valueForm({ stranger }: Party, references: readonly string[]): Promise<Buffer> {
  return signElsewhere(formOfValues(), "Sig1", stranger, references);
}

const [certification, signature, input] = [
  certificationFieldName(FILE_UUID),
  signatureFieldName(FILE_UUID, 1),
  inputFieldName(FILE_UUID, 1, 1),
];

/**
 * A foreign form whose field names resemble those of a preparation. A victim signed its first field in another program.
 */
export async function lookalikeForm(
  { signers: [victim], stranger }: Party,
  references: readonly string[],
): Promise<Buffer> {
  const text = `/F 4/FT/Tx/T(${input})`;
  const bytes = formPdf({
    widgets: [
      `/F 132/FT/Sig/T(${certification})/Rect[0 0 0 0]`,
      `/F 132/FT/Sig/T(${signature})/Rect[0 0 0 0]`,
      `${text}/Rect[0 0 300 400]`,
    ],
    page: `/Resources<</Font<</Helv ${font} 0 R>>>>/Contents ${OTHERS + 1} 0 R`,
    others: [
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      stream("", "BT /Helv 12 Tf 20 200 Td (Pay 100 EUR) Tj ET"),
    ],
  });
  return signElsewhere(bytes, certification, victim ?? stranger, references);
}

const painted = "1 g 0 0 300 400 re f 0 g BT /Helv 12 Tf 20 200 Td (Pay 999999 EUR) Tj ET";

const disguises: Readonly<Record<string, Record<string, string>>> = {
  "painted over the page": { V: "(Pay 999999 EUR)" },
  "painted over the page without a value": {},
};

export const lookalikeAbuses: readonly Abuse[] = Object.entries(disguises).flatMap(([name, entries]) =>
  [true, false].map((isSigned): Abuse => ({
    group: { id: "lookalike_fields", label: "permits: fields named like those of a preparation" },
    name: `the field of a signer ${name}, ${isSigned ? "and signed" : "not signed"}`,
    apply: (bytes, { signers: [, attacker], stranger }) => {
      const change = (target: Target): void => {
        const drawing = target.revision.addStream(
          `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Font<</Helv ${font} 0 R>>>>`,
          painted,
        );
        target.edit(fieldNamed(target, input).object, { ...entries, AP: `<</N ${pdfRef(drawing)}>>` });
      };
      return isSigned
        ? signElsewhere(bytes, signature, attacker ?? stranger, [], change)
        : appended("", change).apply(bytes);
    },
  })),
);

/** Certification levels under which the forms are signed: none, and one that permits filling. */
export const valueLevels: readonly (readonly [name: string, references: readonly string[]])[] = [
  ["an approval", []],
  ["certified, P=2", [docMdpReference()]],
];
