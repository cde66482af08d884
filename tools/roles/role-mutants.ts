import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IngestOutcome, PdfEngine } from "@/lib/engine/engine";
import { missing, NotApplicable, Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";
import { seeded } from "@/lib/pdf/testing/seeded";
import type { Group, Mutant, PlannedMutant } from "./judge-mutant";
import { formFlows, ownFlows, signSubject, type Flow, type Party } from "./sign-subject";
import { numberObjects, resolveNames, subjectObjects, type Grafts } from "./subject";

export interface MutantSource {
  engine: PdfEngine;
  party: Party;
  folder: string;
  seed: number;
}

/** How the change is disguised: not at all, or with additions that the second role would permit. */
type Disguise = "plain" | "structure_element" | "validation_data";
const disguises: readonly Disguise[] = ["plain", "structure_element", "validation_data"];

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
      const disguise = isTagged ? pick(disguises) : pick(disguises.filter((one) => one !== "structure_element"));
      const isBetween = flow.kind !== "stranger" && flow.signers > 1 && random() < 0.4;
      const plan: RolePlan = { victim, second, flow, isTagged, disguise, isBetween };
      const id = `role:${victim}:${second.id}`;
      const name = `${victim} is ${second.name} as well and is changed ${isBetween ? "before the last signature" : "after all signatures"} (${disguise}; ${flow.name}${isTagged ? ", tagged" : ""})`;
      return {
        id,
        group: groupOf(second),
        name,
        construction: id,
        make: () => makeRoleMutant(source, plan, { id, name }),
      };
    }),
  );
}

