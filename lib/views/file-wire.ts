import { signsPdf } from "@/lib/documents/envelopes/pdfs";
import type { UploadWire } from "@/lib/documents/schema";
import {
  isContentKind,
  shadowContentOf,
  signatureWarningsOf,
  signatureWarningText,
} from "@/lib/documents/upload-warnings";
import { shadowSentence } from "@/lib/pdf/shadow/shadow-findings";
import type { FileRecord, SignerRecord } from "./record";
import type { FileWire, SignerWire } from "./schema";
import type { Viewer } from "./viewer";

type EnvelopeFile = NonNullable<FileWire["files"]>[number];

/** The files of an envelope, in order. */
export function toEnvelopeFiles(
  envelope: FileRecord,
  facts: WireFacts,
  { isReduced, isRequester }: { isReduced: boolean; isRequester: boolean },
): EnvelopeFile[] {
  let before = 0;
  return envelope.pdfs.map((pdf, index): EnvelopeFile => {
    const firstPage = before + 1;
    before += pdf.pageCount;
    return {
      fileId: pdf.id,
      uuid: pdf.uuid,
      name: pdf.name,
      position: index + 1,
      pages: pdf.pageCount,
      firstPage,
      size: pdf.size,
      sha256: pdf.sha256,
      originalSha256: pdf.originalSha256,
      ...(isReduced ? {} : { file: contentUrl(pdf.uuid, facts), upload: toUploadWire(pdf, isRequester) }),
      signRequestIds: signersOf(envelope, pdf),
      signatures: pdf.signatures.flatMap(({ signRequestId, signature }) => {
        const wire = signatureOf(signature, isReduced);
        return wire ? [{ signRequestId, ...wire }] : [];
      }),
    };
  });
}

/** The signers of a file of an envelope. */
export function signersOf({ signers, fields }: FileRecord, pdf: { id: number }): number[] {
  return signers
    .filter(
      ({ id, role }) =>
        role === "signer" &&
        signsPdf(
          fields.filter((field) => field.signRequestId === id),
          pdf,
        ),
    )
    .map(({ id }) => id);
}

function contentUrl(uuid: string, { publicUrl, viewer }: WireFacts): string {
  const path =
    viewer.kind === "link" ? `sign/uuid/${viewer.signRequestUuid}/content?file=${uuid}` : `file/${uuid}/content`;
  return `${publicUrl}/api/v1/${path}`;
}

/** The facts besides the file that a response depends on. */
export interface WireFacts {
  publicUrl: string;
  viewer: Viewer;
  /** The viewer's own sign-request UUID, if they may see it. */
  ownLink: string | null;
}

/** A signature as the wire shows it. */
export function signatureOf(
  facts: NonNullable<SignerRecord["signature"]>,
  isReduced: boolean,
): SignerWire["signature"] {
  const { subject, issuer, serialNumber, notBefore, notAfter, signedAt, timestamp, level, verdict } = facts;
  return {
    ...(isReduced ? {} : { subject }),
    issuer,
    serialNumber,
    notBefore,
    notAfter,
    signedAt,
    timestamp,
    level,
    verdict,
  };
}

type UploadFacts = Pick<
  FileRecord,
  | "repaired"
  | "decrypted"
  | "alreadySigned"
  | "frozenFields"
  | "removed"
  | "remaining"
  | "warnings"
  | "readers"
  | "source"
>;

/** Findings about the upload, and the changes made to it. The name of a converted file is for the requester. */
export function toUploadWire(
  { repaired, decrypted, alreadySigned, frozenFields, removed, remaining, warnings, readers, source }: UploadFacts,
  isRequester: boolean,
): UploadWire {
  return {
    repaired,
    decrypted,
    alreadySigned,
    frozenFields,
    convertedFrom: source && {
      type: source.type,
      name: isRequester ? source.name : null,
      trackedChanges: source.trackedChanges ?? false,
    },
    removed: removed.filter(isContentKind),
    remaining: remaining.filter(isContentKind),
    warnings: signatureWarningsOf({ warnings }).map(signatureWarningText),
    signatureWarnings: signatureWarningsOf({ warnings }),
    shadowContent: shadowContentOf({ warnings }),
    readers,
  };
}

type DifferenceCode = NonNullable<UploadWire["readers"]>["differences"][number]["code"];

const differenceText: Record<DifferenceCode, (page: number) => string> = {
  page_count: (page) => `Page ${page} and the following pages are shown by some PDF readers only.`,
  unreadable: (page) => `Page ${page} cannot be shown by every PDF reader.`,
  page_size: (page) => `Page ${page} has different sizes in different PDF readers.`,
  text: (page) => `Page ${page} shows different text in different PDF readers.`,
  picture: (page) => `Page ${page} looks different in different PDF readers.`,
};

/** The findings as English sentences for API clients. Links alone produce no message. */
export function messagesOf(file: UploadFacts): FileWire["messages"] {
  const messages: FileWire["messages"] = [];
  const addMessage = (type: "info" | "warning", message: string) => messages.push({ type, message });
  if (file.decrypted)
    addMessage(
      "info",
      "The PDF was encrypted without an open password. The encryption was removed. The original is stored as well.",
    );
  else if (file.repaired)
    addMessage("info", "The PDF was damaged and has been repaired. The original is stored as well.");
  if (file.source)
    addMessage("info", `The upload was converted to a PDF. The original (${file.source.type}) is stored as well.`);
  if (file.source?.trackedChanges)
    addMessage(
      "warning",
      "The upload has tracked changes, which the PDF shows as marks. Accept or reject them, and upload it again.",
    );
  if (file.alreadySigned)
    addMessage("info", "The PDF already contains signatures. New ones are added without changing them.");
  if (file.frozenFields > 0)
    addMessage(
      "info",
      `${file.frozenFields === 1 ? "One form field" : `${file.frozenFields} form fields`} became part of the pages and can no longer be filled in.`,
    );
  for (const warning of signatureWarningsOf(file)) addMessage("warning", signatureWarningText(warning));
  for (const finding of shadowContentOf(file)) addMessage("warning", `${shadowSentence(finding)}.`);
  for (const { code, page } of file.readers?.differences ?? []) addMessage("warning", differenceText[code](page));
  if (file.readers && file.readers.compared < file.readers.of)
    addMessage("info", `Only ${file.readers.compared} of ${file.readers.of} pages were compared in two PDF readers.`);
  for (const kind of file.removed) addMessage("warning", `Removed from the document: ${kind}`);
  for (const kind of file.remaining)
    if (kind !== "ExternalLinks") addMessage("warning", `The document contains: ${kind}`);
  return messages;
}
