import { packedPdfOf, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

/**
 * Entries that a graft adds to objects of the subject before anyone signs; each is written into its object unchanged.
 */
export interface Grafts {
  catalog?: string;
  form?: string;
  page?: string;
  image?: string;
  signatureField?: string;
  textField?: string;
  structure?: string;
  element?: string;
  widgetAnnotation?: string;
  trailer?: string;
}

interface SubjectOptions {
  isTagged: boolean;
  hasForm: boolean;
  grafts: Grafts;
}

const firstContent = [
  "0.8 0.2 0.2 rg 20 100 60 40 re f 0 g",
  "BT /F 14 Tf 20 370 Td (Pay EUR 100 to Ada) Tj ET",
  "BT /T 20 Tf 20 335 Td (ab) Tj ET",
  "q 60 0 0 60 20 250 cm /Im Do Q",
  "/Fm Do",
  "q /Pattern cs /P scn 100 250 60 60 re f Q",
  "q /Cs cs 1 scn 180 250 40 60 re f Q",
  "q /Ix cs 1 scn 225 250 40 60 re f Q",
  "q /G gs 0 0 1 rg 20 180 60 50 re f Q",
  "q 100 180 60 50 re W n /Sh sh Q",
  "/OC /Layer BDC 180 180 60 50 re f EMC",
].join("\n");

/** A page with every kind of page content, each in a separate object, so that each can be given a second role. */
const drawn: [string, string][] = [
  ["Pages", "<</Type/Pages/Kids @Kids/Count @Count/MediaBox @MediaBox/Resources @Resources>>"],
  ["Kids", "[@PageOne @PageTwo]"],
  ["Count", "2"],
  ["MediaBox", "[0 0 300 400]"],
  ["PageTwo", "<</Type/Page/Parent @Pages/Rotate @Rotate/Contents @ContentTwo>>"],
  ["Rotate", "0"],
  ["Contents", "[@ContentOne @ContentMore]"],
  ["ContentOne", `<</Length @Length>>\nstream\n${firstContent}\nendstream`],
  ["Length", String(firstContent.length)],
  ["ContentMore", stream("", "BT /F 12 Tf 120 120 Td (second stream) Tj ET")],
  [
    "ContentTwo",
    stream(
      "/Filter @Filter",
      `${Buffer.from("BT /F 14 Tf 20 370 Td (Page two) Tj ET 20 300 100 30 re f").toString("hex")}>`,
    ),
  ],
  ["Filter", "/ASCIIHexDecode"],
  [
    "Resources",
    "<</Font @Fonts/XObject @XObjects/ExtGState @States/ColorSpace @Spaces/Pattern @Patterns/Shading @Shadings/Properties @Properties>>",
  ],
  ["Fonts", "<</F @Font/T @TypeThree>>"],
  [
    "Font",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding @Encoding/FirstChar 32/LastChar 126/Widths @Widths>>",
  ],
  ["Encoding", "<</Type/Encoding/BaseEncoding/WinAnsiEncoding>>"],
  ["Widths", `[${new Array(95).fill(560).join(" ")}]`],
  [
    "TypeThree",
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix @FontMatrix/CharProcs @Procedures/Encoding<</Type/Encoding/Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[1000 1000]/Resources<<>>>>",
  ],
  ["FontMatrix", "[.001 0 0 .001 0 0]"],
  ["Procedures", "<</a @Glyph/b @Glyph>>"],
  ["Glyph", stream("", "900 0 0 0 800 800 d1 0 0 800 400 re f")],
  ["XObjects", "<</Im @Image/Fm @FormDrawing>>"],
  [
    "FormDrawing",
    stream(
      "/Type/XObject/Subtype/Form/BBox @BBox/Matrix @Matrix/Resources @FormResources",
      "0 0 80 20 re f BT /F 10 Tf 0 30 Td (in a form) Tj ET",
    ),
  ],
  ["BBox", "[0 0 90 50]"],
  ["Matrix", "[1 0 0 1 100 330]"],
  ["FormResources", "<</Font @Fonts>>"],
  ["States", "<</G @State>>"],
  ["State", "<</Type/ExtGState/ca .6/SMask<</Type/Mask/S/Luminosity/G @MaskGroup>>>>"],
  [
    "MaskGroup",
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency/CS/DeviceGray>>",
      "1 g 0 0 300 400 re f",
    ),
  ],
  ["Spaces", "<</Cs @Separation/Ix @Indexed>>"],
  ["Separation", "[/Separation/Ink/DeviceGray @Tint]"],
  ["Tint", "<</FunctionType 2/Domain[0 1]/C0[1]/C1[.3]/N 1>>"],
  ["Indexed", "[/Indexed/DeviceRGB 1 @Lookup]"],
  ["Lookup", stream("", "\x00\x00\x00\x20\x80\x20")],
  ["Patterns", "<</P @Pattern>>"],
  [
    "Pattern",
    stream(
      "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>",
      "0 0 5 5 re f",
    ),
  ],
  ["Shadings", "<</Sh @Shading>>"],
  [
    "Shading",
    "<</ShadingType 2/ColorSpace/DeviceGray/Coords[100 180 160 180]/Function @ShadingFunction/Extend[true true]>>",
  ],
  ["ShadingFunction", "<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>"],
  ["Properties", "<</Layer @Layer>>"],
  ["Layer", "<</Type/OCG/Name(Layer)>>"],
  ["Layers", "<</OCGs @LayerList/D @LayerSettings>>"],
  ["LayerList", "[@Layer]"],
  ["LayerSettings", "<</ON @LayerList/OFF @HiddenLayers/Order @LayerList>>"],
  ["HiddenLayers", "[]"],
  ["Square", "<</Type/Annot/Subtype/Square/F 4/Rect @SquareRect/AP @SquareAppearances/P @PageOne>>"],
  ["SquareRect", "[200 90 280 140]"],
  ["SquareAppearances", "<</N @SquareDrawing>>"],
  ["SquareDrawing", stream("/Type/XObject/Subtype/Form/BBox[0 0 80 50]", "2 w 5 5 70 40 re S")],
  ["Metadata", "<</Type/Metadata/Subtype/XML/Length 12>>\nstream\n<x:xmpmeta/>\nendstream"],
  ["Information", "<</Title(A contract)>>"],
];

