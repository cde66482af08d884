import { isRasterData } from "./plain-parts";
import { isElsewhere, unescapeXml, writeTag, xmlTokens, type XmlAttribute, type XmlTag } from "./xml-tokens";

/** Relationships to parts that embed other documents (ECMA-376, part 1, 11.3 and 15.2). */
const foreignKinds =
  /\/(?:aFChunk|attachedTemplate|subDocument|frame|mailMergeSource|mailMergeHeaderSource|externalLink|vbaProject|control)$/i;
/** Attributes of VML and SVG that can name a file directly. */
const addresses: ReadonlySet<string> = new Set(["src", "href", "althref"]);

/**
 * Removes from a part of a DOCX everything that refers outside it: external relationships, fields that read other
 * sources, and addresses in drawings. Throws PdfError `office_damaged`.
 */
export function cleanOoxmlPart(name: string, bytes: Buffer): Buffer {
  const isRelationships = name.toLowerCase().endsWith(".rels");
  const output: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  const fields = new OpenFields(output);
  let root: string | null = null;
  for (const token of xmlTokens(bytes)) {
    if (token.kind === "text") {
      fields.text(token.raw);
      continue;
    }
    root ??= token.local;
    if (isRelationships && isForeign(token)) {
      // An element with a separate end tag is kept as an empty relationship that nothing refers to.
      if (!token.isEmpty) output.push(writeTag(token, [{ name: "Id", local: "Id", value: "removed" }]));
      continue;
    }
    fields.tag(token, cleanTag(token, root === "svg"));
  }
  fields.end();
  return Buffer.from(output.join(""));
}

/** Attributes count whatever their prefix, because readers differ in which ones they recognize. */
function isForeign({ local, isClosing, attributes }: XmlTag): boolean {
  if (local !== "Relationship" || isClosing) return false;
  const values = (name: string): string[] =>
    attributes.filter((attribute) => attribute.local === name).map(({ value }) => value);
  return (
    values("TargetMode").some((mode) => mode.trim().toLowerCase() === "external") ||
    values("Type").some((kind) => foreignKinds.test(kind.trim())) ||
    values("Target").some(isOutside)
  );
}

/** A target that begins with a slash is inside the package. */
function isOutside(target: string): boolean {
  return isElsewhere(target) && !/^\/[^/\\]/.test(target);
}

function cleanTag(tag: XmlTag, isInSvg: boolean): string {
  if (tag.isClosing) return tag.raw;
  const attributes = tag.attributes.filter((attribute) => !isAddress(attribute, isInSvg));
  const isSame = attributes.length === tag.attributes.length && tag.local !== "fldSimple";
  return isSame
    ? tag.raw
    : writeTag(
        tag,
        attributes.map((attribute) => withoutInstruction(tag, attribute)),
      );
}

/**
 * In an SVG, only fragments and raster data are allowed: it has no parts of its own, and other data might be another
 * SVG.
 */
function isAddress({ local, value }: XmlAttribute, isInSvg: boolean): boolean {
  if (!addresses.has(local.toLowerCase()) || isRasterData(value)) return false;
  return isInSvg ? !value.trim().startsWith("#") : isElsewhere(value);
}

function withoutInstruction(tag: XmlTag, attribute: XmlAttribute): XmlAttribute {
  const isInstruction = tag.local === "fldSimple" && attribute.local === "instr";
  return isInstruction && !readsOnlyDocument(attribute.value) ? { ...attribute, value: "" } : attribute;
}

interface OpenField {
  /** Indexes in the output. */
  texts: number[];
  /** Index of the first instruction text, which receives the whole instruction. */
  first: number | null;
  isRead: boolean;
}

/**
 * The instruction of a field may be spread over many runs. Readers skip some of these runs, and count plain text as
 * well. The instruction is therefore checked as a whole and written in one place, so that no reader can assemble it
 * differently. It is removed if it reads anything but the document.
 */
class OpenFields {
  private readonly open: OpenField[] = [];
  private isInstruction = false;

  constructor(private readonly output: string[]) {}

  tag(tag: XmlTag, written: string): void {
    if (tag.local === "fldChar" && !tag.isClosing) this.mark(tag);
    if (tag.local === "instrText" || tag.local === "delInstrText") this.isInstruction = !tag.isClosing && !tag.isEmpty;
    this.output.push(written);
  }

  text(raw: string): void {
    const field = this.open.findLast(({ isRead }) => !isRead);
    if (field && this.isInstruction) field.first ??= this.output.length;
    field?.texts.push(this.output.length);
    // Instruction text outside of a field belongs to no field and is dropped.
    this.output.push(this.isInstruction && !field ? "" : raw);
  }

  /** Checks unclosed fields too, because some readers accept them as fields. */
  end(): void {
    for (const field of this.open) this.judge(field);
  }

  private mark({ attributes }: XmlTag): void {
    const kind = attributes.find(({ local }) => local === "fldCharType")?.value.trim();
    if (kind === "begin") this.open.push({ texts: [], first: null, isRead: false });
    else if (kind === "separate") this.judge(this.open.at(-1));
    else if (kind === "end") this.judge(this.open.pop());
  }

  private judge(field: OpenField | undefined): void {
    if (!field || field.isRead) return;
    field.isRead = true;
    const raw = field.texts.map((at) => this.output[at] ?? "").join("");
    const isAllowed = readsOnlyDocument(unescapeXml(raw));
    for (const at of field.texts) this.output[at] = isAllowed && at === field.first ? raw : "";
  }
}

/**
 * Fields that are computed from the document itself (ECMA-376, part 1, 17.16.5). Any other field keeps its last
 * result as text.
 */
const ownFields: ReadonlySet<string> = new Set([
  "AUTHOR",
  "CREATEDATE",
  "DATE",
  "DOCPROPERTY",
  "FORMCHECKBOX",
  "FORMDROPDOWN",
  "FORMTEXT",
  "KEYWORDS",
  "LISTNUM",
  "MERGEFIELD",
  "NOTEREF",
  "NUMCHARS",
  "NUMPAGES",
  "NUMWORDS",
  "PAGE",
  "PAGEREF",
  "PRINTDATE",
  "REF",
  "SAVEDATE",
  "SECTION",
  "SECTIONPAGES",
  "SEQ",
  "STYLEREF",
  "SUBJECT",
  "SYMBOL",
  "TIME",
  "TITLE",
  "TOC",
]);

/** Whether the instruction of a field reads only the document, and no picture, text, database or program elsewhere. */
export function readsOnlyDocument(instruction: string): boolean {
  const name = /^[\s\p{Cc}]*([a-z]+)/iu.exec(instruction)?.[1]?.toUpperCase() ?? "";
  return ownFields.has(name);
}
