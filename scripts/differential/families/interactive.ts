import { integer, pick, truths, type Family } from "../family";
import { sheet, stream } from "../raw-file";

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
  name: "forms",
  isTextCompared: false,
  constructs: [
    [
      "a drawing that is not the value",
      (draw) => field(`/FT/Tx/V(${integer(draw, 100, 999)})/AP<</N 7 0 R>>`, { 7: drawing(words("999999")) }),
    ],
    [
      "a drawing to be made anew",
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

export const interactiveFamilies: readonly Family[] = [forms, annotations, layers];
