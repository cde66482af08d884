import { needsAccount, type Operation } from "@/lib/api/operations/operation";
import { sampleHeads } from "@/lib/documents/attachments/testing/sample-files";
import type { AccessWorld, CallerKind, Target } from "./access-world";

/** The subject of an operation. Each kind has one access rule. */
export type Subject =
  | "file"
  | "own_file"
  | "public_file"
  | "template"
  | "bulk_send"
  | "signing"
  | "link_signing"
  | "link"
  | "guest_link";

export interface AccessCase {
  subject: Subject;
  /** The answer to a permitted caller: 200, or the error that follows the access check. */
  allowed: number;
  /** The body, made for a target. */
  body?: (target: Target) => unknown;
  /** The body of an operation that takes a file. */
  file?: Buffer;
}

/** The status expected for one's own document (or link), by what the operation is about. */
export function expectedForOwn(operation: Operation, { subject, allowed }: AccessCase, caller: CallerKind): number {
  if (caller === "anonymous" && needsAccount(operation)) return 401;
  if (caller === "guest" && !operation.guests && needsAccount(operation)) return 401;
  switch (subject) {
    // A signer whose turn has not come was not notified, and sees nothing even where the public may.
    case "public_file":
      return caller === "waiting_signer" ? 404 : allowed;
    case "file":
      return {
        anonymous: allowed,
        requester: allowed,
        notified_signer: allowed,
        guest: allowed,
        stranger: 404,
        waiting_signer: 404,
        removed_signer: 404,
        administrator: 404,
      }[caller];
    case "own_file":
      return caller === "requester" ? allowed : caller === "notified_signer" ? 403 : 404;
    case "template":
    case "bulk_send":
      return caller === "requester" ? allowed : 404;
    case "signing":
      return {
        requester: 403,
        notified_signer: allowed,
        waiting_signer: 409,
        anonymous: 401,
        guest: 401,
        stranger: 404,
        removed_signer: 404,
        administrator: 404,
      }[caller];
    case "link_signing":
    case "link":
      return caller === "anonymous" || caller === "notified_signer" || caller === "guest" ? allowed : 403;
    case "guest_link":
      return caller === "guest" ? allowed : 403;
  }
}

/** The status expected for what is somebody else's, and for what is not there: the same. */
export function expectedForForeign(operation: Operation, { subject }: AccessCase, caller: CallerKind): number {
  if (caller === "anonymous" && needsAccount(operation)) return 401;
  if (caller === "guest" && !operation.guests && needsAccount(operation)) return 401;
  return subject === "guest_link" && caller !== "guest" ? 403 : 404;
}

/** Values of an operation's path for a target. */
export function paramsFor(operation: Operation, target: Target): Record<string, string> {
  const known: Record<string, string> = {
    fileId: String(target.fileId),
    uuid: operation.path.startsWith("/envelopes") ? target.envelopeUuid : target.uuid,
    file: target.partUuid,
    signRequestId: String(target.signRequestId),
    elementId: String(target.elementId),
    u: target.link,
    signRequestUuid: target.link,
    id: String(
      operation.path.startsWith("/bulk-sends")
        ? target.bulkSendId
        : operation.path.includes("/attachments/")
          ? target.attachmentId
          : target.templateId,
    ),
    linkId: String(target.directLinkId),
    version: "1",
    n: "1",
    revision: String(target.revision),
  };
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "1"]));
}

/** The target that is the caller's own: a guest's link is not the notified signer's. */
export function ownTarget(world: AccessWorld, caller: CallerKind): Target {
  return caller === "guest"
    ? { ...world.own, link: world.guestLink, attachmentId: world.guestAttachmentId }
    : world.own;
}

const box = { page: 1, left: 200, top: 10, width: 100, height: 40 };
const csvBody = () => ({ csv: { text: "E-mail\nana@x.example\n" } });
const noCode = { code: "000000" };

