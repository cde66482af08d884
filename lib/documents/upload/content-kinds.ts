/** Kinds of content that act, hide or lead away, as ingest names them: types of action of ISO 32000-2, table 201, and what else a document may carry. */
export const contentKinds = [
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ResetForm",
  "ImportData",
  "Hide",
  "SetOCGState",
  "Sound",
  "Movie",
  "Rendition",
  "Trans",
  "GoTo3DView",
  "RichMediaExecute",
  "OtherAction",
  "OpenAction",
  "AdditionalActions",
  "XFA",
  "UsageRights",
  "EmbeddedFiles",
  "RichMedia",
  "ExternalLinks",
  "Portfolio",
  "HiddenPages",
  "ReaderRequirements",
] as const;

export type ContentKind = (typeof contentKinds)[number];

export function isContentKind(name: string): name is ContentKind {
  return contentKinds.some((kind) => kind === name);
}
