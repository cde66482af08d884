import { showAuditOperation } from "../operations/evidence";
import { example } from "./example";
import { createdAt, fileUuid, sha256 } from "./values";

const hash = "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184";

export const evidenceExamples = [
  example(showAuditOperation, {
    answer: {
      format: "paraph-chain-1",
      service: "https://sign.example.org",
      file: { uuid: fileUuid, name: "Lease", pages: 3, originalSha256: sha256, originalSize: 48211 },
      head: { seq: 0, hash },
      sealed: null,
      personal: [{ seq: 0, path: "actor.email", salt: "5f0c1a9be2d34c7788f1b0a6d9e3c245", value: "ana@example.org" }],
      data: [
        {
          v: 1,
          file: fileUuid,
          seq: 0,
          type: "file.created",
          at: createdAt,
          actor: {
            kind: "account",
            accountId: 3,
            email: "sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
            proof: "token",
          },
          auth: {},
          net: {},
          doc: { sha256, size: 48211, originalSha256: sha256, originalSize: 48211, pages: 3 },
          data: { alreadySigned: false },
          prev: "0".repeat(64),
          hash,
        },
      ],
    },
  }),
];
