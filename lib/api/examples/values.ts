import type { z } from "zod";
import type { FieldWire } from "@/lib/documents/fields/schema";
import type { fileAnswer, FileWire, SignerWire } from "@/lib/views/schema";

/** One document and its people, shared by all examples, so that readers can follow it from call to call. */
export const origin = "https://sign.example.org";
export const fileUuid = "3b0c9d4e-6a51-4f0e-8d2b-7f6f1c2a9e10";
export const linkUuid = "9d1f7a52-0c3e-4b86-a7d4-5e2c8b1f3a64";
export const fileId = 12;
export const signRequestId = 51;
export const createdAt = "2027-03-12T13:02:11.204Z";
export const releasedAt = "2027-03-12T13:05:40.017Z";
export const signedAt = "2027-03-12T14:20:03.551Z";
export const expiresAt = "2027-04-11T13:05:40.017Z";
export const sha256 = "4a1f0c7be0a1d1c2a0f6b2f84d40a85d1a6b1d3c5d0b8f1e3a7c9b2d6e4f5a60";
export const shortPdf = "JVBERi0xLjcK…";
export const shortPng = "iVBORw0KGgo…";

/** For a field without rules. */
export const exampleDetails = {
  colour: null,
  font: null,
  group: null,
  rules: null,
  help: null,
  placeholder: null,
  timeZone: null,
  showWhen: null,
  requireWhen: null,
  calculate: null,
};

export const exampleField: FieldWire = {
  elementId: 7,
  fileElementId: 7,
  type: "signature",
  signRequestId,
  required: true,
  label: null,
  value: null,
  readOnly: false,
  fontSize: null,
  alignment: null,
  dateFormat: null,
  ...exampleDetails,
  coordinates: { page: 1, top: 600, left: 60, width: 180, height: 60, llx: 60, lly: 182, urx: 240, ury: 242 },
};

export const exampleSigner: SignerWire = {
  signRequestId,
  email: "bo@example.org",
  displayName: "Bo Lindqvist",
  description: "Please sign by Friday.",
  subject: "Your lease, ready to sign",
  phone: null,
  language: "pt",
  role: "signer",
  status: "draft",
  signed: null,
  done: null,
  request_sign_date: createdAt,
  me: false,
  signingOrder: 1,
  signMethod: "email",
  identifyMethods: [{ method: "account", value: "bo@example.org", mandatory: 1 }],
  visibleElements: [exampleField],
};

/** A draft with one signer and one field. */
export const exampleDraft: FileWire = {
  id: fileId,
  fileId,
  nodeId: fileId,
  uuid: fileUuid,
  name: "Lease",
  status: 0,
  statusText: "draft",
  created_at: createdAt,
  request_date: createdAt,
  releasedAt: null,
  completedAt: null,
  expiresAt: null,
  contentDeletedAt: null,
  retention: { deletionAt: null, onHold: false },
  requested_by: { userId: "ana@example.org", uid: "ana@example.org", displayName: "Ana Silva" },
  pages: 3,
  size: 48_211,
  sha256,
  originalSha256: sha256,
  file: `${origin}/api/v1/file/${fileUuid}/content`,
  url: `${origin}/documents/${fileUuid}`,
  signers: [exampleSigner],
  visibleElements: [exampleField],
  settings: { canSign: false, canRequestSign: true, hasSignatureFile: false, signMethod: null, phoneNumber: null },
  upload: {
    repaired: false,
    decrypted: false,
    alreadySigned: false,
    convertedFrom: null,
    frozenFields: 0,
    removed: [],
    remaining: ["ExternalLinks"],
    warnings: [],
    signatureWarnings: [],
    shadowContent: [],
    readers: { compared: 2, of: 2, differences: [] },
  },
  messages: [],
};

export const exampleReleased: FileWire = {
  ...exampleDraft,
  status: 1,
  statusText: "able to sign",
  releasedAt,
  expiresAt,
  signers: [{ ...exampleSigner, status: "pending" }],
};

export function asFileAnswer(message: string, data: FileWire): z.infer<typeof fileAnswer> {
  return { message, fileId: data.fileId, uuid: data.uuid, data };
}

const exampleBulkSend = {
  bulkSendId: 3,
  templateId: 12,
  name: "Leases 2028",
  total: 250,
  sent: 249,
  failed: 1,
  url: `${origin}/bulk-sends/3`,
};

/** Payloads of webhooks and callbacks. */
export function exampleEvent(type: string) {
  if (type === "bulk_send.completed") return { type, timestamp: releasedAt, data: exampleBulkSend };
  if (type.startsWith("template."))
    return {
      type,
      timestamp: releasedAt,
      data: { templateId: 12, version: 2, name: "Lease", url: `${origin}/templates/12` },
    };
  const isOfSigner = type.startsWith("sign_request.");
  const data = {
    fileId,
    uuid: fileUuid,
    status: type === "file.created" ? 0 : 1,
    name: "Lease",
    sequence: 2,
    ...(isOfSigner ? { signRequestId } : {}),
    sha256,
    url: `${origin}/documents/${fileUuid}`,
  };
  return { type, timestamp: releasedAt, data };
}
