import { writeTag, xmlTokens, type XmlAttribute, type XmlTag } from "./xml-tokens";

/** Parts of an ODT that show something; macros, thumbnails and settings of windows are left out. */
export function isShownInOdf(name: string): boolean {
  return (
    ["mimetype", "content.xml", "styles.xml", "meta.xml", "settings.xml", "META-INF/manifest.xml"].includes(name) ||
    /^(?:Pictures|media|ObjectReplacements|Object \d+)\//.test(name)
  );
}

/** A place in the package, or in the document (ODF 1.3, part 2, 2.2.1 and part 3, 19.910). */
const ownPlace = /^(?:#|(?:\.\/)?(?:Pictures|media|ObjectReplacements|Object \d+)(?:\/[^/\\:]+)*\/?$)/;
/** Attributes of these name a program, a database or another file. */
const foreignElements =
  /^(?:dde-source|dde-connection-decl|dde-connection|event-listener|event-listeners|connection-resource|section-source|database-.*|auto-reload|template|plugin|applet|floating-frame)$/;

/** A part of an ODT without addresses that lead out of it. Throws PdfError `office_damaged`. */
export function cleanOdfPart(bytes: Buffer): Buffer {
  const output: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  // The manifest names its parts by `full-path`; nothing else in it leads anywhere.
  for (const token of xmlTokens(bytes)) output.push(token.kind === "text" ? token.raw : cleanTag(token));
  return Buffer.from(output.join(""));
}

function cleanTag(tag: XmlTag): string {
  if (tag.isClosing) return tag.raw;
  const attributes = foreignElements.test(tag.local)
    ? tag.attributes.filter(isNamespace)
    : tag.attributes.filter((attribute) => attribute.local !== "href" || ownPlace.test(attribute.value.trim()));
  return attributes.length === tag.attributes.length ? tag.raw : writeTag(tag, attributes);
}

function isNamespace({ name }: XmlAttribute): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}
