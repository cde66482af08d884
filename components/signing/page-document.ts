/** URL of the document's bytes for the holder of the link. */
export function contentHref(u: string, version: "current" | "original"): string {
  return `/api/v1/sign/uuid/${u}/content${version === "original" ? "?version=original" : ""}`;
}

export function fileNameOf(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
