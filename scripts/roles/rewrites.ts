import { stream } from "@/lib/pdf/testing/hand-written-pdf";

/** Objects that rewritten ones may name; they are added with the change. */
export const forgedObjects: ReadonlyMap<string, string> = new Map([
  ["Forged", stream("", "0 g 10 80 280 310 re f")],
  ["ForgedPage", "<</Type/Page/Parent @Pages/MediaBox[0 0 300 400]/Contents @Forged>>"],
  ["ForgedFont", "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>"],
  ["ForgedForm", stream("/Type/XObject/Subtype/Form/BBox[-300 -400 300 400]", "-300 -400 600 800 re f")],
]);

type Rewrite = (text: string) => string;
const to =
  (body: string): Rewrite =>
  () =>
    body;
const form = (entries: string, content: string) => stream(`/Type/XObject/Subtype/Form${entries}`, content);

/**
 * For each object of the subject a new body that shows something else, made of its present text. Those that show nothing
 * (catalog's metadata, structure) are not here: a change of theirs alone is never visible.
 */
export const rewrites: Readonly<Record<string, Rewrite>> = {
  Pages: to("<</Type/Pages/Kids[@ForgedPage]/Count 1/MediaBox[0 0 300 400]>>"),
  Kids: to("[@ForgedPage @PageTwo]"),
  MediaBox: to("[0 0 150 200]"),
  PageOne: (text) => text.replace(/\/Contents\s*\d+ 0 R/, "/Contents @Forged"),
  PageTwo: (text) => text.replace(/\/Contents\s*\d+ 0 R/, "/Contents @Forged"),
  Rotate: to("180"),
  Contents: (text) => text.replace(/\]\s*$/, " @Forged]"),
  ContentOne: to(stream("", "0 g 10 80 280 310 re f")),
  Length: to("40"),
  ContentMore: to(stream("", "0 g 10 80 280 310 re f")),
  ContentTwo: to(stream("", "0 g 10 80 280 310 re f")),
  Filter: to("/RunLengthDecode"),
  Resources: to("<</Font<</F @ForgedFont>>>>"),
  Fonts: to("<</F @ForgedFont/T @ForgedFont>>"),
  Font: to("<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>"),
  Encoding: to("<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[49/nine/nine/nine 65/Z 97/z/z/z/z/z/z]>>"),
  Widths: to(`[${new Array(95).fill(1200).join(" ")}]`),
  TypeThree: (text) => text.replace(/\/FontMatrix\s*\d+ 0 R/, "/FontMatrix[.003 0 0 .003 0 0]"),
  FontMatrix: to("[.003 0 0 .003 0 0]"),
  Procedures: to("<<>>"),
  Glyph: to(stream("", "900 0 0 0 1000 1000 d1 0 0 100 100 re f")),
  XObjects: to("<</Im @ForgedForm/Fm @ForgedForm>>"),
  Image: to(stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "\xf0")),
  ImageMask: to(
    stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "\x00"),
  ),
  Decode: to("[1 0]"),
  FormDrawing: to(form("/BBox[-300 -400 300 400]", "-300 -400 600 800 re f")),
  BBox: to("[0 0 20 20]"),
  Matrix: to("[1 0 0 1 20 150]"),
  FormResources: to("<</Font<</F @ForgedFont>>>>"),
  States: to("<</G<</Type/ExtGState/ca 0>>>>"),
  State: to("<</Type/ExtGState/ca 0>>"),
  MaskGroup: to(form("/BBox[0 0 300 400]/Group<</S/Transparency/CS/DeviceGray>>", "0 g 0 0 300 400 re f")),
  Spaces: to("<</Cs/DeviceGray/Ix/DeviceGray>>"),
  Separation: to("[/Separation/Ink/DeviceGray<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]"),
  Tint: to("<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>"),
  Indexed: to("[/Indexed/DeviceRGB 1<000000FFFFFF>]"),
  Lookup: to(stream("", "\xff\xff\xff\xff\xff\xff")),
  Patterns: to("<<>>"),
  Pattern: to(
    stream(
      "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>",
      "0 0 10 10 re f",
    ),
  ),
  Shadings: to("<<>>"),
  Shading: to(
    "<</ShadingType 2/ColorSpace/DeviceGray/Coords[100 180 160 180]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>/Extend[true true]>>",
  ),
  ShadingFunction: to("<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>"),
  Properties: to("<</Layer<</Type/OCMD/OCGs @Layer/P/AllOff>>>>"),
  Layer: to("<</Type/OCMD/OCGs @Layer/P/AllOff>>"),
  Layers: to("<</OCGs[@Layer]/D<</OFF[@Layer]>>>>"),
  LayerSettings: to("<</OFF[@Layer]>>"),
  HiddenLayers: to("[@Layer]"),
  Annotations: to("[]"),
  Square: (text) => text.replace(/\/Rect\s*\d+ 0 R/, "/Rect[20 100 280 380]"),
  SquareRect: to("[20 100 280 380]"),
  SquareAppearances: to("<</N @ForgedForm>>"),
  SquareDrawing: to(form("/BBox[0 0 80 50]", "0 0 80 50 re f")),
};
