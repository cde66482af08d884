import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { codedImageFamilies } from "./families/coded-images";
import { crossReferenceFamilies } from "./families/cross-references";
import { drawingFamilies } from "./families/drawing";
import { embeddedLetterFamilies } from "./families/embedded-letters";
import { integer, pick, truths, type Draw, type Family } from "./families/family";
import type { KnownDifferenceId } from "./families/known-differences";
import { objectStreamFamilies } from "./families/object-streams";
import { oddPaintingFamilies } from "./families/odd-painting";
import { packingFamilies } from "./families/packing";
import { pageFamilies } from "./families/pages";
import { paintingFamilies } from "./families/painting";
import { sheet, stream } from "./families/raw-file";
import { revisionFamilies } from "./families/revisions";
import { stateAndLimitFamilies } from "./families/states-and-limits";
import { streamFamilies } from "./families/streams";
import { syntaxFamilies } from "./families/syntax";

const drawing = (content: string, entries = ""): string =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 120 40]/Resources<</Font<</F 5 0 R>>>>${entries}`);
const words = (amount: string): string => `BT /F 14 Tf 4 12 Td (${amount}) Tj ET 100 5 15 30 re f`;

const field = (entries: string, objects: Record<number, string> = {}, form = "", flags = 4): Buffer =>
  sheet({
    content: "20 20 30 30 re f",
    catalog: `/AcroForm<</Fields[6 0 R]/DA(/F 14 Tf 0 g)/DR<</Font<</F 5 0 R>>>>${form}>>`,
    page: "/Annots[6 0 R]",
    objects: { 6: `<</Type/Annot/Subtype/Widget/T(a)/F ${flags}/Rect[40 200 160 240]/P 3 0 R${entries}>>`, ...objects },
  });

const forms: Family = {
  id: "forms",
  name: "forms",
  isTextCompared: false,
  constructs: [
    [
      "a drawing that is not the value",
      (draw) => field(`/FT/Tx/V(${integer(draw, 100, 999)})/AP<</N 7 0 R>>`, { 7: drawing(words("999999")) }),
    ],
    [
      "a drawing to be generated again",
      (draw) =>
        field(
          `/FT/Tx/V(${integer(draw, 100, 999)})/AP<</N 7 0 R>>`,
          { 7: drawing(words("999999")) },
          "/NeedAppearances true",
        ),
    ],
    ["a value without a drawing", (draw) => field(`/FT/Tx/V(${integer(draw, 100, 999)})`)],
    ["a drawing without a value", () => field("/FT/Tx/AP<</N 7 0 R>>", { 7: drawing(words("100")) })],
    [
      "a check box whose state is missing",
      () =>
        field("/FT/Btn/V/Yes/AP<</N<</Yes 7 0 R/Off 8 0 R>>>>", {
          7: drawing("0 0 120 40 re f"),
          8: drawing("0 0 m 120 40 l S"),
        }),
    ],
    [
      "a check box whose state is not its value",
      () =>
        field("/FT/Btn/V/Off/AS/Yes/AP<</N<</Yes 7 0 R/Off 8 0 R>>>>", {
          7: drawing("0 0 120 40 re f"),
          8: drawing("0 0 m 120 40 l S"),
        }),
    ],
    [
      "a state that has no drawing",
      () =>
        field("/FT/Btn/AS/Other/AP<</N<</Yes 7 0 R/Off 8 0 R>>>>", {
          7: drawing("0 0 120 40 re f"),
          8: drawing("0 0 m 120 40 l S"),
        }),
    ],
    ["a button with a caption only", () => field("/FT/Btn/Ff 65536/MK<</CA(Pay 999999)/BG[.8]>>")],
    [
      "a field that no form lists",
      () =>
        sheet({
          content: "20 20 30 30 re f",
          page: "/Annots[6 0 R]",
          objects: {
            6: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(999999)/F 4/Rect[40 200 160 240]/AP<</N 7 0 R>>>>",
            7: drawing(words("100")),
          },
        }),
    ],
    [
      "a field on no page",
      () =>
        sheet({
          content: "20 20 30 30 re f",
          catalog: "/AcroForm<</Fields[6 0 R]>>",
          objects: {
            6: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(999999)/F 4/Rect[40 200 160 240]/AP<</N 7 0 R>>/P 3 0 R>>",
            7: drawing(words("100")),
          },
        }),
    ],
    ["a password", () => field("/FT/Tx/Ff 8192/V(secret)")],
    ["a comb", () => field("/FT/Tx/Ff 16777216/MaxLen 6/V(123456)")],
    ["a list with a choice", () => field("/FT/Ch/Opt[[(a)(100)][(b)(999999)]]/V(b)")],
    [
      "a hidden field",
      (draw) => field("/FT/Tx/V(100)/AP<</N 7 0 R>>", { 7: drawing(words("999999")) }, "", pick(draw, [2, 32, 36, 1])),
    ],
    [
      "a form of another technology",
      () =>
        field(
          "/FT/Tx/V(100)/AP<</N 7 0 R>>",
          {
            7: drawing(words("100")),
            8: stream(
              "<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><template><subform><draw><value><text>999999</text></value></draw></subform></template></xdp:xdp>",
            ),
          },
          "/XFA 8 0 R",
        ),
    ],
  ],
};

const note = (entries: string, objects: Record<number, string> = {}): Buffer =>
  sheet({
    content: "20 20 30 30 re f",
    page: "/Annots[6 0 R]",
    objects: { 6: `<</Type/Annot${entries}/Rect[40 200 160 240]>>`, ...objects },
  });
const stamped = { 7: drawing(words("999999")) };

const annotations: Family = {
  id: "annotations",
  name: "annotations",
  isTextCompared: false,
  constructs: [
    ["printed and not shown", () => note("/Subtype/Stamp/F 36/AP<</N 7 0 R>>", stamped)],
    ["shown and not printed", () => note("/Subtype/Stamp/F 0/AP<</N 7 0 R>>", stamped)],
    ["hidden", (draw) => note(`/Subtype/Stamp/F ${pick(draw, [2, 6])}/AP<</N 7 0 R>>`, stamped)],
    ["invisible when unknown", () => note("/Subtype/Unknown/F 5/AP<</N 7 0 R>>", stamped)],
    ["unknown with a drawing", () => note("/Subtype/Unknown/F 4/AP<</N 7 0 R>>", stamped)],
    ["a free text without a drawing", () => note("/Subtype/FreeText/F 4/Contents(Pay 999999)/DA(/Helv 14 Tf 0 g)")],
    ["a square without a drawing", () => note("/Subtype/Square/F 4/C[0]/IC[0]/BS<</W 4>>")],
    ["a line without a drawing", () => note("/Subtype/Line/F 4/C[0]/L[40 200 160 240]/BS<</W 8>>")],
    ["ink without a drawing", () => note("/Subtype/Ink/F 4/C[0]/InkList[[40 200 100 240 160 200]]/BS<</W 8>>")],
    [
      "a highlight without a drawing",
      () => note("/Subtype/Highlight/F 4/C[0]/QuadPoints[40 240 160 240 40 200 160 200]"),
    ],
    ["a link with a border", () => note("/Subtype/Link/F 4/C[0]/Border[0 0 6]/Dest[3 0 R/Fit]")],
    ["a stamp of a standard name without a drawing", () => note("/Subtype/Stamp/F 4/Name/Approved")],
    ["a note with an icon", () => note("/Subtype/Text/F 4/Name/Comment/Contents(999999)/Open true")],
    [
      "a drawing by state without a state",
      () => note("/Subtype/Stamp/F 4/AP<</N<</a 7 0 R/b 8 0 R>>>>", { ...stamped, 8: drawing(words("100")) }),
    ],
    [
      "a drawing by state",
      (draw) =>
        note(`/Subtype/Stamp/F 4/AS/${pick(draw, ["a", "b", "c"])}/AP<</N<</a 7 0 R/b 8 0 R>>>>`, {
          ...stamped,
          8: drawing("0 0 20 40 re f"),
        }),
    ],
    [
      "a drawing without a box",
      () => note("/Subtype/Stamp/F 4/AP<</N 7 0 R>>", { 7: stream("0 0 60 40 re f", "/Type/XObject/Subtype/Form") }),
    ],
    [
      "a rectangle the other way round",
      () =>
        sheet({
          content: "20 20 30 30 re f",
          page: "/Annots[6 0 R]",
          objects: { 6: "<</Type/Annot/Subtype/Stamp/F 4/Rect[160 240 40 200]/AP<</N 7 0 R>>>>", ...stamped },
        }),
    ],
    [
      "a drawing with a matrix",
      (draw) =>
        note("/Subtype/Stamp/F 4/AP<</N 7 0 R>>", {
          7: drawing(words("100"), `/Matrix[0 ${integer(draw, 1, 3)} -1 0 0 0]`),
        }),
    ],
    [
      "without rotation on a turned page",
      () =>
        sheet({
          content: "20 20 30 30 re f",
          page: "/Annots[6 0 R]/Rotate 90",
          objects: { 6: "<</Type/Annot/Subtype/Stamp/F 20/Rect[40 200 160 240]/AP<</N 7 0 R>>>>", ...stamped },
        }),
    ],
    ["with an opacity", () => note("/Subtype/Stamp/F 4/CA .1/AP<</N 7 0 R>>", stamped)],
    ["a popup that is open", () => note("/Subtype/Popup/F 4/Open true/Contents(Pay 999999)")],
    [
      "a printer's mark and a watermark",
      (draw) => note(`/Subtype/${pick(draw, ["Watermark", "PrinterMark", "TrapNet"])}/F 4/AP<</N 7 0 R>>`, stamped),
    ],
  ],
};

const layered = (
  settings: string,
  content: string,
  layer = "<</Type/OCG/Name(x)>>",
  more: Record<number, string> = {},
): Buffer =>
  sheet({
    content,
    catalog: `/OCProperties<</OCGs[6 0 R]/D<<${settings}>>>>`,
    resources: "/Properties<</L 6 0 R/M 7 0 R>>",
    objects: { 6: layer, 7: "<</Type/OCMD/OCGs 6 0 R>>", ...more },
  });
const inLayer = (draw: Parameters<typeof truths>[0], name = "L"): string =>
  `20 20 30 30 re f /OC /${name} BDC ${truths(draw).one} EMC`;
const usage = (kind: string, state: string): string =>
  `<</Type/OCG/Name(x)/Usage<</${kind}<</${kind}State/${state}>>>>>>`;

const layers: Family = {
  id: "layers",
  name: "layers",
  constructs: [
    ["hidden", (draw) => layered("/OFF[6 0 R]", inLayer(draw))],
    ["hidden by the base state", (draw) => layered("/BaseState/OFF", inLayer(draw))],
    ["hidden by the base state and shown", (draw) => layered("/BaseState/OFF/ON[6 0 R]", inLayer(draw))],
    ["both shown and hidden", (draw) => layered("/ON[6 0 R]/OFF[6 0 R]", inLayer(draw))],
    [
      "printed only, by usage",
      (draw) =>
        layered("/AS[<</Event/Print/Category[/Print]/OCGs[6 0 R]>>]/OFF[6 0 R]", inLayer(draw), usage("Print", "ON")),
    ],
    [
      "shown only, by usage",
      (draw) =>
        layered(
          "/AS[<</Event/Print/Category[/Print]/OCGs[6 0 R]>><</Event/View/Category[/View]/OCGs[6 0 R]>>]",
          inLayer(draw),
          usage("Print", "OFF"),
        ),
    ],
    ["usage that no event applies", (draw) => layered("", inLayer(draw), usage("View", "OFF"))],
    [
      "usage by zoom",
      (draw) =>
        layered(
          "/AS[<</Event/View/Category[/Zoom]/OCGs[6 0 R]>>]",
          inLayer(draw),
          `<</Type/OCG/Name(x)/Usage<</Zoom<</min ${integer(draw, 2, 9)}>>>>>>`,
        ),
    ],
    [
      "usage by language",
      (draw) =>
        layered(
          "/AS[<</Event/View/Category[/Language]/OCGs[6 0 R]>>]",
          inLayer(draw),
          "<</Type/OCG/Name(x)/Usage<</Language<</Lang(pt-BR)/Preferred/ON>>>>>>",
        ),
    ],
    [
      "a membership of none",
      (draw) =>
        layered("/OFF[6 0 R]", inLayer(draw, "M"), undefined, {
          7: `<</Type/OCMD/OCGs 6 0 R/P/${pick(draw, ["AllOff", "AnyOff", "AllOn", "AnyOn"])}>>`,
        }),
    ],
    [
      "a membership by expression",
      (draw) =>
        layered("/OFF[6 0 R]", inLayer(draw, "M"), undefined, {
          7: "<</Type/OCMD/OCGs 6 0 R/P/AllOn/VE[/Not 6 0 R]>>",
        }),
    ],
    [
      "a membership without layers",
      (draw) => layered("", inLayer(draw, "M"), undefined, { 7: "<</Type/OCMD/OCGs[]/P/AllOn>>" }),
    ],
    [
      "an intent for designers",
      (draw) => layered("/OFF[6 0 R]/Intent/Design", inLayer(draw), "<</Type/OCG/Name(x)/Intent/Design>>"),
    ],
    [
      "a layer that no list names",
      (draw) =>
        sheet({
          content: inLayer(draw),
          resources: "/Properties<</L 6 0 R>>",
          catalog: "/OCProperties<</OCGs[]/D<</OFF[6 0 R]>>>>",
          objects: { 6: "<</Type/OCG/Name(x)>>" },
        }),
    ],
    ["a layer that is not in the resources", (draw) => layered("/OFF[6 0 R]", inLayer(draw, "Missing"))],
    [
      "a drawing in a hidden layer",
      (draw) =>
        sheet({
          content: "20 20 30 30 re f /X Do",
          resources: "/XObject<</X 7 0 R>>",
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
          objects: {
            6: "<</Type/OCG/Name(x)>>",
            7: stream(
              truths(draw).one,
              "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/OC 6 0 R/Resources<</Font<</F 5 0 R>>>>",
            ),
          },
        }),
    ],
    [
      "an annotation in a hidden layer",
      () =>
        sheet({
          content: "20 20 30 30 re f",
          page: "/Annots[7 0 R]",
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
          objects: {
            6: "<</Type/OCG/Name(x)>>",
            7: "<</Type/Annot/Subtype/Stamp/F 4/OC 6 0 R/Rect[40 200 160 240]/AP<</N 8 0 R>>>>",
            8: drawing(words("999999")),
          },
        }),
    ],
    [
      "marked content that is not closed",
      (draw) => layered("/OFF[6 0 R]", `20 20 30 30 re f /OC /L BDC q Q ${truths(draw).one}`),
    ],
    [
      "a second configuration",
      (draw) =>
        sheet({
          content: inLayer(draw),
          resources: "/Properties<</L 6 0 R>>",
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</ON[6 0 R]>>/Configs[<</OFF[6 0 R]>>]>>",
          objects: { 6: "<</Type/OCG/Name(x)>>" },
        }),
    ],
  ],
};

const interactiveFamilies: readonly Family[] = [forms, annotations, layers];

/** qpdf's version of a file of two pages. qpdf exits with 3 when there are only warnings. */
function rewritten(draw: Draw, options: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "differential-qpdf-"));
  try {
    const { one, two } = truths(draw);
    const [from, to] = [path.join(folder, "in.pdf"), path.join(folder, "out.pdf")];
    writeFileSync(
      from,
      sheet({
        content: one,
        objects: {
          2: "<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2>>",
          6: stream(two),
          7: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>",
        },
      }),
    );
    execFileSync("qpdf", ["--static-id", "--static-aes-iv", "--compress-streams=n", ...options, from, to], {
      stdio: "ignore",
    });
    return readFileSync(to, "latin1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const linear = (draw: Draw): string => rewritten(draw, ["--linearize"]);
const asBytes = (text: string): Buffer => Buffer.from(text, "latin1");

const linearized: Family = {
  id: "linearized_files",
  name: "linearized files",
  constructs: [
    ["sound", (draw) => asBytes(linear(draw))],
    ["of another length", (draw) => asBytes(linear(draw).replace(/\/L \d/, `/L ${integer(draw, 1, 8)}`))],
    [
      "with another first page",
      (draw) =>
        asBytes(
          linear(draw).replace(
            /\/O (\d+)/,
            (_, num: string) => `/O ${String(integer(draw, 1, 9)).padStart(num.length, "0")}`,
          ),
        ),
    ],
    ["with another count of pages", (draw) => asBytes(linear(draw).replace(/\/N 2/, `/N ${integer(draw, 1, 9)}`))],
    ["with bytes behind the end", (draw) => asBytes(`${linear(draw)}${"\n% more".repeat(integer(draw, 1, 20))}\n`)],
    [
      "whose first section gives another place for an object",
      (draw) => {
        const text = linear(draw);
        const at = text.indexOf(" 00000 n", text.indexOf("xref\n"));
        return asBytes(`${text.slice(0, at - 1)}${integer(draw, 1, 9)}${text.slice(at)}`);
      },
    ],
    [
      "with a later revision",
      (draw) => {
        const text = linear(draw);
        const startXref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? "0";
        const num = /\/Contents (\d+) 0 R/.exec(text)?.[1] ?? "4";
        const size = /\/Size (\d+)/.exec(text)?.[1] ?? "9";
        const root = /\/Root (\d+ 0 R)/.exec(text)?.[1] ?? "1 0 R";
        const at = text.length;
        const body = `${num} 0 obj\n${stream("BT /F 18 Tf 40 300 Td (Pay EUR 999999) Tj ET")}\nendobj\n`;
        return asBytes(
          `${text}${body}xref\n${num} 1\n${String(at).padStart(10, "0")} 00000 n \ntrailer\n<</Size ${size}/Root ${root}/Prev ${startXref}>>\nstartxref\n${at + body.length}\n%%EOF\n`,
        );
      },
    ],
  ],
};

const ciphers: readonly (readonly string[])[] = [
  ["40", "--"],
  ["128", "--use-aes=n", "--"],
  ["128", "--use-aes=y", "--"],
  ["256", "--"],
];
const locked = (draw: Draw, user = "", more: readonly string[] = []): string => {
  const [bits = "256", ...rest] = pick(draw, ciphers);
  return rewritten(draw, [
    "--allow-weak-crypto",
    "--encrypt",
    user,
    "owner",
    bits,
    ...(bits === "40" ? [] : more),
    ...rest,
  ]);
};

const encryption: Family = {
  id: "encryption",
  name: "encryption",
  constructs: [
    ["with an empty password", (draw) => asBytes(locked(draw))],
    ["with a password", (draw) => asBytes(locked(draw, "secret"))],
    [
      "with metadata in clear",
      (draw) =>
        asBytes(rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--cleartext-metadata", "--"])),
    ],
    [
      "with /Encrypt of null behind it",
      (draw) => asBytes(locked(draw).replace(/\/Encrypt (\d+) 0 R/, (whole) => `${whole}/Encrypt null`)),
    ],
    [
      "with an /Encrypt that is missing",
      (draw) =>
        asBytes(
          locked(draw).replace(/\/Encrypt (\d+) 0 R/, (_, num: string) => `/Encrypt ${"9".repeat(num.length)} 0 R`),
        ),
    ],
    [
      "with a content that names the identity filter",
      (draw) =>
        asBytes(
          rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--"]).replace(
            /\/StmF \/StdCF/,
            "/StmF /Identity",
          ),
        ),
    ],
    [
      "with strings in clear",
      (draw) =>
        asBytes(
          rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--"]).replace(
            /\/StrF \/StdCF/,
            "/StrF /Identity",
          ),
        ),
    ],
    ["with an unknown handler", (draw) => asBytes(locked(draw).replace("/Filter /Standard", "/Filter /Standerd"))],
    ["with an unknown version", (draw) => asBytes(locked(draw).replace(/\/V (\d)/, `/V ${integer(draw, 6, 9)}`))],
  ],
};

const packedFamilies: readonly Family[] = [linearized, encryption];

const cmap = (pairs: string): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${pairs} endcmap CMapName currentdict /CMap defineresource pop end end`,
  );
