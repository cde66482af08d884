import { limitComplaints, writtenComplaints } from "./pdfa-judge-bytes";
import { colourComplaints, type Case } from "./pdfa-judge-colour";
import {
  asDict,
  asList,
  contentOf,
  dictOf,
  isStream,
  listOf,
  objectsOf,
  resolve,
  textIn,
  typeOf,
  type Dict,
  type Json,
  type Objects,
} from "./qpdf-objects";

/*
 * The rules of ISO 19005-1, -2 and -3 that our additions to a file could break, checked on the file as read by qpdf.
 * Whole files are checked, including the parts by other writers.
 */

const HIDDEN_FLAGS = { Invisible: 1, Hidden: 2, NoView: 32 };
const TOGGLE_NO_VIEW = 256;
const PRINT = 4;
/** PDF Reference 1.4, table 8.16, without the types that ISO 19005-1, 6.5.2 excludes. */
const TYPES_OF_PART_1 = new Set([
  "Text",
  "Link",
  "FreeText",
  "Line",
  "Square",
  "Circle",
  "Highlight",
  "Underline",
  "Squiggly",
  "StrikeOut",
  "Stamp",
  "Ink",
  "Popup",
  "Widget",
  "PrinterMark",
  "TrapNet",
]);
const FORBIDDEN_LATER = new Set(["3D", "Sound", "Screen", "Movie"]);

/** PDF/A violations in a file that claims conformance, each with its clause; empty for a conforming one. */
export function pdfaComplaints(pdf: Buffer): string[] {
  const judged = readCase(pdf);
  return [
    ...fileComplaints(judged),
    ...writtenComplaints(pdf),
    ...limitComplaints(judged),
    ...annotationComplaints(judged),
    ...formComplaints(judged),
    ...colourComplaints(judged),
    ...transparencyComplaints(judged),
    ...signatureComplaints(judged, pdf),
  ];
}

function readCase(pdf: Buffer): Case {
  const objects = objectsOf(pdf);
  const catalog = catalogOf(objects);
  const part = /<pdfaid:part>(\d)</.exec(contentOf(resolve(objects, catalog["/Metadata"])))?.[1];
  if (part === undefined) {
    throw new Error("the file claims no part of ISO 19005");
  }
  const intent = listOf(objects, catalog["/OutputIntents"])
    .map((item) => dictOf(objects, item))
    .find((item) => item["/S"] === "/GTS_PDFA1");
  const components = dictOf(objects, intent?.["/DestOutputProfile"])["/N"];
  return {
    objects,
    part: Number(part),
    intent: components === 1 ? "gray" : components === 3 ? "rgb" : components === 4 ? "cmyk" : null,
  };
}

export function catalogOf(objects: Objects): Dict {
  return dictOf(objects, dictOf(objects, "trailer")["/Root"]);
}

function fileComplaints({ objects, part }: Case): string[] {
  const trailer = dictOf(objects, "trailer");
  const catalog = catalogOf(objects);
  const values = [...objects.values()];
  const dicts = values.map((value) => (isStream(value) ? asDict(asDict(value).dict) : asDict(value)));
  const streams = values.filter(isStream).map((value) => asDict(asDict(value).dict));
  const filters = streams.flatMap((dict) => (Array.isArray(dict["/Filter"]) ? dict["/Filter"] : [dict["/Filter"]]));
  return [
    ...complainIf(asList(trailer["/ID"]).length !== 2, "6.1.3: no /ID"),
    ...complainIf(trailer["/Encrypt"] !== undefined, "6.1.3: encrypted"),
    ...complainIf(
      part === 1 && values.some((value) => ["/XRef", "/ObjStm"].includes(typeOf(value) ?? "")),
      "19005-1 6.1.4: cross-reference or object streams",
    ),
    ...complainIf(
      streams.some((dict) => "/F" in dict || "/FFilter" in dict || "/FDecodeParms" in dict),
      "6.1.7: a stream in another file",
    ),
    ...complainIf(filters.includes("/LZWDecode"), "6.1.10: LZW"),
    ...complainIf(filters.includes("/Crypt"), "6.1.7.2: Crypt filter"),
    ...complainIf(
      part < 3 && dicts.some((dict) => typeOf(dict) === "/Filespec" && "/EF" in dict),
      "6.1.11: an embedded file",
    ),
    ...complainIf("/AA" in catalog, "6.6.2: additional actions of the document"),
    ...complainIf(
      dicts.some(
        (dict) =>
          ["/JavaScript", "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData"].includes(textIn(dict["/S"])) &&
          !("/P" in dict),
      ),
      "6.6.1: a forbidden action",
    ),
    ...permissionComplaints(objects, catalog, part),
  ];
}