const form: [string, string][] = [
  ["Helvetica", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
  [
    "ButtonDrawing",
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 60 20]/Resources<</Font<</Helv @Helvetica>>>>",
      "0.8 g 0 0 60 20 re f 0 g BT /Helv 10 Tf 5 5 Td (100 EUR) Tj ET",
    ),
  ],
  [
    "TextDrawing",
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</Helv @Helvetica>>>>",
      "/Tx BMC BT /Helv 10 Tf 2 5 Td (100 EUR) Tj ET EMC",
    ),
  ],
  ["Checked", stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "2 2 16 16 re f")],
  ["Unchecked", stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "1 w 2 2 16 16 re S")],
  [
    "ButtonField",
    "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(Button)/F 4/Rect[200 150 260 170]/P @PageOne/AP<</N @ButtonDrawing>>>>",
  ],
  [
    "CheckField",
    "<</Type/Annot/Subtype/Widget/FT/Btn/T(Check)/F 4/Rect[270 150 290 170]/P @PageOne/V/Off/AS/Off/AP<</N<</Yes @Checked/Off @Unchecked>>>>>>",
  ],
  [
    "BareField",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(Bare)/F 4/Rect[200 350 290 370]/P @PageOne/V(bare words)/DA(/Helv 12 Tf 0 g)>>",
  ],
  [
    "LateField",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(Late font)/F 4/Rect[200 290 290 310]/P @PageOne/V(100 EUR)/DA(/Late 12 Tf 0 g)>>",
  ],
  [
    "ReadOnlyField",
    "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 1/T(Fixed)/F 4/Rect[200 320 290 340]/P @PageOne/V(100 EUR)/DA(/Helv 12 Tf 0 g)/AP<</N @FixedDrawing>>>>",
  ],
  [
    "FixedDrawing",
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</Helv @Helvetica>>>>",
      "BT /Helv 10 Tf 2 5 Td (fixed 100) Tj ET",
    ),
  ],
];

const fieldNames = [
  "SignedField",
  "WaitingField",
  "TextField",
  "ButtonField",
  "CheckField",
  "BareField",
  "LateField",
  "ReadOnlyField",
];

const structure: [string, string][] = [
  ["StructureKids", "[@Element @OtherElement]"],
  ["Element", "<</Type/StructElem/S/P/P @Structure/Pg @PageOne/K 0{element}>>"],
  ["OtherElement", "<</Type/StructElem/S/P/P @Structure/Pg @PageTwo/K[]>>"],
  ["ParentTree", "<</Nums[0 @ParentArray]>>"],
  ["ParentArray", "[@Element]"],
];