function groupOf({ id, name }: SecondRole): Group {
  return { id: `role_${id}`, label: `role: ${name}` };
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
  return { id, group: groupOf(second), name, honest, mutated };
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
  const revision = disguise === "structure_element" ? target.revision : new Revision(document);
  const forged = [...forgedObjects].map(([name, body]) => ({ number: revision.reserve(), name, body }));
  forged.forEach(({ name, number: added }) => names.set(name, added));
  const rewritten = resolveNames(rewrite(present), names);
  forged.forEach(({ number: added, body }) => revision.replace(added, 0, resolveNames(body, names)));
  const body = disguise === "structure_element" ? asStructureElement(rewritten, target) : rewritten;
  revision.replace(number, object.gen, body);
  const catalog = document.catalog();
  if (disguise === "validation_data" && !catalog.value.entries.has("DSS")) {
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
function asStructureElement(body: string, target: Target): string {
  if (target.fields.length === 0) {
    missing("a form");
  }
  const widget = target.addField("/FT/Sig/T(Disguise)/F 132/Rect[0 0 0 0]");
  const reference = `<</Type/OBJR/Obj ${pdfRef(widget)}>>`;
  if (body.startsWith("[")) {
    const element = target.revision.add(`<</Type/StructElem/S/Form/P ${pdfRef(target.page.num)}/K ${reference}>>`);
    return body.replace(/\]\s*$/, ` ${pdfRef(element)}]`);
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
  id: string;
  name: string;
  needs: "nothing" | "form" | "tags";
  /** `object` is a reference in PDF syntax. */
  graft(object: string): Grafts;
}

function role(
  id: string,
  name: string,
  graft: (object: string) => Grafts,
  needs: SecondRole["needs"] = "nothing",
): SecondRole {
  return { id, name, needs, graft };
}

const inCatalog = (id: string, name: string, entry: (object: string) => string): SecondRole =>
  role(id, name, (object) => ({ catalog: entry(object) }));
const inForm = (id: string, name: string, entry: (object: string) => string): SecondRole =>
  role(id, name, (object) => ({ form: entry(object) }), "form");
const inWaiting = (id: string, name: string, entry: (object: string) => string): SecondRole =>
  role(id, name, (object) => ({ signatureField: entry(object) }), "form");
const inText = (id: string, name: string, entry: (object: string) => string): SecondRole =>
  role(id, name, (object) => ({ textField: entry(object) }), "form");
const inTags = (id: string, name: string, entry: (object: string) => string): SecondRole =>
  role(id, name, (object) => ({ structure: entry(object) }), "tags");

/** The places of each permission rule, followed by places that readers ignore. */
const secondRoles: readonly SecondRole[] = [
  role("nothing_else", "nothing else", () => ({})),
  inCatalog("security_store", "the security store", (v) => `/DSS ${v}`),
  inCatalog("list_of_security_store", "a list of the security store", (v) => `/DSS<</Certs ${v}>>`),
  inCatalog("certificate_of_security_store", "a certificate of the security store", (v) => `/DSS<</Certs[${v}]>>`),
  inCatalog(
    "revocation_list_of_security_store",
    "a revocation list of the security store",
    (v) => `/DSS<</CRLs[${v}]>>`,
  ),
  inCatalog("ocsp_answer_of_security_store", "an OCSP answer of the security store", (v) => `/DSS<</OCSPs[${v}]>>`),
  inCatalog("unknown_entry_of_security_store", "an unknown entry of the security store", (v) => `/DSS<</Extra ${v}>>`),
  inCatalog("entries_by_signature", "the entries by signature", (v) => `/DSS<</VRI ${v}>>`),
  inCatalog("entry_by_signature", "an entry by signature", (v) => `/DSS<</VRI<</AAAA ${v}>>>>`),
  inCatalog(
    "list_in_entry_by_signature",
    "a list in an entry by signature",
    (v) => `/DSS<</VRI<</AAAA<</Cert ${v}>>>>>>`,
  ),
  inCatalog(
    "time_stamp_of_entry_by_signature",
    "the time stamp of an entry by signature",
    (v) => `/DSS<</VRI<</AAAA<</TS ${v}>>>>>>`,
  ),
  inCatalog("metadata", "the metadata", (v) => `/Metadata ${v}`),
  inCatalog("extensions", "the extensions", (v) => `/Extensions ${v}`),
  inCatalog("extension", "an extension", (v) => `/Extensions<</ADBE ${v}>>`),
  inCatalog("usage_rights", "the usage rights", (v) => `/Perms<</UR3 ${v}>>`),
  inCatalog("permissions", "the permissions", (v) => `/Perms ${v}`),
  inCatalog("form", "the form", (v) => `/AcroForm ${v}`),
  inCatalog("unknown_entry", "an unknown entry", (v) => `/Unknown ${v}`),
  inCatalog("names", "the names", (v) => `/Names ${v}`),
  inCatalog(
    "output_intent",
    "an output intent",
    (v) => `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(x)/DestOutputProfile ${v}>>]`,
  ),
  inCatalog(
    "attached_file",
    "a file that is attached",
    (v) => `/Names<</EmbeddedFiles<</Names[(a.txt)<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F ${v}>>>>]>>>>`,
  ),
  inCatalog("names_of_attached_files", "the names of attached files", (v) => `/Names<</EmbeddedFiles ${v}>>`),
  inCatalog(
    "associated_file",
    "an associated file",
    (v) => `/AF[<</Type/Filespec/F(a.txt)/AFRelationship/Data/EF<</F ${v}>>>>]`,
  ),
  inCatalog("outline", "the outline", (v) => `/Outlines ${v}`),
  inCatalog(
    "outline_first_item",
    "an outline's first item",
    (v) => `/Outlines<</Type/Outlines/Count 1/First ${v}/Last ${v}>>`,
  ),
  inCatalog("page_labels", "the page labels", (v) => `/PageLabels ${v}`),
  inCatalog("page_label", "a page's label", (v) => `/PageLabels<</Nums[0 ${v}]>>`),
  inCatalog("named_destination", "a named destination", (v) => `/Names<</Dests<</Names[(here)${v}]>>>>`),
  inCatalog("named_destinations", "the named destinations", (v) => `/Dests ${v}`),
  inCatalog("viewer_preferences", "the viewer's preferences", (v) => `/ViewerPreferences ${v}`),
  inCatalog("threads", "the threads", (v) => `/Threads ${v}`),
  inCatalog("private_data_of_document", "the private data of the document", (v) => `/PieceInfo<</X<</Private ${v}>>>>`),
  role("information", "the information", (v) => ({ trailer: `/Info ${v}` })),
  role("member_of_information", "a member of the information", (v) => ({ trailer: `/Info<</Custom ${v}>>` })),
  role("unknown_trailer_entry", "an unknown trailer entry", (v) => ({ trailer: `/Unknown ${v}` })),
  role("page_private_data", "a page's private data", (v) => ({ page: `/PieceInfo<</X<</Private ${v}>>>>` })),
  role("page_thumbnail", "a page's thumbnail", (v) => ({ page: `/Thumb ${v}` })),
  role("page_metadata", "a page's metadata", (v) => ({ page: `/Metadata ${v}` })),
  role("image_metadata", "an image's metadata", (v) => ({ image: `/Metadata ${v}` })),
  inForm("form_resources", "the form's resources", (v) => `/DR ${v}`),
  inForm("form_fonts", "the form's fonts", (v) => `/DR<</Font ${v}>>`),
  inForm("font_of_form", "a font of the form", (v) => `/DR<</Font<</Helv @Helvetica/X ${v}>>>>`),
  inForm("form_encodings", "the form's encodings", (v) => `/DR<</Encoding ${v}>>`),
  inForm("form_signature_frame", "the form's signature frame", (v) => `/DR<</XObject<</FRM ${v}>>>>`),
  inForm("form_drawings", "the form's drawings", (v) => `/DR<</XObject ${v}>>`),
  inForm("form_field_list", "the form's field list", (v) => `/Fields ${v}`),
  inForm("unknown_entry_of_form", "an unknown entry of the form", (v) => `/Unknown ${v}`),
  inWaiting("waiting_field_appearances", "a waiting field's appearances", (v) => `/AP ${v}`),
  inWaiting("waiting_field_appearance", "a waiting field's appearance", (v) => `/AP<</N ${v}>>`),
  inWaiting("waiting_field_value", "a waiting field's value", (v) => `/V ${v}`),
  inWaiting("waiting_field_frame", "a waiting field's frame", (v) => `/MK ${v}`),
  inWaiting("waiting_field_seed_value", "a waiting field's seed value", (v) => `/SV ${v}`),
  inText("text_field_appearances", "a text field's appearances", (v) => `/AP ${v}`),
  inText("text_field_appearance", "a text field's appearance", (v) => `/AP<</N ${v}>>`),
  inText("text_field_pressed_appearance", "a text field's pressed appearance", (v) => `/AP<</N @TextDrawing/D ${v}>>`),
  inText("text_field_modification_date", "a text field's modification date", (v) => `/M ${v}`),
  inText("text_field_appearance_state", "a text field's appearance state", (v) => `/AS ${v}`),
  inTags("parent_tree_other_entry", "the parent tree's other entry", (v) => `/IDTree ${v}`),
  inTags("words_of_structure_language", "the words of the structure's language", (v) => `/Namespaces ${v}`),
  role("element_attributes", "an element's attributes", (v) => ({ element: `/A ${v}` }), "tags"),
  inTags("role_map", "the role map", (v) => `/RoleMap ${v}`),
  role("element_kid", "an element's kid", (v) => ({ element: `/C ${v}` }), "tags"),
  inTags("class_map", "the class map", (v) => `/ClassMap ${v}`),
];
