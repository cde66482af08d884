import {
  downloadAttachmentByLinkOperation,
  downloadAttachmentOperation,
  listAttachmentsByLinkOperation,
  listAttachmentsOperation,
  removeAttachmentOperation,
  uploadAttachmentOperation,
} from "../operations/attachments";
import {
  approveByLinkOperation,
  checkFieldsByLinkOperation,
  pagesSeenByLinkOperation,
  requestCodeByFileOperation,
  requestCodeByLinkOperation,
  signByFileOperation,
  signByLinkOperation,
  validatePdfOperation,
} from "../operations/signing";
import { example } from "./account";
import { asFileAnswer, exampleReleased, exampleSigner, fileUuid, sha256, signedAt, signRequestId } from "./values";

const sent = {
  message: "A code is on its way",
  channel: "email" as const,
  sentTo: "b…@example.org",
  expiresAt: "2027-03-12T14:28:40.000Z",
  resendAt: "2027-03-12T14:19:40.000Z",
};
const certificate = {
  subject: "OU=mailbox access\\, code entered 2027-03-12 14:18:40Z, CN=Bo Lindqvist",
  issuer: "CN=Paraph Issuing Authority",
  serialNumber: "5c0f1e9a77",
  notBefore: "2027-03-12T00:00:00.000Z",
  notAfter: "2030-03-12T00:00:00.000Z",
};
const name = {
  commonName: "Bo Lindqvist",
  organization: null,
  organizationalUnit: "mailbox access, code entered 2027-03-12 14:18:40Z",
  country: null,
  emailAddress: null,
  attributes: [
    { type: "OU", value: "mailbox access, code entered 2027-03-12 14:18:40Z" },
    { type: "CN", value: "Bo Lindqvist" },
  ],
};
const revocation = {
  status: "not_needed" as const,
  source: null,
  at: null,
  revokedAt: null,
  problem: null,
  finding: null,
};
const noTimestamp = {
  status: "none" as const,
  at: null,
  authority: null,
  problem: null,
  findings: [],
  chain: "unknown" as const,
  revocation: { ...revocation, status: "unknown" as const },
};
const signed = {
  action: 350 as const,
  message: "You have signed",
  file: { uuid: fileUuid, status: 5 },
  signature: { ...certificate, signedAt, timestamp: null, level: "B-B", verdict: "intact" },
};

export const signingExamples = [
  example(requestCodeByFileOperation, { answer: sent }),
  example(requestCodeByLinkOperation, { answer: sent }),
  example(checkFieldsByLinkOperation, {
    body: { fields: [{ elementId: 8, value: "Lisbon" }] },
    answer: { message: "All of it can be written into the document." },
  }),
  example(signByFileOperation, { body: { code: "482913" }, answer: signed }),
  example(signByLinkOperation, {
    body: { code: "482913", fields: [{ elementId: 8, value: "Lisbon" }] },
    answer: signed,
  }),
  example(approveByLinkOperation, {
    body: { code: "482913" },
    answer: asFileAnswer("You have approved", {
      ...exampleReleased,
      status: 2,
      statusText: "partially signed",
      signers: [
        { ...exampleSigner, role: "approver", status: "approved", done: signedAt, me: true, visibleElements: [] },
      ],
      visibleElements: [],
    }),
  }),
  example(pagesSeenByLinkOperation, {
    body: { pages: [1, 2] },
    answer: { message: "Noted", data: { seen: 2, pages: 3, isDone: false } },
  }),
  example(validatePdfOperation, {
    answer: {
      verdict: "intact",
      outcome: "intact",
      sha256,
      warnings: [],
      warningFindings: [],
      notices: [],
      completeness: null,
      signatures: [
        {
          field: "Signature1",
          kind: "signature",
          role: "person",
          verdict: "intact",
          explanation: "the signed bytes are intact and nothing was changed since",
          decidedBy: {
            code: "nothing_changed",
            params: {},
            text: "the signed bytes are intact and nothing was changed since",
          },
          intact: true,
          coverage: "whole_file",
          changes: { level: "none", items: [], findings: [] },
          pictures: { code: "nothing_later", overrules: false, readers: [], places: [] },
          cms: {
            status: "valid",
            subFilter: "ETSI.CAdES.detached",
            digestAlgorithm: "SHA-256",
            signatureAlgorithm: "ECDSA P-256",
            problems: [],
            findings: [],
          },
          signedRevision: { end: 84_213, sha256 },
          chain: "ours",
          certificates: [{ ...certificate, name, sha256 }],
          chainProblems: [],
          chainFindings: [],
          revocation,
          timestamp: noTimestamp,
          contentTimestamp: noTimestamp,
          etsi: { indication: "TOTAL_PASSED", subIndication: null },
          level: "B-B",
          signedAt,
          signer: { ...certificate, name, email: "bo@example.org" },
          proof: { kind: "email_code", at: "2027-03-12T14:18:40Z", sentTo: null },
          reason: "I agree to the terms",
          location: "Lisbon",
        },
      ],
    },
  }),
];

const request = {
  id: 1,
  label: "ID card",
  help: "Front and back.",
  required: true,
  types: ["pdf" as const, "jpeg" as const],
  maxBytes: 10_485_760,
  maxCount: 2,
};
const attachment = {
  id: 31,
  signRequestId,
  requestId: 1,
  label: "ID card",
  name: "front.jpg",
  type: "jpeg" as const,
  size: 482_113,
  sha256,
  createdAt: "2027-03-12T14:10:12.000Z",
};

export const attachmentExamples = [
  example(listAttachmentsOperation, { answer: { data: [attachment] } }),
  example(downloadAttachmentOperation, {}),
  example(listAttachmentsByLinkOperation, { answer: { requests: [request], data: [attachment] } }),
  example(uploadAttachmentOperation, { answer: attachment }),
  example(removeAttachmentOperation, { answer: { message: "The file was removed." } }),
  example(downloadAttachmentByLinkOperation, {}),
];
