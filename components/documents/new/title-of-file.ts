import { withoutEnding } from "@/lib/documents/conversion/source-choices";

const longestTitle = 255;

/** Title from a file name: without its ending, on one line, at most 255 characters; "" if nothing is left. */
export function titleOfFile(fileName: string): string {
  return withoutEnding(fileName)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestTitle)
    .trim();
}