/** The subject's objects with the grafts applied. Object names are those of `rewrites`. */
export function subjectObjects({ isTagged, hasForm, grafts }: SubjectOptions): NamedObjects {
  const fields = hasForm ? fieldNames.map((name) => `@${name}`).join(" ") : "";
  const annotations = `[@Square${fields === "" ? "" : ` ${fields}`}]`;
  const tags = isTagged ? "/StructTreeRoot @Structure/MarkInfo<</Marked true>>/Lang(en)" : "";
  return new Map([
    [
      "Catalog",
      `<</Type/Catalog/Pages @Pages/OCProperties @Layers${unlessGrafted("Metadata", grafts.catalog)}${hasForm ? unlessGrafted("AcroForm", grafts.catalog, "Form") : ""}${tags}${grafts.catalog ?? ""}>>`,
    ],
    [
      "PageOne",
      `<</Type/Page/Parent @Pages/Contents @Contents/Annots @Annotations${isTagged ? "/StructParents 0" : ""}${grafts.page ?? ""}>>`,
    ],
    ["Annotations", annotations],
    ...drawn,
    [
      "Image",
      stream(
        `/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/SMask @ImageMask/Decode @Decode${grafts.image ?? ""}`,
        "\x20\x80\x80\x20",
      ),
    ],
    [
      "ImageMask",
      stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "\xff"),
    ],
    ["Decode", "[0 1]"],
    ...(hasForm ? formObjects(fields, grafts) : []),
    ...(isTagged
      ? [
          [
            "Structure",
            `<</Type/StructTreeRoot/K @StructureKids/ParentTree @ParentTree/ParentTreeNextKey 1${grafts.structure ?? ""}>>`,
          ] as const,
        ]
      : []),
    ...(isTagged
      ? structure.map(([name, body]): [string, string] => [name, body.replace("{element}", grafts.element ?? "")])
      : []),
  ]);
}

function formObjects(fields: string, grafts: Grafts): [string, string][] {
  const resources = grafts.form?.includes("/DR") === true ? "" : "/DR<</Font<</Helv @Helvetica>>>>";
  const appearance = grafts.textField?.includes("/AP") === true ? "" : "/AP<</N @TextDrawing>>";
  const list = unlessGrafted("Fields", grafts.form, "FieldList");
  return [
    ["Form", `<<${list}/SigFlags 3/DA(/Helv 0 Tf 0 g)${resources}${grafts.form ?? ""}>>`],
    ["FieldList", `[${fields}]`],
    ["SignedField", "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/P @PageOne>>"],
    [
      "WaitingField",
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Waiting)/F 4/Rect[200 30 290 70]/P @PageOne${grafts.signatureField ?? ""}>>`,
    ],
    [
      "TextField",
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/F 4/Rect[120 150 190 170]/P @PageOne/V(100 EUR)/DA(/Helv 10 Tf 0 g)${appearance}${grafts.textField ?? ""}>>`,
    ],
    ...form,
  ];
}

/** An entry that a graft may supply itself. */
function unlessGrafted(key: string, graft = "", name = key): string {
  return graft.includes(`/${key} `) ? "" : `/${key} @${name}`;
}

/** Bodies of objects by name. A body refers to another object as `@Name`. The first is the catalog. */
type NamedObjects = ReadonlyMap<string, string>;

/** A PDF of named objects, with their object numbers. */
interface NumberedFile {
  bytes: Buffer;
  numbers: ReadonlyMap<string, number>;
}

/**
 * Numbers the objects in order, in an object stream with `isPacked`. `trailer` may refer to objects too. Throws
 * RangeError for an unknown name.
 */
export function numberObjects(objects: NamedObjects, trailer = "", isPacked = false): NumberedFile {
  const numbers = new Map([...objects.keys()].map((name, index) => [name, index + 1]));
  const bodies = [...objects.values()].map((body) => resolveNames(body, numbers));
  return { bytes: (isPacked ? packedPdfOf : pdfOf)(bodies, resolveNames(trailer, numbers)), numbers };
}

/** Replaces `@Name` by a reference. */
export function resolveNames(body: string, numbers: ReadonlyMap<string, number>): string {
  return body.replace(/@([A-Z]\w*)/g, (_, name: string) => {
    const number = numbers.get(name);
    if (number === undefined) {
      throw new RangeError(`no object is named ${name}`);
    }
    return `${number} 0 R`;
  });
}
