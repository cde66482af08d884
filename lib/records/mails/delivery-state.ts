import { mailStates, type MailState } from "@/db/schema/mails";

/** Whether a report moves a mail on. Reports arrive repeatedly and out of order, so a mail never moves back. */
export function isProgress(from: MailState, to: MailState): boolean {
  return mailStates.indexOf(to) > mailStates.indexOf(from);
}

/** The states that a report may move a mail on from, for the condition of an UPDATE. */
export function statesBefore(to: MailState): MailState[] {
  return mailStates.filter((from) => isProgress(from, to));
}

const longestReason = 300;
/** The search for addresses takes quadratic time on one long word, and any mail server may send a megabyte of them. */
const longestRead = 2000;

/** A provider's explanation without addresses and control characters. */
export function cleanReason(text: string | null | undefined): string | null {
  const cleaned = beginningOf(text ?? "")
    .replace(/[\p{Cc}\p{Cs}\p{Cf}]+/gu, " ")
    .replace(/<?[^\s<>@;,:]+@[^\s<>@;,]+>?/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestReason);
  return cleaned === "" ? null : cleaned;
}

/** Without the last word, which may be the first half of an address. */
function beginningOf(text: string): string {
  if (text.length <= longestRead) return text;
  const read = text.slice(0, longestRead);
  return read.replace(/\S*$/, "") || read;
}
