/** The page after sign-in without a `next`. */
export const startPath = "/documents";

/**
 * The page that `next` leads back to: a path on this site, as a browser would parse it, or `startPath`. Anything that
 * leads elsewhere is dropped: `//evil`, `/\evil`, `/.//evil`, a scheme, tabs between slashes.
 */
export function nextPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > 2000) return startPath;
  const here = "http://this.invalid";
  if (!URL.canParse(next, here)) return startPath;
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin === here && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : startPath;
}
