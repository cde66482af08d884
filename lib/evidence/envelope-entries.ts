/** The entries of one file of an envelope in its bundle, by its position from 1: `documents/01.pdf`, `chains/01.json`. */
export function envelopeEntries(position: number): { document: string; chain: string } {
  const number = String(position).padStart(2, "0");
  return { document: `documents/${number}.pdf`, chain: `chains/${number}.json` };
}

/** The only names that an offline check takes for files of an envelope. Nothing in them leads to another folder. */
export const envelopeEntryPattern = /^(?:documents\/\d{2}\.pdf|chains\/\d{2}\.json)$/;
