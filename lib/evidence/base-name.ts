/** A document's name without its ending, to build other names from. */
export function baseName(name: string): string {
  return name.replace(/\.pdf$/i, "") || "document";
}
