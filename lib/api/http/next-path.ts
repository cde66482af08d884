/** Where people go who came from nowhere. */
export const startPath = "/documents";

/**
 * The page that a `next` leads back to: a path of this site, as the browser would read it, or `startPath`. Whatever leads elsewhere is
 * dropped: `//evil`, `/\evil`, `/.//evil`, a scheme, tabs between slashes.
 */
export function nextPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > 2000) return startPath;
  const here = "http://this.invalid";
  if (!URL.canParse(next, here)) return startPath;
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin === here && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : startPath;
}
