import { mayRequest } from "@/lib/accounts/actor";
import { signerName } from "@/lib/accounts/find";
import { toFieldWire } from "@/lib/documents/fields/stored-fields";
import { statusNames } from "@/lib/documents/status";
import { toLanguage } from "@/lib/platform/locale/languages";
import { maskName } from "@/lib/platform/plain-text";
import { statusNumbers } from "@/lib/records/events/status";
import { toAttachmentRequestWire } from "@/lib/requests/state/attachment-requests";
import { isDone } from "@/lib/requests/state/status";
import { messagesOf, signatureOf, toEnvelopeFiles, toUploadWire, type WireFacts } from "./file-wire";
import type { FileRecord, SignerRecord } from "./record";
import type { FileWire, SignerWire } from "./schema";
import { canSign, type View } from "./viewer";

/** The file object, complete for its requester and notified signers, reduced for strangers. */
export function toFileWire(file: FileRecord, view: View, facts: WireFacts): FileWire {
  const isReduced = view.role === "stranger";
  const signers = file.signers.map((signer) =>
    toSignerWire(file, signer, {
      me: signer.id === view.me?.id,
      isReduced,
      mayReadMessage: view.role === "requester" || signer.id === view.me?.id,
      mayDial: view.role === "requester" || (signer.id === view.me?.id && facts.viewer.account !== null),
    }),
  );
  const createdAt = toTime(file.createdAt);
  return {
    id: file.id,
    fileId: file.id,
    nodeId: file.id,
    uuid: file.uuid,
    name: file.name,
    status: statusNumbers[file.status],
    statusText: statusNames[file.status],
    created_at: createdAt,
    request_date: createdAt,
    releasedAt: toTimeOrNull(file.releasedAt),
    completedAt: toTimeOrNull(file.completedAt),
    expiresAt: toTimeOrNull(file.expiresAt),
    contentDeletedAt: toTimeOrNull(file.contentDeletedAt),
    ...(isReduced
      ? {}
      : {
          allowDelegation: file.allowDelegation,
          signatureOptions: file.signatureOptions,
          pagesWithoutMark: file.pagesWithoutMark,
        }),
    ...(isReduced ? {} : { retention: { deletionAt: toTimeOrNull(file.contentDueAt), onHold: file.onHold } }),
    ...(isReduced
      ? {}
      : {
          requested_by: {
            userId: file.requester.email,
            uid: file.requester.email,
            displayName: file.requester.displayName,
          },
        }),
    ...envelopeMembers(file, facts, { isReduced, isRequester: view.role === "requester" }),
    pages: file.pageCount,
    size: file.size,
    sha256: file.sha256,
    originalSha256: file.originalSha256,
    ...(isReduced ? {} : { file: contentUrl(file, facts) }),
    url: `${facts.publicUrl}/documents/${file.uuid}`,
    signers,
    visibleElements: signers.flatMap((signer) => signer.visibleElements).sort((a, b) => a.elementId - b.elementId),
    settings: settingsOf(file, view, facts),
    ...(isReduced ? {} : { upload: toUploadWire(file, view.role === "requester") }),
    messages: isReduced ? [] : file.kind === "envelope" ? messagesOfPdfs(file) : messagesOf(file),
  };
}

function messagesOfPdfs({ pdfs }: FileRecord): FileWire["messages"] {
  return pdfs.flatMap((pdf) =>
    messagesOf(pdf).map(({ type, message }) => ({ type, message: `${pdf.name}: ${message}` })),
  );
}

/** The members that only envelopes and their files have. */
function envelopeMembers(
  file: FileRecord,
  facts: WireFacts,
  reader: { isReduced: boolean; isRequester: boolean },
): Pick<FileWire, "kind" | "filesCount" | "files" | "envelope"> {
  if (file.kind !== "envelope") return file.envelope === null ? {} : { envelope: file.envelope };
  return { kind: "envelope", filesCount: file.pdfs.length, files: toEnvelopeFiles(file, facts, reader) };
}