/** ISO 19005-2, 6.1.12. */
function permissionComplaints(objects: Objects, catalog: Dict, part: number): string[] {
  const permissions = dictOf(objects, catalog["/Perms"]);
  const references = listOf(objects, dictOf(objects, permissions["/DocMDP"])["/Reference"]).map((item) =>
    dictOf(objects, item),
  );
  return [
    ...complainIf(
      part > 1 && Object.keys(permissions).some((key) => !["/DocMDP", "/UR3"].includes(key)),
      "19005-2 6.1.12: /Perms",
    ),
    ...complainIf(
      references.some((item) => ["/DigestLocation", "/DigestMethod", "/DigestValue"].some((key) => key in item)),
      "19005-2 6.1.12: a digest in the reference of DocMDP",
    ),
  ];
}

interface Annotation {
  key: string;
  dict: Dict;
}

export function annotationsOf(objects: Objects): Annotation[] {
  const pages = [...objects.values()].filter((value) => typeOf(value) === "/Page").map(asDict);
  return pages.flatMap((page) =>
    listOf(objects, page["/Annots"]).map((item) => ({
      key: typeof item === "string" ? item : "direct",
      dict: dictOf(objects, item),
    })),
  );
}

function annotationComplaints({ objects, part }: Case): string[] {
  return annotationsOf(objects).flatMap(({ key, dict }) => {
    const type = textIn(dict["/Subtype"]).slice(1);
    const flags = Number(dict["/F"] ?? 0);
    const isKnown = part === 1 ? TYPES_OF_PART_1.has(type) : !FORBIDDEN_LATER.has(type);
    const hiding = Object.entries({ ...HIDDEN_FLAGS, ...(part > 1 ? { ToggleNoView: TOGGLE_NO_VIEW } : {}) }).filter(
      ([, bit]) => (flags & bit) !== 0,
    );
    const needsFlags = part === 1 || type !== "Popup";
    return [
      ...complainIf(!isKnown, `6.5.2/6.3.1 ${key}: annotation of type ${type}`),
      ...complainIf(part === 1 && dict["/CA"] !== undefined && Number(dict["/CA"]) !== 1, `19005-1 6.5.3 ${key}: /CA`),
      ...complainIf(needsFlags && (flags & PRINT) === 0, `6.5.3/6.3.2 ${key}: not printed`),
      ...hiding.map(([name]) => `6.5.3/6.3.2 ${key}: ${name}`),
      ...complainIf(type === "Widget" && ("/A" in dict || "/AA" in dict), `6.6.2/6.4.1 ${key}: an action`),
      ...appearanceComplaints(objects, { key, dict }, part),
    ];
  });
}

/** ISO 19005-1, 6.5.3 and 6.9; ISO 19005-2, 6.3.3. Part 1 has no exception for zero-size widgets. */
function appearanceComplaints(objects: Objects, { key, dict }: Annotation, part: number): string[] {
  const isWidget = dict["/Subtype"] === "/Widget";
  const [x0, y0, x1, y1] = listOf(objects, dict["/Rect"]).map(Number);
  const isExempt =
    part === 1 ? !isWidget : (x0 === x1 && y0 === y1) || ["/Popup", "/Link"].includes(textIn(dict["/Subtype"]));
  if (dict["/AP"] === undefined) {
    return complainIf(!isExempt, `6.9/6.3.3 ${key}: no appearance`);
  }
  const appearances = dictOf(objects, dict["/AP"]);
  const normal = resolve(objects, appearances["/N"]);
  const isButton = isWidget && dict["/FT"] === "/Btn";
  const states = Object.values(asDict(normal)).map((state) => resolve(objects, state));
  return [
    ...complainIf(
      Object.keys(appearances).join() !== "/N",
      `6.5.3/6.3.3 ${key}: /AP holds ${Object.keys(appearances).join()}`,
    ),
    ...complainIf(
      isButton && (isStream(normal) || !states.every(isStream)),
      `6.5.3/6.3.3 ${key}: a button without states`,
    ),
    ...complainIf(!isButton && !isStream(normal), `6.5.3/6.3.3 ${key}: states without a button`),
    ...complainIf(
      isButton && asDict(normal)[textIn(dict["/AS"])] === undefined,
      `32000 12.5.5 ${key}: no appearance for ${textIn(dict["/AS"])}`,
    ),
  ];
}

