const longest = 300;

/**
 * An error of a job as an administrator may read it: its first line, without what drivers append of the values, and without what could be
 * an address, a number, a link or a token of somebody.
 */
export function shownError(error: string): string {
  const [firstLine = ""] = error.split(/\r\n|\r|\n|\bparams:/);
  return firstLine
    .replace(/\bhttps?:\/\/\S+/gi, "…")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "…")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "…")
    .replace(/\b[A-Za-z0-9_-]{24,}\b/g, "…")
    .replace(/\+?\d[\d\s-]{5,}\d/g, "…")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, longest);
}
