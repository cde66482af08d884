/** URL of the bytes of the document, or of one file of an envelope, for the holder of the link. */
export function contentHref(u: string, version: "current" | "original", file?: string): string {
  const query = [version === "original" ? "version=original" : [], file === undefined ? [] : `file=${file}`].flat();
  return `/api/v1/sign/uuid/${u}/content${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

export function fileNameOf(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
