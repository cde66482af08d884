import type { SourceType } from "@/db/schema/files";

/** The media type and the file extensions of a type. The first extension is the usual one. */
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

/** Types without a signature in their first bytes. The sender states them. */
export type TextType = "html" | "markdown";

/** The text type of a media type. */
export function textTypeOf(mediaType: string): TextType | null {
  const name = mediaType.toLowerCase();
  if (name === "text/html") return "html";
  return name === "text/markdown" || name === "text/plain" ? "markdown" : null;
}

/** The text type of a file name, by its extension. */
export function textTypeOfName(name: string): TextType | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return (["html", "markdown"] as const).find((type) => sourceTypeFacts[type].endings.includes(ending)) ?? null;
}

export const sourceTypeNames = Object.keys(sourceTypeFacts) as readonly SourceType[];

/** Types that can be combined into one document of several images. */
export const pictureTypes = ["jpeg", "png", "webp", "tiff"] as const satisfies readonly SourceType[];

/** A file name without the extension of an uploadable type. */
export function withoutEnding(name: string): string {
  const endings = ["pdf", ...sourceTypeNames.flatMap((type) => sourceTypeFacts[type].endings)];
  return name.replace(new RegExp(`\\.(?:${endings.join("|")})$`, "i"), "");
}
