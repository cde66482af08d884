/** Fields that are computed from the document itself (ECMA-376, part 1, 17.16.5). Any other keeps its last result as text. */
const ownFields: ReadonlySet<string> = new Set([
  "AUTHOR",
  "CREATEDATE",
  "DATE",
  "DOCPROPERTY",
  "FORMCHECKBOX",
  "FORMDROPDOWN",
  "FORMTEXT",
  "KEYWORDS",
  "LISTNUM",
  "MERGEFIELD",
  "NOTEREF",
  "NUMCHARS",
  "NUMPAGES",
  "NUMWORDS",
  "PAGE",
  "PAGEREF",
  "PRINTDATE",
  "REF",
  "SAVEDATE",
  "SECTION",
  "SECTIONPAGES",
  "SEQ",
  "STYLEREF",
  "SUBJECT",
  "SYMBOL",
  "TIME",
  "TITLE",
  "TOC",
]);

/** Whether the instruction of a field reads nothing but the document: no picture, text, database or program elsewhere. */
export function readsOnlyDocument(instruction: string): boolean {
  const name = /^[\s\p{Cc}]*([a-z]+)/iu.exec(instruction)?.[1]?.toUpperCase() ?? "";
  return ownFields.has(name);
}
