import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IngestOutcome, PdfEngine } from "@/lib/engine/engine";
import { missing, NotApplicable, Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";
import { seeded } from "@/lib/pdf/testing/seeded";
import type { Mutant, PlannedMutant } from "./judge-mutant";
import { formFlows, ownFlows, signSubject, type Flow, type Party } from "./sign-subject";
import { numberObjects, resolveNames, subjectObjects, type Grafts } from "./subject";

export interface MutantSource {
  engine: PdfEngine;
  party: Party;
  folder: string;
  seed: number;
}

/** How the change is disguised: not at all, or with additions that the second role would permit. */
type Disguise = "plain" | "structure element" | "validation data";
const disguises: readonly Disguise[] = ["plain", "structure element", "validation data"];

/** One mutant for every object of the subject and every second role. The seed determines flow, moment and disguise. */
export function planRoleMutants(source: MutantSource): PlannedMutant[] {
  const random = seeded(source.seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] ?? (items[0] as T);
  return Object.keys(rewrites).flatMap((victim) =>
    secondRoles.map((second) => {
      const flow = pick(
        second.needs === "form" ? formFlows : [...ownFlows, ...(second.needs === "tags" ? [] : formFlows)],
      );
      const isTagged = second.needs === "tags" || random() < 0.3;
      const disguise = isTagged ? pick(disguises) : pick(disguises.filter((one) => one !== "structure element"));
      const isBetween = flow.kind !== "stranger" && flow.signers > 1 && random() < 0.4;
      const plan: RolePlan = { victim, second, flow, isTagged, disguise, isBetween };
      const id = `role:${victim}:${second.name}`;
      const name = `${victim} is ${second.name} as well and is changed ${isBetween ? "before the last signature" : "after all signatures"} (${disguise}; ${flow.name}${isTagged ? ", tagged" : ""})`;
      return { id, group: `role: ${second.name}`, name, make: () => makeRoleMutant(source, plan, { id, name }) };
    }),
  );
}

interface RolePlan {
  victim: string;
  second: SecondRole;
  flow: Flow;
  isTagged: boolean;
  disguise: Disguise;
  isBetween: boolean;
}

async function makeRoleMutant(
  source: MutantSource,
  plan: RolePlan,
  { id, name }: { id: string; name: string },
): Promise<Mutant> {
  const { victim, second, flow, isTagged, isBetween } = plan;
  const grafts = second.graft(`@${victim}`);
  const hasForm = flow.kind !== "own";
  const { trailer = "/Info @Information" } = grafts;
  const objects = subjectObjects({ isTagged, hasForm, grafts });
  const { bytes, numbers } = numberObjects(
    objects,
    trailer.includes("/Info") ? trailer : `/Info @Information${trailer}`,
  );
  const takeIn = (upload: Buffer): Promise<Buffer> => ingestFile(source, upload);
  const attack = (signed: Buffer): Buffer => rewriteVictim(signed, plan, numbers);
  const honest = await signSubject(bytes, flow, source.party, { takeIn });
  const mutated = isBetween
    ? await signSubject(bytes, flow, source.party, { takeIn, between: attack })
    : attack(honest);
  return { id, group: `role: ${second.name}`, name, honest, mutated };
}

let uploads = 0;

/** The upload as the product would store it. Throws PdfError if it is refused. */
export async function ingestFile(
  { engine, folder }: Pick<MutantSource, "engine" | "folder">,
  upload: Buffer,
): Promise<Buffer> {
  uploads += 1;
  const file = path.join(folder, `upload-${uploads}.pdf`);
  await writeFile(file, upload);
  const outcome: IngestOutcome = await engine.ingest(file, upload.length);
  const base = outcome.baseReplaced === null ? upload : await readFile(outcome.baseReplaced);
  await Promise.all(
    [file, ...(outcome.baseReplaced === null ? [] : [outcome.baseReplaced])].map((used) => rm(used, { force: true })),
  );
  return outcome.tail === null ? base : Buffer.concat([base, outcome.tail]);
}

/** Appends the revision that changes the victim's content. */
function rewriteVictim(signed: Buffer, { victim, disguise }: RolePlan, numbers: ReadonlyMap<string, number>): Buffer {
  const document = PdfDocument.open(fromBuffer(signed));
  const number = numbers.get(victim) ?? 0;
  const object = document.load(number);
  const rewrite = rewrites[victim];
  if (object === null || !rewrite) {
    throw new NotApplicable("the object was not kept by the upload");
  }
  const present = object.bytes.toString("latin1", object.value.start, object.value.end);
  const names = new Map(numbers);
  const target = new Target(signed);
  const revision = disguise === "structure element" ? target.revision : new Revision(document);
  const forged = [...forgedObjects].map(([name, body]) => ({ number: revision.reserve(), name, body }));
  forged.forEach(({ name, number: added }) => names.set(name, added));
  const rewritten = resolveNames(rewrite(present), names);
  forged.forEach(({ number: added, body }) => revision.replace(added, 0, resolveNames(body, names)));
  const body = disguise === "structure element" ? asStructureField(rewritten, target) : rewritten;
  revision.replace(number, object.gen, body);
  const catalog = document.catalog();
  if (disguise === "validation data" && !catalog.value.entries.has("DSS")) {
    const certificate = revision.addStream("", "a certificate");
    revision.replace(
      catalog.num,
      catalog.gen,
      editDict(catalog, { DSS: `<</Type/DSS/Certs[${pdfRef(certificate)}]>>` }),
    );
  }
  return Buffer.concat([signed, revision.build()]);
}

/** The new body claims to be the structure element of a new signature field's widget, or lists an element that does. */
function asStructureField(body: string, target: Target): string {
  if (target.fields.length === 0) {
    missing("a form");
  }
  const widget = target.addField("/FT/Sig/T(Disguise)/F 132/Rect[0 0 0 0]");
  const reference = `<</Type/OBJR/Obj ${pdfRef(widget)}>>`;
  if (body.startsWith("[")) {
    const field = target.revision.add(`<</Type/StructElem/S/Form/P ${pdfRef(target.page.num)}/K ${reference}>>`);
    return body.replace(/\]\s*$/, ` ${pdfRef(field)}]`);
  }
  return body.startsWith("<<") ? body.replace("<<", `<</S/Form/P ${pdfRef(target.page.num)}/K ${reference}`) : body;
}