const helvetica = (entries: string): string => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>`;
const text = (draw: Parameters<typeof integer>[0]): string =>
  `BT /F 24 Tf 40 300 Td (Pay ${integer(draw, 100, 999)}) Tj ET`;

const remapped: Family = {
  id: "remapped_glyphs",
  name: "remapped glyphs",
  constructs: [
    [
      "a meaning for digits that are others",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/ToUnicode 6 0 R"),
          objects: { 6: cmap("1 beginbfrange <30> <39> <0035> endbfrange") },
        }),
    ],
    [
      "glyphs for digits that are others",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            "/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[48/nine/eight/seven/six/five/four/three/two/one/zero]>>",
          ),
        }),
    ],
    [
      "other glyphs with the old meaning",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            "/Encoding<</Differences[48/nine/eight/seven/six/five/four/three/two/one/zero]>>/ToUnicode 6 0 R",
          ),
          objects: { 6: cmap("1 beginbfrange <20> <7e> <0020> endbfrange") },
        }),
    ],
    [
      "a meaning that is broken",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/ToUnicode 6 0 R"),
          objects: { 6: stream("garbage <30> <39> beginbfrange <30> endbfrange") },
        }),
    ],
    ["a meaning by name", (draw) => sheet({ content: text(draw), font: helvetica("/ToUnicode/Identity-H") })],
    [
      "another text for the marked content",
      (draw) => sheet({ content: `/Span<</ActualText(Pay 999999)>>BDC ${text(draw)} EMC` }),
    ],
    [
      "an unknown encoding",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(`/Encoding/${pick(draw, ["Unknown", "Identity-H", "StandardEncoding", "PDFDocEncoding"])}`),
        }),
    ],
    [
      "unknown glyph names",
      (draw) =>
        sheet({ content: text(draw), font: helvetica("/Encoding<</Differences[49/g49/uni0039/u1F600/cid123]>>") }),
    ],
  ],
};

const fonts: Family = {
  id: "fonts_that_are_not_embedded",
  name: "fonts that are not embedded",
  constructs: [
    [
      "a face that is not installed",
      (draw) =>
        sheet({
          content: text(draw),
          font: `<</Type/Font/Subtype/TrueType/BaseFont/NobodyHasThis/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${new Array(95).fill(integer(draw, 300, 900)).join(" ")}]>>`,
        }),
    ],
    [
      "widths that are not the face's",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            `/FirstChar 32/LastChar 126/Widths[${new Array(95).fill(integer(draw, 800, 1400)).join(" ")}]`,
          ),
        }),
    ],
    [
      "a face of symbols by another name",
      (draw) =>
        sheet({
          content: text(draw),
          font: `<</Type/Font/Subtype/TrueType/BaseFont/${pick(draw, ["Wingdings", "Webdings", "Symbol", "ZapfDingbats"])}>>`,
        }),
    ],
    ["no base font", (draw) => sheet({ content: text(draw), font: "<</Type/Font/Subtype/Type1>>" })],
    ["no subtype", (draw) => sheet({ content: text(draw), font: "<</Type/Font/BaseFont/Helvetica>>" })],
    ["a font that is missing", (draw) => sheet({ content: text(draw), font: "null" }), "missing_font"],
    [
      "a font file that is broken",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/FontDescriptor 6 0 R").replace("Helvetica", "ABCDEF+Mine"),
          objects: {
            6: "<</Type/FontDescriptor/FontName/ABCDEF+Mine/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
            7: stream("garbage"),
          },
        }),
    ],
    [
      "a composite font that is not embedded",
      (draw) =>
        sheet({
          content: `BT /F 24 Tf 40 300 Td <0030003100${integer(draw, 32, 39)}> Tj ET`,
          font: "<</Type/Font/Subtype/Type0/BaseFont/Nobody/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Nobody/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>",
        }),
    ],
    [
      "scaled and spaced",
      (draw) =>
        sheet({
          content: `BT /F 12 Tf ${pick(draw, ["50 Tz", "-100 Tz", "0 Tz", "20 Tc", "5 Ts", "400 Tz"])} 120 300 Td (Pay 100) Tj ET 20 20 30 30 re f`,
        }),
    ],
    ["a negative size", () => sheet({ content: "BT /F -24 Tf 200 300 Td (Pay 100) Tj ET" })],
    ["a size of zero", (draw) => sheet({ content: `BT /F 0 Tf 40 300 Td (Pay 999999) Tj ET ${truths(draw).one}` })],
  ],
};

const covered: Family = {
  id: "covered_and_unseen_text",
  name: "covered and unseen text",
  constructs: [
    [
      "covered by white",
      (draw) => sheet({ content: `${truths(draw).two} 1 g 0 80 300 300 re f 0 g ${truths(draw).one}` }),
    ],
    ["white on white", (draw) => sheet({ content: `1 g ${truths(draw).two} 0 g ${truths(draw).one}` })],
    [
      "off the page",
      (draw) =>
        sheet({
          content: `${truths(draw).one} BT /F 18 Tf 40 ${pick(draw, ["-200", "900"])} Td (and 999999 more) Tj ET`,
        }),
    ],
    [
      "outside the crop box",
      (draw) =>
        sheet({
          content: `${truths(draw).one} BT /F 18 Tf 40 20 Td (and 999999 more) Tj ET`,
          page: "/CropBox[0 60 300 400]",
        }),
    ],
    ["tiny", (draw) => sheet({ content: `${truths(draw).one} BT /F .1 Tf 40 60 Td (and 999999 more) Tj ET` })],
    ["clipped away", (draw) => sheet({ content: `q 0 0 1 1 re W n ${truths(draw).two} Q ${truths(draw).one}` })],
    [
      "transparent",
      (draw) =>
        sheet({
          content: `/G gs ${truths(draw).two} /H gs ${truths(draw).one}`,
          resources: "/ExtGState<</G<</ca 0>>/H<</ca 1>>>>",
        }),
    ],
    [
      "covered by an annotation",
      (draw) =>
        sheet({
          content: truths(draw).one,
          page: "/Annots[6 0 R]",
          objects: {
            6: "<</Type/Annot/Subtype/Stamp/F 4/Rect[20 180 280 380]/AP<</N 7 0 R>>>>",
            7: stream("1 g 0 0 100 100 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 100]"),
          },
        }),
    ],
  ],
};

const fontFamilies: readonly Family[] = [remapped, fonts, covered];

export const families: readonly Family[] = [
  ...crossReferenceFamilies,
  ...revisionFamilies,
  ...streamFamilies,
  ...syntaxFamilies,
  ...pageFamilies,
  ...paintingFamilies,
  ...fontFamilies,
  ...interactiveFamilies,
  ...packedFamilies,
  ...drawingFamilies,
  ...objectStreamFamilies,
  ...codedImageFamilies,
  ...embeddedLetterFamilies,
  ...packingFamilies,
  ...oddPaintingFamilies,
  ...stateAndLimitFamilies,
];

export interface GeneratedFile {
  /** Restricts a run to this file: `--only=`. */
  id: string;
  family: Family;
  /** Its label. */
  construct: string;
  /** The difference that programs are known to show. */
  known: KnownDifferenceId | null;
  isTextCompared: boolean;
  bytes: Buffer;
}

const fewestOfAFamily = 12;

/**
 * At least twelve files of every family, with each construct at least once and freshly drawn values. The same seed
 * gives the same files. Only those with a wanted id are made.
 */
export function* generate(seed: number, isWanted: (id: string) => boolean = () => true): Generator<GeneratedFile> {
  for (const [place, family] of families.entries()) {
    const { constructs, isTextCompared = true } = family;
    const count = Math.max(fewestOfAFamily, constructs.length);
    for (let index = 0; index < count; index += 1) {
      const id = `${family.id}:${index}`;
      if (!isWanted(id)) continue;
      const [construct, make, known = null] = constructs[index % constructs.length] ?? ["", () => Buffer.alloc(0)];
      const [draw] = fc.sample(fc.gen(), { seed: seed + place * 1000 + index, numRuns: 1 });
      if (draw) yield { id, family, construct, known, isTextCompared, bytes: make(draw) };
    }
  }
}
