import { deleteFileOperation, listFilesOperation, listPagesOperation, showAuditOperation, showFileByIdOperation, showFileByUuidOperation, showProgressOperation, uploadFileOperation } from "../operations/files";
import { example } from "./example";
import { createdAt, exampleDraft, exampleReleased, fileUuid, releasedAt, sha256, signRequestId } from "./values";

const upload = { ...exampleDraft, signers: [], visibleElements: [] };

export const filesExamples = [
  example(uploadFileOperation, { answer: upload }),
  example(listFilesOperation, {
    answer: { data: [exampleReleased], pagination: { total: 1, current: "/api/v1/file/list?page=1&length=20", next: null, prev: null, last: null, first: null, nextCursor: null } },
  }),
  example(showFileByIdOperation, { answer: exampleReleased }),
  example(showFileByUuidOperation, { answer: exampleReleased }),
  example(listPagesOperation, { answer: { data: [{ page: 1, width: 595.28, height: 841.89, rotation: 0 }, { page: 2, width: 841.89, height: 595.28, rotation: 90 }] } }),
  example(showProgressOperation, {
    answer: {
      uuid: fileUuid, status: 1, statusText: "able to sign", sequence: 4,
      signers: [{ signRequestId, status: "pending", told: releasedAt, opened: null, signed: null, declined: null, declineReason: null, mailFailed: false, codeFailed: false }],
    },
  }),
  example(showAuditOperation, {
    answer: {
      data: [{
        v: 1, file: fileUuid, seq: 1, type: "file.created", at: createdAt, actor: { kind: "account", accountId: 3 }, auth: { method: "token" }, net: {},
        doc: { sha256 }, data: { pages: 3 }, prev: "0".repeat(64), hash: "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184",
      }],
    },
  }),
  example(deleteFileOperation, { answer: { message: "The document is deleted" } }),
];