/** Every operation that is about a document, a template or a sign link. */
export const accessCases: Readonly<Record<string, AccessCase>> = {
  showFileById: { subject: "file", allowed: 200 },
  showFileByUuid: { subject: "public_file", allowed: 200 },
  downloadFile: { subject: "file", allowed: 200 },
  listPages: { subject: "file", allowed: 200 },
  drawPage: { subject: "file", allowed: 200 },
  listRevisions: { subject: "file", allowed: 200 },
  downloadRevision: { subject: "file", allowed: 200 },
  drawRevisionPage: { subject: "file", allowed: 200 },
  showProgress: { subject: "file", allowed: 200 },
  downloadEvidence: { subject: "file", allowed: 409 },
  downloadBundle: { subject: "file", allowed: 409 },
  showAudit: { subject: "own_file", allowed: 200 },
  listFileDeliveries: { subject: "own_file", allowed: 200 },
  duplicateFile: { subject: "own_file", allowed: 200, body: () => ({}) },
  deleteFile: { subject: "own_file", allowed: 409 },
  showRetention: { subject: "file", allowed: 200 },
  setRetention: { subject: "own_file", allowed: 200, body: () => ({ days: 30 }) },
  listElements: { subject: "file", allowed: 200 },
  addElement: {
    subject: "own_file",
    allowed: 409,
    body: ({ signRequestId }) => ({ type: "signature", signRequestId, coordinates: box }),
  },
  changeElement: { subject: "own_file", allowed: 409, body: () => ({ coordinates: box }) },
  listSuggestions: { subject: "own_file", allowed: 409 },
  setFormValues: { subject: "own_file", allowed: 409, body: () => ({ values: "fields" }) },
  removeElement: { subject: "own_file", allowed: 409 },
  saveElements: { subject: "own_file", allowed: 409, body: () => ({ elements: [] }) },
  createRequest: {
    subject: "own_file",
    allowed: 409,
    body: ({ fileId }) => ({ file: { fileId }, name: "Lease", users: [{ email: "ana@x.example" }] }),
  },
  updateRequest: { subject: "own_file", allowed: 200, body: ({ uuid }) => ({ uuid, status: 1 }) },
  showEnvelope: { subject: "file", allowed: 200 },
  updateEnvelope: { subject: "own_file", allowed: 200, body: () => ({ status: 1 }) },
  deleteEnvelope: { subject: "own_file", allowed: 409 },
  addEnvelopeFiles: {
    subject: "own_file",
    allowed: 409,
    body: ({ fileId }) => ({ files: [{ file: { fileId } }] }),
  },
  removeEnvelopeFile: { subject: "own_file", allowed: 409 },
  listEnvelopeFields: { subject: "file", allowed: 200 },
  saveEnvelopeFields: { subject: "own_file", allowed: 409, body: () => ({ fields: [] }) },
  withdrawFile: { subject: "own_file", allowed: 200 },
  replaceSigner: {
    subject: "own_file",
    allowed: 200,
    body: () => ({ email: "other@x.example" }),
  },
  listFileMails: { subject: "own_file", allowed: 200 },
  withdrawSigner: { subject: "own_file", allowed: 200 },
  addSigners: { subject: "own_file", allowed: 200, body: ({ uuid, email }) => ({ uuid, users: [{ email }] }) },
  withdrawNamed: {
    subject: "own_file",
    allowed: 200,
    body: ({ uuid, email }) => ({ uuid, users: [{ email }] }),
  },
  remindSigners: { subject: "own_file", allowed: 200, body: ({ fileId }) => ({ fileId }) },
  remindSigner: {
    subject: "own_file",
    allowed: 200,
    body: ({ fileId, signRequestId }) => ({ fileId, signRequestId }),
  },
  showReminders: { subject: "own_file", allowed: 200 },
  skipReminder: {
    subject: "own_file",
    allowed: 200,
    body: ({ signRequestId }) => ({ signRequestId }),
  },
  getTemplate: { subject: "template", allowed: 200 },
  changeTemplate: { subject: "template", allowed: 200, body: () => ({ name: "Lease 2" }) },
  deleteTemplate: { subject: "template", allowed: 200 },
  listTemplateVersions: { subject: "template", allowed: 200 },
  getTemplateVersion: { subject: "template", allowed: 200 },
  drawTemplatePage: { subject: "template", allowed: 200 },
  downloadTemplate: { subject: "template", allowed: 200 },
  listTemplateSuggestions: { subject: "template", allowed: 200 },
  createFromTemplate: {
    subject: "template",
    allowed: 200,
    body: ({ email }) => ({ people: { Tenant: { email } } }),
  },
  downloadBulkSendExample: { subject: "template", allowed: 200 },
  checkBulkSend: { subject: "template", allowed: 200, body: csvBody },
  startBulkSend: { subject: "template", allowed: 200, body: csvBody },
  getBulkSend: { subject: "bulk_send", allowed: 200 },
  listBulkSendRows: { subject: "bulk_send", allowed: 200 },
  downloadBulkSendResults: { subject: "bulk_send", allowed: 200 },
  pauseBulkSend: { subject: "bulk_send", allowed: 200 },
  resumeBulkSend: { subject: "bulk_send", allowed: 200 },
  cancelBulkSend: { subject: "bulk_send", allowed: 200 },
  retryBulkSend: { subject: "bulk_send", allowed: 200 },
  listDirectLinks: { subject: "template", allowed: 200 },
  createDirectLink: { subject: "template", allowed: 200, body: () => ({ name: "Fair", role: "Tenant" }) },
  getDirectLink: { subject: "template", allowed: 200 },
  changeDirectLink: { subject: "template", allowed: 200, body: () => ({ isOn: false }) },
  deleteDirectLink: { subject: "template", allowed: 200 },
  rotateDirectLink: { subject: "template", allowed: 200 },
  requestCodeByFile: { subject: "signing", allowed: 200 },
  signByFile: { subject: "signing", allowed: 410, body: () => noCode },
  requestCodeByLink: { subject: "link_signing", allowed: 200 },
  checkFieldsByLink: { subject: "link_signing", allowed: 200, body: () => ({ fields: [] }) },
  signByLink: { subject: "link_signing", allowed: 410, body: () => noCode },
  approveByLink: { subject: "link_signing", allowed: 409, body: () => noCode },
  pagesSeenByLink: { subject: "link_signing", allowed: 409, body: () => ({ pages: [1] }) },
  openLink: { subject: "link", allowed: 200 },
  downloadByLink: { subject: "link", allowed: 200 },
  listPagesByLink: { subject: "link", allowed: 200 },
  readPageByLink: { subject: "link", allowed: 200 },
  drawPageByLink: { subject: "link", allowed: 200 },
  delegateByLink: { subject: "link", allowed: 403, body: () => ({ email: "other@x.example" }) },
  declineByLink: { subject: "link", allowed: 200, body: () => ({ reason: "Not me." }) },
  viewedByLink: { subject: "link", allowed: 200 },
  renewByLink: { subject: "link", allowed: 409 },
  createInvitedAccount: {
    subject: "link",
    allowed: 422,
    body: () => ({ email: "another@x.example", password: "correct horse battery" }),
  },
  identify: { subject: "link", allowed: 200 },
  confirmIdentification: { subject: "link", allowed: 410, body: () => noCode },
  listAttachments: { subject: "file", allowed: 200 },
  downloadAttachment: { subject: "file", allowed: 200 },
  listAttachmentsByLink: { subject: "link_signing", allowed: 200 },
  uploadAttachment: { subject: "link_signing", allowed: 200, file: sampleHeads.jpeg },
  removeAttachment: { subject: "link_signing", allowed: 200 },
  downloadAttachmentByLink: { subject: "link_signing", allowed: 200 },
  startDrawing: { subject: "link_signing", allowed: 200, body: () => ({ type: "signature" }) },
  readDrawing: { subject: "link_signing", allowed: 404 },
  cleanGuestImage: { subject: "guest_link", allowed: 422, body: () => ({ file: { base64: "AAAA" } }) },
  storeGuestImages: {
    subject: "guest_link",
    allowed: 422,
    body: () => ({ elements: [{ type: "signature", file: { base64: "AAAA" } }] }),
  },
  listGuestImages: { subject: "guest_link", allowed: 200 },
  getGuestImage: { subject: "guest_link", allowed: 404 },
};
