import { isContentKind } from "@/lib/files/content-kinds";
import type { UploadWire } from "@/lib/files/schema";
import { shadowContentOf } from "@/lib/files/shadow-content";
import { shadowSentence } from "@/lib/pdf/shadow/shadow-sentence";
import type { FileRecord } from "./record";
import type { FileWire } from "./schema";

type UploadFacts = Pick<
  FileRecord,
  "repaired" | "decrypted" | "alreadySigned" | "frozenFields" | "removed" | "remaining" | "warnings" | "readers"
>;

/** What ingest found in the upload and did about it. */
export function toUploadWire({
  repaired,
  decrypted,
  alreadySigned,
  frozenFields,
  removed,
  remaining,
  warnings,
  readers,
}: UploadFacts): UploadWire {
  return {
    repaired,
    decrypted,
    alreadySigned,
    frozenFields,
    removed: removed.filter(isContentKind),
    remaining: remaining.filter(isContentKind),
    warnings: sentencesIn(warnings),
    shadowContent: shadowContentOf({ warnings }),
    readers,
  };
}

type DifferenceCode = NonNullable<UploadWire["readers"]>["differences"][number]["code"];

const differenceInWords: Record<DifferenceCode, (page: number) => string> = {
  page_count: (page) => `Page ${page} and those behind it are shown by some readers only.`,
  unreadable: (page) => `Page ${page} cannot be shown by every reader.`,
  page_size: (page) => `Page ${page} has different sizes in different readers.`,
  text: (page) => `Page ${page} shows different text in different readers.`,
  picture: (page) => `Page ${page} looks different in different readers.`,
};

/** The same in words, for who reads the answer and not a page. Links alone are no reason to speak up. */
export function messagesOf(file: UploadFacts): FileWire["messages"] {
  const messages: FileWire["messages"] = [];
  const say = (type: "info" | "warning", message: string) => messages.push({ type, message });
  if (file.decrypted)
    say(
      "info",
      "The upload was encrypted, with an empty password, and was rewritten without encryption; the original is kept beside it.",
    );
  else if (file.repaired) say("info", "The upload was damaged and was rewritten once; the original is kept beside it.");
  if (file.alreadySigned)
    say("info", "The upload carried signatures already; new ones are added without touching them.");
  if (file.frozenFields > 0)
    say(
      "info",
      `${file.frozenFields === 1 ? "One form field" : `${file.frozenFields} form fields`} of the upload became part of its pages and cannot be filled any more.`,
    );
  for (const message of sentencesIn(file.warnings)) say("warning", message);
  for (const finding of shadowContentOf(file)) say("warning", `${shadowSentence(finding)}.`);
  for (const { code, page } of file.readers?.differences ?? []) say("warning", differenceInWords[code](page));
  if (file.readers && file.readers.compared < file.readers.of)
    say("info", `Only ${file.readers.compared} of ${file.readers.of} pages were compared in two readers.`);
  for (const kind of file.removed) say("warning", `Removed from the document: ${kind}`);
  for (const kind of file.remaining) if (kind !== "ExternalLinks") say("warning", `The document contains: ${kind}`);
  return messages;
}

function sentencesIn(warnings: FileRecord["warnings"]): string[] {
  return warnings.filter((warning) => typeof warning === "string");
}
