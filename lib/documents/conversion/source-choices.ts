import type { SourceType } from "@/db/schema/files";

/** The media type and the endings of names that a type goes by; the first ending is the usual one. */
export const sourceTypeFacts: Readonly<Record<SourceType, { mediaType: string; endings: readonly string[] }>> = {
  jpeg: { mediaType: "image/jpeg", endings: ["jpg", "jpeg"] },
  png: { mediaType: "image/png", endings: ["png"] },
  webp: { mediaType: "image/webp", endings: ["webp"] },
  tiff: { mediaType: "image/tiff", endings: ["tif", "tiff"] },
  pictures: { mediaType: "application/zip", endings: ["zip"] },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    endings: ["docx"],
  },
  odt: { mediaType: "application/vnd.oasis.opendocument.text", endings: ["odt"] },
  rtf: { mediaType: "application/rtf", endings: ["rtf"] },
  html: { mediaType: "text/html", endings: ["html", "htm"] },
  markdown: { mediaType: "text/markdown", endings: ["md", "markdown"] },
};

/** Types that no mark in their first bytes tells; the sender names them. */
export type TextType = "html" | "markdown";

/** The type of text that a media type names. */
export function textTypeOf(mediaType: string): TextType | null {
  const name = mediaType.toLowerCase();
  if (name === "text/html") return "html";
  return name === "text/markdown" || name === "text/plain" ? "markdown" : null;
}

/** The type of text that a file name ends with. */
export function textTypeOfName(name: string): TextType | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return (["html", "markdown"] as const).find((type) => sourceTypeFacts[type].endings.includes(ending)) ?? null;
}

export const sourceTypeNames = Object.keys(sourceTypeFacts) as readonly SourceType[];

/** Types that a document of several pictures is made from. */
export const pictureTypes = ["jpeg", "png", "webp", "tiff"] as const satisfies readonly SourceType[];

/** A file name without the ending of a type that can be uploaded. */
export function withoutEnding(name: string): string {
  const endings = ["pdf", ...sourceTypeNames.flatMap((type) => sourceTypeFacts[type].endings)];
  return name.replace(new RegExp(`\\.(?:${endings.join("|")})$`, "i"), "");
}
