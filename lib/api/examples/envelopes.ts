import {
  addEnvelopeFilesOperation,
  createEnvelopeOperation,
  deleteEnvelopeOperation,
  listEnvelopeFieldsOperation,
  listEnvelopesOperation,
  removeEnvelopeFileOperation,
  saveEnvelopeFieldsOperation,
  showEnvelopeOperation,
  updateEnvelopeOperation,
} from "@/lib/api/operations/envelopes";
import type { FileWire } from "@/lib/views/schema";
import { example } from "./account";
import {
  asFileAnswer,
  exampleDraft,
  exampleField,
  exampleReleased,
  exampleSigner,
  origin,
  sha256,
  shortPdf,
  signRequestId,
} from "./values";

const leaseUuid = "c1d8f0a2-5b7e-4c3f-9a64-0e2b7d9f1c35";
const rulesUuid = "7e4a9b13-2c6d-4f58-8b0a-6d1c3e5f7a92";
const field = { ...exampleField, file: leaseUuid };
const upload = exampleDraft.upload;

const lease = {
  fileId: 13,
  uuid: leaseUuid,
  name: "Lease",
  position: 1,
  pages: 3,
  firstPage: 1,
  size: 48_211,
  sha256,
  originalSha256: sha256,
  file: `${origin}/api/v1/file/${leaseUuid}/content`,
  ...(upload ? { upload } : {}),
  signRequestIds: [signRequestId],
  signatures: [],
};
const rules = {
  ...lease,
  fileId: 14,
  uuid: rulesUuid,
  name: "House rules",
  position: 2,
  pages: 2,
  firstPage: 4,
  file: `${origin}/api/v1/file/${rulesUuid}/content`,
  signRequestIds: [],
};

function enveloped(document: FileWire): FileWire {
  return {
    ...document,
    name: "Lease with house rules",
    kind: "envelope",
    filesCount: 2,
    files: [lease, rules],
    pages: 5,
    signers: document.signers.map((signer) => ({ ...signer, visibleElements: [field] })),
    visibleElements: [field],
  };
}

const draft = enveloped(exampleDraft);
const { files: _files, ...listed } = enveloped(exampleReleased);
const coordinates = { page: 1, left: 60, top: 600, width: 180, height: 60 };

export const envelopeExamples = [
  example(createEnvelopeOperation, {
    body: {
      name: "Lease with house rules",
      files: [
        { name: "Lease", file: { base64: shortPdf } },
        { name: "House rules", file: { fileId: 14 } },
      ],
      users: [
        {
          email: "bo@example.org",
          displayName: "Bo Lindqvist",
          visibleElements: [{ type: "signature", file: 0, coordinates }],
        },
      ],
    },
    answer: asFileAnswer("The envelope is stored.", draft),
  }),
  example(listEnvelopesOperation, {
    answer: {
      data: [listed],
      pagination: { total: 1, current: null, next: null, prev: null, last: null, first: null, nextCursor: null },
    },
  }),
  example(showEnvelopeOperation, { answer: enveloped(exampleReleased) }),
  example(updateEnvelopeOperation, {
    body: { files: [{ uuid: leaseUuid }, { uuid: rulesUuid, name: "House rules 2027" }], status: 1 },
    answer: asFileAnswer("The envelope is up to date.", enveloped(exampleReleased)),
  }),
  example(deleteEnvelopeOperation, { answer: { message: "The document is deleted." } }),
  example(addEnvelopeFilesOperation, {
    body: { files: [{ name: "House rules", file: { base64: shortPdf } }] },
    answer: asFileAnswer("The files are added.", draft),
  }),
  example(removeEnvelopeFileOperation, {
    answer: asFileAnswer("The file is removed.", { ...draft, filesCount: 1, files: [lease], pages: 3 }),
  }),
  example(listEnvelopeFieldsOperation, { answer: { data: [field] } }),
  example(saveEnvelopeFieldsOperation, {
    body: { fields: [{ type: "signature", file: leaseUuid, signRequestId: exampleSigner.signRequestId, coordinates }] },
    answer: { data: [field] },
  }),
];
