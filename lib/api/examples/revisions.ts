import { listRevisionsOperation } from "../operations/revisions";
import { example } from "./example";
import { fileUuid, releasedAt, sha256, signedAt, signRequestId } from "./values";

const field = `paraph-${fileUuid}`;

export const revisionsExamples = [
  example(listRevisionsOperation, {
    answer: {
      data: [
        {
          revision: 1,
          kind: "prepared",
          signRequestId: null,
          signer: null,
          field: `${field}-certify`,
          signedAt: releasedAt,
          size: 73114,
          sha256,
        },
        {
          revision: 2,
          kind: "signature",
          signRequestId,
          signer: "Ana Silva",
          field: `${field}-s${signRequestId}`,
          signedAt: signedAt,
          size: 96020,
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        },
      ],
    },
  }),
];
