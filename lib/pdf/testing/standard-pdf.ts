import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface StandardSpec {
  /** Part of ISO 19005; null for a file that is not PDF/A. */
  part: 1 | 2 | 3 | null;
  isUa?: boolean;
  /** With a structure tree; PDF/UA files always have one. */
  isTagged?: boolean;
  /** Colour space of the output intent's profile; null for none. */
  intent: "rgb" | "cmyk" | "gray" | null;
  lang?: string;
  /** A text field and a check box with appearances, and their structure elements. */
  hasForm?: boolean;
}

/** Object numbers, for tests that change these objects; those of the form only exist with `hasForm`. */
export const standardObjects = {
  catalog: 1,
  page: 3,
  structureRoot: 7,
  textField: 12,
  checkBox: 13,
  textElement: 14,
  form: 18,
};

const require = createRequire(import.meta.url);
const PAGE = "3 0 R";

/** A small conforming file without fonts, so that only the colour profile must be embedded. */
export function standardPdf(spec: StandardSpec): Buffer {
  const isTagged = spec.isTagged === true || spec.isUa === true;
  const tagged = isTagged
    ? `/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R/Lang(${spec.lang ?? "en"})/ViewerPreferences<</DisplayDocTitle true>>`
    : "";
  const intents =
    spec.intent === null
      ? ""
      : "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(Custom)/Info(Custom)/DestOutputProfile 6 0 R>>]";
  const form = spec.hasForm === true ? "/AcroForm 18 0 R" : "";
  const annots = spec.hasForm === true ? "/Annots[12 0 R 13 0 R]/Tabs/S" : "";
  return writeObjects(spec.part === 1 ? "1.4" : "1.7", [
    `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${intents}${tagged}${form}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${CALIBRATED}>>/Contents 4 0 R${isTagged ? "/StructParents 0" : ""}${annots}>>`,
    streamOf("", pageContent(isTagged)),
    streamOf("/Type/Metadata/Subtype/XML", xmpOf(spec)),
    spec.intent === null ? "null" : streamOf(`/N ${COMPONENTS[spec.intent]}`, profileOf(spec.intent)),
    ...(isTagged ? structure(spec.hasForm === true) : ["null", "null", "null", "null"]),
    "<</Title(A conforming file)/CreationDate(D:20260101000000Z)/ModDate(D:20260101000000Z)>>",
    ...(spec.hasForm === true ? formObjects(isTagged) : []),
  ]);
}

const CALIBRATED = "/ColorSpace<</C[/CalRGB<</WhitePoint[0.9505 1 1.089]>>]>>";
const COMPONENTS = { gray: 1, rgb: 3, cmyk: 4 } as const;

function pageContent(isTagged: boolean): string {
  const drawing = "/C cs 0.9 0.95 0.8 sc 40 560 300 220 re f 0.2 0.2 0.6 sc 60 600 60 20 re f";
  return isTagged ? `/Figure<</MCID 0>>BDC ${drawing} EMC` : drawing;
}

function structure(hasForm: boolean): string[] {
  const kids = hasForm ? "[9 0 R 14 0 R 15 0 R]" : "9 0 R";
  const parents = hasForm ? "0 [9 0 R] 1 14 0 R 2 15 0 R" : "0 [9 0 R]";
  return [
    `<</Type/StructTreeRoot/K 8 0 R/ParentTree 10 0 R/ParentTreeNextKey ${hasForm ? 3 : 1}>>`,
    `<</Type/StructElem/S/Document/P 7 0 R/K ${kids}>>`,
    `<</Type/StructElem/S/Figure/P 8 0 R/Alt(A coloured box)/Pg ${PAGE}/K 0>>`,
    `<</Nums[${parents}]>>`,
  ];
}

/** Objects 12 to 18. */
function formObjects(isTagged: boolean): string[] {
  const parent = (key: number, words: string) => (isTagged ? `/StructParent ${key}/TU(${words})` : "");
  const element = (widget: number) =>
    `<</Type/StructElem/S/Form/P 8 0 R/Pg ${PAGE}/K<</Type/OBJR/Pg ${PAGE}/Obj ${widget} 0 R>>>>`;
  const look = streamOf(
    `/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<<${CALIBRATED}>>`,
    "/C cs 0.3 0.3 0.3 sc 2 2 40 10 re f",
  );
  return [
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/F 4/Rect[60 700 150 720]/P ${PAGE}/AP<</N 16 0 R>>${parent(1, "Your name")}>>`,
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(agreed)/V/Yes/AS/Yes/F 4/Rect[60 660 80 680]/P ${PAGE}/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>${parent(2, "I agree")}>>`,
    ...(isTagged ? [element(12), element(13)] : ["null", "null"]),
    look,
    streamOf("/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<<>>", ""),
    "<</Fields[12 0 R 13 0 R]>>",
  ];
}

function xmpOf({ part, isUa }: StandardSpec): string {
  const pdfa = part === null ? "" : `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
  const ua = isUa === true ? "<pdfuaid:part>1</pdfuaid:part>" : "";
  return [
    '<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    `${pdfa}${ua}<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A conforming file</rdf:li></rdf:Alt></dc:title>`,
    "<xmp:CreateDate>2026-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2026-01-01T00:00:00Z</xmp:ModifyDate>",
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join("");
}

/** Profiles from installed packages for RGB and CMYK; the smallest valid ICC.1 profile for grey. */
function profileOf(intent: "rgb" | "cmyk" | "gray"): string {
  if (intent === "gray") {
    return grayProfile();
  }
  const [entry, file] =
    intent === "rgb"
      ? ["pdfkit", "data/sRGB_IEC61966_2_1.icc"]
      : ["pdfjs-dist/package.json", "iccs/CGATS001Compat-v2-micro.icc"];
  const folder = path.dirname(require.resolve(entry));
  return readFileSync(path.join(folder, file)).toString("latin1");
}

/** A monitor of gamma 2.2 under D50 (ICC.1:2001-04, 6.3.3): description, copyright, white point and curve. */
function grayProfile(): string {
  const words = (text: string) =>
    Buffer.concat([Buffer.from("text\0\0\0\0", "latin1"), Buffer.from(`${text}\0`, "latin1")]);
  const description = Buffer.concat([Buffer.from("desc\0\0\0\0\0\0\0\x05Gray\0", "latin1"), Buffer.alloc(78)]);
  const white = Buffer.from("58595a20000000000000f6d6000100000000d32d", "hex");
  const curve = Buffer.from("637572760000000000000001" + "0233", "hex");
  const tags: [string, Buffer][] = [
    ["desc", description],
    ["cprt", words("None")],
    ["wtpt", white],
    ["kTRC", curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let offset = 128 + table.length;
  const data = tags.map(([name, bytes], index) => {
    table.write(name, 4 + index * 12, "latin1");
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(bytes.length, 12 + index * 12);
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    offset += padded.length;
    return padded;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.write("\0\0\0\0\x02\x10\0\0mntrGRAYXYZ ", 4, "latin1");
  header.write("acsp", 36, "latin1");
  Buffer.from("0000f6d6000100000000d32d", "hex").copy(header, 68);
  return Buffer.concat([header, table, ...data]).toString("latin1");
}

function streamOf(entries: string, content: string): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

function writeObjects(version: string, objects: readonly string[]): Buffer {
  let file = `%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`;
  const rows = objects.map((body, index) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R/Info 11 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>`;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}${trailer}\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