/** Objects that rewritten ones may refer to; they are added with the change. */
const forgedObjects: ReadonlyMap<string, string> = new Map([
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
 * For each object of the subject a new body with a visible difference, derived from its current text. Invisible objects
 * (catalog's metadata, structure) are excluded, because changing only them has no visible effect.
 */
const rewrites: Readonly<Record<string, Rewrite>> = {
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

/**
 * A second reference to an object in the signed file, from a place that later revisions may change or that no rule
 * checks.
 */
interface SecondRole {
  name: string;
  needs: "nothing" | "form" | "tags";
  /** `object` is a reference in PDF syntax. */
  graft(object: string): Grafts;
}

function role(name: string, graft: (object: string) => Grafts, needs: SecondRole["needs"] = "nothing"): SecondRole {
  return { name, needs, graft };
}

const inCatalog = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ catalog: entry(object) }));
const inForm = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ form: entry(object) }), "form");
const inWaiting = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ signatureField: entry(object) }), "form");
const inText = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ textField: entry(object) }), "form");
const inTags = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ structure: entry(object) }), "tags");

/** The places of each permission rule, followed by places that readers ignore. */
const secondRoles: readonly SecondRole[] = [
  role("nothing else", () => ({})),
  inCatalog("the security store", (v) => `/DSS ${v}`),
  inCatalog("a list of the security store", (v) => `/DSS<</Certs ${v}>>`),
  inCatalog("a certificate of the security store", (v) => `/DSS<</Certs[${v}]>>`),
  inCatalog("a revocation list of the security store", (v) => `/DSS<</CRLs[${v}]>>`),
  inCatalog("an OCSP answer of the security store", (v) => `/DSS<</OCSPs[${v}]>>`),
  inCatalog("an unknown entry of the security store", (v) => `/DSS<</Extra ${v}>>`),
  inCatalog("the entries by signature", (v) => `/DSS<</VRI ${v}>>`),
  inCatalog("an entry by signature", (v) => `/DSS<</VRI<</AAAA ${v}>>>>`),
  inCatalog("a list in an entry by signature", (v) => `/DSS<</VRI<</AAAA<</Cert ${v}>>>>>>`),
  inCatalog("the time stamp of an entry by signature", (v) => `/DSS<</VRI<</AAAA<</TS ${v}>>>>>>`),
  inCatalog("the metadata", (v) => `/Metadata ${v}`),
  inCatalog("the extensions", (v) => `/Extensions ${v}`),
  inCatalog("an extension", (v) => `/Extensions<</ADBE ${v}>>`),
  inCatalog("the usage rights", (v) => `/Perms<</UR3 ${v}>>`),
  inCatalog("the permissions", (v) => `/Perms ${v}`),
  inCatalog("the form", (v) => `/AcroForm ${v}`),
  inCatalog("an entry that no standard knows", (v) => `/Unknown ${v}`),
  inCatalog("the names", (v) => `/Names ${v}`),
  inCatalog(
    "an output intent",
    (v) => `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(x)/DestOutputProfile ${v}>>]`,
  ),
  inCatalog(
    "a file that is attached",
    (v) => `/Names<</EmbeddedFiles<</Names[(a.txt)<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F ${v}>>>>]>>>>`,
  ),
  inCatalog("the names of attached files", (v) => `/Names<</EmbeddedFiles ${v}>>`),
  inCatalog("an associated file", (v) => `/AF[<</Type/Filespec/F(a.txt)/AFRelationship/Data/EF<</F ${v}>>>>]`),
  inCatalog("the outline", (v) => `/Outlines ${v}`),
  inCatalog("an outline's first item", (v) => `/Outlines<</Type/Outlines/Count 1/First ${v}/Last ${v}>>`),
  inCatalog("the page labels", (v) => `/PageLabels ${v}`),
  inCatalog("a page's label", (v) => `/PageLabels<</Nums[0 ${v}]>>`),
  inCatalog("a named destination", (v) => `/Names<</Dests<</Names[(here)${v}]>>>>`),
  inCatalog("the named destinations", (v) => `/Dests ${v}`),
  inCatalog("the viewer's preferences", (v) => `/ViewerPreferences ${v}`),
  inCatalog("the threads", (v) => `/Threads ${v}`),
  inCatalog("the private data of the document", (v) => `/PieceInfo<</X<</Private ${v}>>>>`),
  role("the information", (v) => ({ trailer: `/Info ${v}` })),
  role("a member of the information", (v) => ({ trailer: `/Info<</Custom ${v}>>` })),
  role("a trailer entry that no standard knows", (v) => ({ trailer: `/Unknown ${v}` })),
  role("a page's private data", (v) => ({ page: `/PieceInfo<</X<</Private ${v}>>>>` })),
  role("a page's thumbnail", (v) => ({ page: `/Thumb ${v}` })),
  role("a page's metadata", (v) => ({ page: `/Metadata ${v}` })),
  role("an image's metadata", (v) => ({ image: `/Metadata ${v}` })),
  inForm("the form's resources", (v) => `/DR ${v}`),
  inForm("the form's fonts", (v) => `/DR<</Font ${v}>>`),
  inForm("a font of the form", (v) => `/DR<</Font<</Helv @Helvetica/X ${v}>>>>`),
  inForm("the form's encodings", (v) => `/DR<</Encoding ${v}>>`),
  inForm("the form's signature frame", (v) => `/DR<</XObject<</FRM ${v}>>>>`),
  inForm("the form's drawings", (v) => `/DR<</XObject ${v}>>`),
  inForm("the form's field list", (v) => `/Fields ${v}`),
  inForm("an entry of the form that no standard knows", (v) => `/Unknown ${v}`),
  inWaiting("a waiting field's appearances", (v) => `/AP ${v}`),
  inWaiting("a waiting field's appearance", (v) => `/AP<</N ${v}>>`),
  inWaiting("a waiting field's value", (v) => `/V ${v}`),
  inWaiting("a waiting field's frame", (v) => `/MK ${v}`),
  inWaiting("a waiting field's seed value", (v) => `/SV ${v}`),
  inText("a text field's appearances", (v) => `/AP ${v}`),
  inText("a text field's appearance", (v) => `/AP<</N ${v}>>`),
  inText("a text field's pressed appearance", (v) => `/AP<</N @TextDrawing/D ${v}>>`),
  inText("a text field's modification date", (v) => `/M ${v}`),
  inText("a text field's appearance state", (v) => `/AS ${v}`),
  inTags("the parent tree's other entry", (v) => `/IDTree ${v}`),
  inTags("the words of the structure's language", (v) => `/Namespaces ${v}`),
  role("an element's attributes", (v) => ({ element: `/A ${v}` }), "tags"),
  inTags("the role map", (v) => `/RoleMap ${v}`),
  role("an element's kid", (v) => ({ element: `/C ${v}` }), "tags"),
  inTags("the class map", (v) => `/ClassMap ${v}`),
];
