import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { ZipReader, type DirectoryEntry } from "@/lib/platform/zip/zip-directory";
import { cleanOoxmlPart } from "./clean-ooxml";
import { cleanRtf } from "./clean-rtf";
import { withZipErrors } from "./office-error";
import { isFont, isPlainPicture, unpackedOnce } from "./plain-parts";
import { writeTag, xmlTokens, type XmlAttribute, type XmlTag } from "./xml-tokens";

export type OfficeType = "docx" | "odt" | "rtf";

/** Limits on unpacked bytes, for one part and in total. */
const largest = { part: 32 * 2 ** 20, file: 160 * 2 ** 20, rtf: 64 * 2 ** 20 };
const mostEntries = 5_000;
const odfMediaType = "application/vnd.oasis.opendocument.text";

/** Facts about an office file that its PDF does not show. */
export interface CleanedOffice {
  /** The file has insertions or deletions that were neither accepted nor rejected. A converter prints them as marks. */
  hasTrackedChanges: boolean;
}

/**
 * Rewrites an office file without anything that a converter would fetch or run: addresses of other files and servers,
 * macros, and fields that read programs. Throws PdfError `office_damaged`, `too_large`.
 */
export async function cleanOffice(file: string, type: OfficeType, outputPath: string): Promise<CleanedOffice> {
  if (type === "rtf") {
    const bytes = readFileSync(file);
    if (bytes.length > largest.rtf) throw new PdfError("too_large", "the RTF is too large");
    const cleaned = cleanRtf(bytes);
    writeFileSync(outputPath, cleaned, { mode: 0o600 });
    return { hasTrackedChanges: trackedChanges.rtf.test(cleaned.toString("latin1")) };
  }
  const zip = new ZipFile();
  const parts = withZipErrors(() => ZipReader.with(file, (reader) => cleanParts(reader, type)));
  for (const { name, bytes, compress } of parts) zip.addBuffer(bytes, name, { compress });
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(outputPath, { mode: 0o600 }));
  const hasTrackedChanges = parts.some(
    ({ name, bytes }) => name.endsWith(".xml") && trackedChanges[type].test(bytes.toString("latin1")),
  );
  return { hasTrackedChanges };
}

/**
 * Insertions, deletions and moves (ECMA-376, part 1, 17.13.5; ODF 1.3, part 3, 5.5; RTF 1.9.1, "Track Changes").
 * Tracked format changes are not printed.
 */
const trackedChanges: Readonly<Record<OfficeType, RegExp>> = {
  docx: /<(?:\w+:)?(?:ins|del|moveFrom|moveTo)\s[^<>]*\bauthor=/,
  odt: /<(?:\w+:)?changed-region[\s/>]/,
  rtf: /\\(?:revised|deleted)(?:[1-9]|(?![a-z0-9]))/,
};

interface Part {
  name: string;
  bytes: Buffer;
  compress: boolean;
}

function cleanParts(reader: ZipReader, type: "docx" | "odt"): Part[] {
  const entries = reader.entries();
  if (entries.length > mostEntries) throw new PdfError("too_large", `${entries.length} parts`);
  let left = largest.file;
  const seen = new Set<string>();
  const parts = entries.flatMap((entry) => {
    if (!isWanted(entry, type) || seen.has(entry.name.toLowerCase())) return [];
    seen.add(entry.name.toLowerCase());
    const most = Math.min(left, largest.part);
    const bytes = unpackedOnce(reader.read(entry, most), most);
    left -= bytes.length;
    const cleaned = cleanPart(entry.name, bytes, type);
    return cleaned === null ? [] : [{ name: entry.name, bytes: cleaned, compress: true }];
  });
  if (type === "docx") return parts;
  // Must be the first entry, uncompressed (ODF 1.3, part 2, 3.3).
  const mediaType = { name: "mimetype", bytes: Buffer.from(odfMediaType), compress: false };
  return [mediaType, ...parts.filter(({ name }) => name !== "mimetype")];
}

function isWanted({ name }: DirectoryEntry, type: "docx" | "odt"): boolean {
  if (name.endsWith("/") || name.startsWith("/") || name.split(/[/\\]/).includes("..")) return false;
  return type === "docx" ? !/\.(?:docx?m?|rtf|html?|mht|txt|odt)$/i.test(name) : isShownInOdf(name);
}

/**
 * Returns null for a part to leave out. LibreOffice finds parts by references and detects their type from their
 * bytes, so names prove nothing. A part that is neither a picture nor a font is cleaned as XML. If it is not XML, it
 * is left out, for example an embedded document, whose picture is a separate part.
 */
function cleanPart(name: string, bytes: Buffer, type: "docx" | "odt"): Buffer | null {
  if (name === "mimetype" || isPlainPicture(bytes) || isFont(bytes)) return bytes;
  try {
    return type === "docx" ? cleanOoxmlPart(name, bytes) : cleanOdfPart(bytes);
  } catch (error) {
    if (/\.(?:xml|rels)$/i.test(name)) throw error;
    return null;
  }
}

/** Whether a part of an ODT contributes to what is shown. Macros, thumbnails and window settings are left out. */
function isShownInOdf(name: string): boolean {
  return (
    ["mimetype", "content.xml", "styles.xml", "meta.xml", "settings.xml", "META-INF/manifest.xml"].includes(name) ||
    /^(?:Pictures|media|ObjectReplacements|Object \d+)\//.test(name)
  );
}

/**
 * A path inside the package (not above it), or a reference inside the document (ODF 1.3, part 2, 2.2.1 and part 3,
 * 19.910).
 */
const ownPlace =
  /^(?:#|(?:\.\/)?(?:Pictures|media|ObjectReplacements|Object \d+)(?:\/(?!\.\.?(?:\/|$)|[^/]*%(?:2e|2f|5c|3a))[^/\\:]+)*\/?$)/i;
/** Elements whose attributes name a program, a database or another file. */
const foreignElements =
  /^(?:dde-source|dde-connection-decl|dde-connection|event-listener|event-listeners|connection-resource|section-source|database-.*|auto-reload|template|plugin|applet|floating-frame)$/;

/** Removes all addresses outside the package from a part of an ODT. Throws PdfError `office_damaged`. */
function cleanOdfPart(bytes: Buffer): Buffer {
  const output: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  // The manifest names its parts by `full-path`. It has no other addresses.
  let isPicture = false;
  for (const token of xmlTokens(bytes)) {
    if (token.kind === "tag") isPicture = token.local === "binary-data" && !token.isClosing;
    const isAllowed = token.kind === "tag" || !isPicture || isPlainPicture(Buffer.from(token.raw, "base64"));
    if (isAllowed) output.push(token.kind === "text" ? token.raw : cleanTag(token));
  }
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
