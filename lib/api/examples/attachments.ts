import {
  downloadAttachmentByLinkOperation,
  downloadAttachmentOperation,
  listAttachmentsByLinkOperation,
  listAttachmentsOperation,
  removeAttachmentOperation,
  uploadAttachmentOperation,
} from "../operations/attachments";
import { example } from "./own-data";
import { sha256, signRequestId } from "./values";

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