interface Sight {
  me: boolean;
  isReduced: boolean;
  /** Written by the requester for this signer only. */
  mayReadMessage: boolean;
  /** For codes by phone the number is half of the proof: only the requester and its logged-in owner may see it. */
  mayDial: boolean;
}

function toSignerWire(
  file: FileRecord,
  signer: SignerRecord,
  { me, isReduced, mayReadMessage, mayDial }: Sight,
): SignerWire {
  const name = signerName(signer);
  return {
    signRequestId: signer.id,
    ...(isReduced
      ? {}
      : { email: signer.email, phone: mayDial ? signer.phone : null, language: toLanguage(signer.language) }),
    displayName: isReduced ? maskName(name) : name,
    description: mayReadMessage ? signer.description : null,
    role: signer.role,
    ...(signer.role === "cc" && !isReduced ? { copyAt: signer.copyAt } : {}),
    subject: mayReadMessage ? signer.subject : null,
    ...(mayReadMessage ? { attachmentRequests: signer.attachmentRequests.map(toAttachmentRequestWire) } : {}),
    status: signer.status,
    signed: toTimeOrNull(signer.signedAt),
    done: isDone(signer) ? toTimeOrNull(signer.closedAt) : null,
    request_sign_date: toTime(signer.createdAt),
    me,
    signingOrder: signer.signingOrder,
    signMethod: signer.signMethod,
    identifyMethods: signer.identifyMethods.map((method) => ({
      method,
      ...identifyValue(signer, method, { isReduced, mayDial }),
      mandatory: 1,
    })),
    visibleElements: isReduced ? [] : fieldsOf(file, signer),
    ...(signer.signature ? { signature: signatureOf(signer.signature, isReduced) } : {}),
  };
}

function identifyValue(
  signer: SignerRecord,
  method: string,
  { isReduced, mayDial }: Pick<Sight, "isReduced" | "mayDial">,
): { value?: string } {
  const value = method === "sms" && signer.phone !== null ? (mayDial ? signer.phone : null) : signer.email;
  return isReduced || value === null ? {} : { value };
}

function fieldsOf(file: FileRecord, signer: SignerRecord): SignerWire["visibleElements"] {
  return file.fields
    .filter((field) => field.signRequestId === signer.id)
    .map((field) => {
      const pdf = file.pdfs.find(({ id }) => id === field.fileId);
      return { ...toFieldWire(field, field.pageHeightPt), ...(pdf ? { file: pdf.uuid } : {}) };
    });
}

function settingsOf(file: FileRecord, view: View, { viewer, ownLink }: WireFacts): FileWire["settings"] {
  const { account, hasSigningKey } = viewer;
  return {
    canSign: canSign(file, view.me),
    canRequestSign: account !== null && mayRequest(account.role),
    hasSignatureFile: hasSigningKey,
    signMethod: view.me?.signMethod ?? null,
    ...(view.role === "stranger" ? {} : { signerFileUuid: ownLink }),
    phoneNumber: account?.phone ?? null,
  };
}

function contentUrl(file: FileRecord, { publicUrl, viewer }: WireFacts): string {
  const path = viewer.kind === "link" ? `sign/uuid/${viewer.signRequestUuid}` : `file/${file.uuid}`;
  return `${publicUrl}/api/v1/${path}/content`;
}

const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/;

/**
 * ISO 8601 in UTC with milliseconds. Postgres drops trailing zeros; a list contains hundreds of times, so UTC ones are
 * patched without creating a Date.
 */
function toTime(given: string): string {
  const parts = inUtc.exec(given);
  return parts ? `${parts[1]}.${(parts[2] ?? "").padEnd(3, "0")}Z` : new Date(given).toISOString();
}

function toTimeOrNull(given: string | null): string | null {
  return given === null ? null : toTime(given);
}
