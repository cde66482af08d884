import { isElsewhere, unescapeXml, writeTag, xmlTokens, type XmlAttribute, type XmlTag } from "./xml-tokens";

/** Relationships to parts that bring documents of their own (ECMA-376, part 1, 11.3 and 15.2). */
const foreignKinds =
  /\/(?:aFChunk|attachedTemplate|subDocument|frame|mailMergeSource|mailMergeHeaderSource|externalLink|vbaProject|control)$/i;
/** Attributes of VML and SVG that name a file directly. */
const addresses: ReadonlySet<string> = new Set(["src", "href", "althref"]);

/**
 * A part of a DOCX without anything that leads out of it: relationships to other places, fields that read them, addresses in drawings. Throws PdfError
 * `office_damaged`.
 */
export function cleanOoxmlPart(name: string, bytes: Buffer): Buffer {
  const isRelationships = name.toLowerCase().endsWith(".rels");
  const output: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  const fields = new OpenFields(output);
  for (const token of xmlTokens(bytes)) {
    if (token.kind === "text") {
      fields.text(token.raw);
      continue;
    }
    if (isRelationships && isForeign(token)) {
      // An open tag with an end of its own stays as an empty relationship that nothing refers to.
      if (!token.isEmpty) output.push(writeTag(token, [{ name: "Id", local: "Id", value: "removed" }]));
      continue;
    }
    fields.tag(token, kept(token));
  }
  return Buffer.from(output.join(""));
}

function isForeign({ local, isClosing, attributes }: XmlTag): boolean {
  if (local !== "Relationship" || isClosing) return false;
  const valueOf = (name: string): string => attributes.find((attribute) => attribute.local === name)?.value ?? "";
  return (
    valueOf("TargetMode").trim().toLowerCase() === "external" ||
    foreignKinds.test(valueOf("Type").trim()) ||
    isOutside(valueOf("Target"))
  );
}

/** A target that begins with a slash is inside the package. */
function isOutside(target: string): boolean {
  return isElsewhere(target) && !/^\/[^/\\]/.test(target);
}

function kept(tag: XmlTag): string {
  if (tag.isClosing) return tag.raw;
  const attributes = tag.attributes.filter((attribute) => !isAddress(attribute));
  const isSame = attributes.length === tag.attributes.length && tag.local !== "fldSimple";
  return isSame
    ? tag.raw
    : writeTag(
        tag,
        attributes.map((attribute) => withoutInstruction(tag, attribute)),
      );
}

function isAddress({ local, value }: XmlAttribute): boolean {
  return addresses.has(local.toLowerCase()) && isElsewhere(value) && !/^\s*data:image\//i.test(value);
}

function withoutInstruction(tag: XmlTag, attribute: XmlAttribute): XmlAttribute {
  const isInstruction = tag.local === "fldSimple" && attribute.local === "instr";
  return isInstruction && !readsOnlyDocument(attribute.value) ? { ...attribute, value: "" } : attribute;
}

/** The instruction of a field may be spread over many runs: its texts are emptied where the whole of it reads something else than the document. */
class OpenFields {
  private readonly open: { texts: number[]; isRead: boolean }[] = [];
  private isInstruction = false;

  constructor(private readonly output: string[]) {}

  tag(tag: XmlTag, written: string): void {
    if (tag.local === "fldChar" && !tag.isClosing) this.mark(tag);
    if (tag.local === "instrText" || tag.local === "delInstrText") this.isInstruction = !tag.isClosing && !tag.isEmpty;
    this.output.push(written);
  }

  text(raw: string): void {
    if (this.isInstruction) this.open.at(-1)?.texts.push(this.output.length);
    // Text of an instruction outside of a field belongs to none.
    this.output.push(this.isInstruction && this.open.length === 0 ? "" : raw);
  }

  private mark({ attributes }: XmlTag): void {
    const kind = attributes.find(({ local }) => local === "fldCharType")?.value.trim();
    if (kind === "begin") this.open.push({ texts: [], isRead: false });
    else if (kind === "separate") this.judge();
    else if (kind === "end") {
      this.judge();
      this.open.pop();
    }
  }

  private judge(): void {
    const field = this.open.at(-1);
    if (!field || field.isRead) return;
    field.isRead = true;
    const instruction = field.texts.map((at) => unescapeXml(this.output[at] ?? "")).join("");
    if (!readsOnlyDocument(instruction)) for (const at of field.texts) this.output[at] = "";
  }
}

/** Fields that are computed from the document itself (ECMA-376, part 1, 17.16.5). Any other keeps its last result as text. */
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

/** Whether the instruction of a field reads nothing but the document: no picture, text, database or program elsewhere. */
export function readsOnlyDocument(instruction: string): boolean {
  const name = /^[\s\p{Cc}]*([a-z]+)/iu.exec(instruction)?.[1]?.toUpperCase() ?? "";
  return ownFields.has(name);
}