function formComplaints({ objects }: Case): string[] {
  const catalog = catalogOf(objects);
  const form = dictOf(objects, catalog["/AcroForm"]);
  const fonts = Object.values(dictOf(objects, dictOf(objects, form["/DR"])["/Font"])).map((font) =>
    dictOf(objects, font),
  );
  const named = listOf(objects, form["/Fields"]).flatMap(
    (field) => /\/(\S+) [\d.]+ Tf/.exec(textIn(dictOf(objects, field)["/DA"]))?.[1] ?? [],
  );
  const known = Object.keys(dictOf(objects, dictOf(objects, form["/DR"])["/Font"]));
  return [
    ...complainIf(form["/NeedAppearances"] === true, "6.9/6.4.1: /NeedAppearances"),
    ...complainIf(form["/XFA"] !== undefined || catalog["/NeedsRendering"] !== undefined, "19005-2 6.4.2: XFA"),
    ...complainIf(
      fonts.some((font) => font["/Subtype"] !== "/Type3" && !isEmbedded(objects, font)),
      "6.3.4/6.2.11.4: a font that is not embedded",
    ),
    ...complainIf(
      named.some((name) => !known.includes(`/${name}`)),
      "32000 12.7.4.3: a default appearance with a font that is not there",
    ),
  ];
}

function isEmbedded(objects: Objects, font: Dict): boolean {
  return ["/FontFile", "/FontFile2", "/FontFile3"].some((key) => key in dictOf(objects, font["/FontDescriptor"]));
}

/** ISO 19005-1, 6.4; ISO 19005-2, 6.2.10. */
function transparencyComplaints({ objects, part, intent }: Case): string[] {
  const dicts = [...objects.values()].map((value) => (isStream(value) ? asDict(asDict(value).dict) : asDict(value)));
  const isTransparent = dicts.some(
    (dict) =>
      (dict["/SMask"] !== undefined && dict["/SMask"] !== "/None") ||
      Number(dict["/ca"] ?? 1) !== 1 ||
      (typeOf(dict) === "/ExtGState" && Number(dict["/CA"] ?? 1) !== 1) ||
      dictOf(objects, dict["/Group"])["/S"] === "/Transparency",
  );
  const isBlended = dicts
    .filter((dict) => typeOf(dict) === "/Page")
    .every((page) => dictOf(objects, page["/Group"])["/CS"] !== undefined);
  return [
    ...complainIf(part === 1 && isTransparent, "19005-1 6.4: transparency"),
    ...complainIf(
      part > 1 && isTransparent && intent === null && !isBlended,
      "19005-2 6.2.10: transparency without a blending colour space",
    ),
  ];
}

/**
 * ISO 19005-2, 6.4.3: the ByteRange extends from the first byte to the end of its revision, and omits only /Contents.
 */
function signatureComplaints({ objects }: Case, pdf: Buffer): string[] {
  const signatures = [...objects].filter(
    ([, value]) => ["/Sig", "/DocTimeStamp"].includes(typeOf(value) ?? "") && "/ByteRange" in asDict(value),
  );
  return signatures.flatMap(([key, value]) => {
    const [start, first, second, last] = asList(asDict(value)["/ByteRange"]).map(Number);
    const gap = pdf.subarray(first, second).toString("latin1");
    const end = Number(second) + Number(last);
    return [
      ...complainIf(start !== 0 || !/^<[0-9a-fA-F]+>$/.test(gap), `19005-2 6.4.3 ${key}: the gap of the ByteRange`),
      ...complainIf(
        !/%%EOF\r?\n?$/.test(pdf.subarray(0, end).toString("latin1").slice(-8)),
        `19005-2 6.4.3 ${key}: bytes behind the ByteRange`,
      ),
    ];
  });
}

export function complainIf(isBroken: boolean, complaint: string): string[] {
  return isBroken ? [complaint] : [];
}

/**
 * Whether metadata and information dictionary are unchanged, because neither may change without the other (ISO 19005-1,
 * 6.7.3).
 */
export function metadataComplaints(before: Buffer, after: Buffer): string[] {
  const [was, is] = [before, after].map((pdf) => {
    const objects = objectsOf(pdf);
    const info: Json = dictOf(objects, dictOf(objects, "trailer")["/Info"]);
    return JSON.stringify([resolve(objects, catalogOf(objects)["/Metadata"]), info]);
  });
  return complainIf(was !== is, "6.7.3: metadata changed");
}
