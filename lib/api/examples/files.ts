import {
  deleteFileOperation,
  duplicateFileOperation,
  fetchFileOperation,
  listFilesOperation,
  listPagesOperation,
  showFileByIdOperation,
  showFileByUuidOperation,
  showListMarkOperation,
  showProgressOperation,
  uploadFileOperation,
} from "../operations/files";
import { example } from "./example";
import { exampleDraft, exampleReleased, fileUuid, releasedAt, signRequestId } from "./values";

const upload = { ...exampleDraft, signers: [], visibleElements: [] };

export const filesExamples = [
  example(uploadFileOperation, { answer: upload }),
  example(fetchFileOperation, {
    body: { url: "https://files.example.org/lease.pdf", name: "Lease 2027" },
    answer: upload,
  }),
  example(duplicateFileOperation, { body: { name: "Lease 2028" }, answer: { ...exampleDraft, name: "Lease 2028" } }),
  example(listFilesOperation, {
    answer: {
      data: [exampleReleased],
      pagination: {
        total: 1,
        current: "/api/v1/file/list?page=1&length=20",
        next: null,
        prev: null,
        last: null,
        first: null,
        nextCursor: null,
      },
    },
  }),
  example(showListMarkOperation, { answer: { mark: "42.3.mf2k8w0g" } }),
  example(showFileByIdOperation, { answer: exampleReleased }),
  example(showFileByUuidOperation, { answer: exampleReleased }),
  example(listPagesOperation, {
    answer: {
      data: [
        { page: 1, width: 595.28, height: 841.89, rotation: 0 },
        { page: 2, width: 841.89, height: 595.28, rotation: 90 },
      ],
    },
  }),
  example(showProgressOperation, {
    answer: {
      uuid: fileUuid,
      status: 1,
      statusText: "able to sign",
      sequence: 4,
      signers: [
        {
          signRequestId,
          status: "pending",
          told: releasedAt,
          opened: null,
          signed: null,
          declined: null,
          declineReason: null,
          mailFailed: false,
          codeFailed: false,
        },
      ],
    },
  }),
  example(deleteFileOperation, { answer: { message: "The document is deleted" } }),
];
