const longestTitle = 255;

/** The title that a document gets from its file's name: without ".pdf", on one line, at most 255 characters; "" when nothing is left. */
export function titleOfFile(fileName: string): string {
  return fileName
    .replace(/\.pdf$/i, "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestTitle)
    .trim();
}
