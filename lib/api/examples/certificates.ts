import {
  listAuthoritiesOperation,
  listCertificatesOperation,
  revokeCertificateOperation,
  rotateKeyOperation,
} from "../operations/certificates";
import { example } from "./example";
import { createdAt, origin, sha256, signedAt } from "./values";

const notAfter = "2047-03-12T13:01:11.000Z";
const issuing = {
  serialNumber: "5b1c0ad27e5f4f3e9c10",
  subject: "O=sign.example.org, CN=Paraph Issuing CA 3FA91C20",
  issuer: "O=sign.example.org, CN=Paraph Root CA 0A77D1E4",
  notBefore: createdAt,
  notAfter,
  sha256,
  status: "in_use" as const,
  replacedAt: null,
  revokedAt: null,
  revocationReason: null,
  kind: "issuing" as const,
  issues: true,
  listUrl: `${origin}/pki/crl`,
};
const ofBo = {
  serialNumber: "61d2f09a44b7c83b5e02",
  subject: "OU=mailbox access\\, invitation link used 2027-03-12, CN=Bo Lindqvist",
  issuer: issuing.subject,
  notBefore: createdAt,
  notAfter,
  sha256,
  status: "in_use" as const,
  replacedAt: null,
  revokedAt: null,
  revocationReason: null,
  kind: "account" as const,
  owner: { accountId: 4, email: "bo@example.org", displayName: "Bo Lindqvist", erased: false },
};

export const certificatesExamples = [
  example(listAuthoritiesOperation, { answer: { data: [issuing] } }),
  example(rotateKeyOperation, {
    body: { key: "seal" },
    answer: { message: "The new key is in use.", data: [issuing] },
  }),
  example(listCertificatesOperation, { answer: { data: [ofBo], nextCursor: null } }),
  example(revokeCertificateOperation, {
    body: { reason: "keyCompromise" },
    answer: {
      message: "The certificate is revoked.",
      serialNumber: ofBo.serialNumber,
      revokedAt: signedAt,
      revocationReason: "keyCompromise",
      alsoRevoked: 0,
    },
  }),
];
