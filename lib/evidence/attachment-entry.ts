import type { Attachment, UploadSource } from "@/db/schema/files";
import { sourceTypeFacts, sourceTypeNames } from "@/lib/documents/conversion/source-choices";

/** The entry of an attachment in a bundle: `attachments/51-31.pdf`, by the numbers of its signing request and of itself. */
export function attachmentEntry({
  signRequestId,
  id,
  type,
}: Pick<Attachment, "signRequestId" | "id" | "type">): string {
  return `attachments/${signRequestId}-${id}.${type}`;
}

/** The only names that an offline check takes for attachments. Nothing in them leads to another folder. */
export const attachmentEntryPattern = /^attachments\/\d{1,10}-\d{1,10}\.(?:pdf|jpeg|png|webp|heic|docx)$/;

/** The entry of the file that a document was converted from: `original.docx`. Of an envelope's file, by its position: `originals/01.docx`. */
export function originalEntry({ type }: Pick<UploadSource, "type">, position: number | null): string {
  const ending = sourceTypeFacts[type].endings[0] ?? type;
  return position === null ? `original.${ending}` : `originals/${String(position).padStart(2, "0")}.${ending}`;
}

const endings = sourceTypeNames.map((type) => sourceTypeFacts[type].endings[0]).join("|");

export const originalEntryPattern = new RegExp(`^original\\.(?:${endings})$`);
/** Of the files of an envelope; the group is the position. */
export const envelopeOriginalPattern = new RegExp(`^originals/(\\d{2})\\.(?:${endings})$`);

/** The entries of one file of an envelope in its bundle, by its position from 1: `documents/01.pdf`, `chains/01.json`. */
export function envelopeEntries(position: number): { document: string; chain: string } {
  const number = String(position).padStart(2, "0");
  return { document: `documents/${number}.pdf`, chain: `chains/${number}.json` };
}

/** The only names that an offline check takes for files of an envelope. Nothing in them leads to another folder. */
export const envelopeEntryPattern = /^(?:documents\/\d{2}\.pdf|chains\/\d{2}\.json)$/;
