import { z } from "zod";
import {
  authorityListAnswer,
  certificateListAnswer,
  certificateStatusNames,
  keyRotation,
  revocation,
  revocationAnswer,
  rotationAnswer,
} from "@/lib/authority/schema";
import { operation, queryInteger, type Operation } from "./operation";
import { ocspBody, ocspInPath } from "./request-bodies";

const tag = "Signing";
const ocspAnswer = { content: ["application/ocsp-response"] } as const;

export const getAuthoritiesOperation = operation({
  id: "getAuthorities",
  method: "GET",
  path: "/pki/ca.crt",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Download the certificate authorities of this instance",
  description:
    "PEM: the root and the issuing authority, followed by each authority that the operator configured instead.",
  caller: "public",
  answer: { content: ["application/x-pem-file"] },
  errors: ["key_unavailable"],
});

export const getRevocationListOperation = operation({
  id: "getRevocationList",
  method: "GET",
  path: "/pki/crl",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Download the certificate revocation list",
  description:
    "The revocation list (RFC 5280) of the first issuing authority, DER, valid for one day. Each certificate names the list of its issuer.",
  caller: "public",
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const getRootRevocationListOperation = operation({
  id: "getRootRevocationList",
  method: "GET",
  path: "/pki/root.crl",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Download the root's revocation list",
  description: "The list named by the issuing authority's own certificate (RFC 5280), DER, valid for one day.",
  caller: "public",
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const getLaterRevocationListOperation = operation({
  id: "getLaterRevocationList",
  method: "GET",
  path: "/pki/crl/{authority}",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Download the revocation list of a later authority",
  description:
    "The list named by certificates issued after the authority's key was replaced (RFC 5280), DER, valid for one day.",
  caller: "public",
  params: z.object({
    authority: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ description: "The first digits of the authority's SHA-256 fingerprint." }),
  }),
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const askStatusOperation = operation({
  id: "askCertificateStatus",
  method: "POST",
  path: "/pki/ocsp",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Query certificate status (OCSP)",
  description:
    "OCSP (RFC 6960) for certificates identified by SHA-1 or SHA-256. Errors are reported in responseStatus.",
  caller: "public",
  body: ocspBody,
  bodyKind: "ocsp",
  answer: ocspAnswer,
  errors: ["key_unavailable"],
});

export const askStatusByPathOperation = operation({
  id: "askCertificateStatusByPath",
  method: "GET",
  path: "/pki/ocsp/{request}",
  base: "origin",
  countedAs: "status",
  tag,
  summary: "Query certificate status by GET",
  description: "The request is DER in base64, percent-encoded (RFC 6960 appendix A.1).",
  caller: "public",
  params: ocspInPath,
  answer: ocspAnswer,
  errors: ["key_unavailable"],
});

export const authorityOperations: readonly Operation[] = [
  getAuthoritiesOperation,
  getRevocationListOperation,
  getRootRevocationListOperation,
  getLaterRevocationListOperation,
  askStatusOperation,
  askStatusByPathOperation,
];

export const listAuthoritiesOperation = operation({
  id: "listAuthorities",
  method: "GET",
  path: "/admin/authorities",
  tag: "Administration",
  summary: "List the certificates of this service",
  description:
    "Root, issuing authority and seal, with their predecessors and configured replacements. Download them at `/pki/ca.crt`.",
  caller: "admin",
  scope: "read",
  answer: authorityListAnswer,
  errors: ["key_unavailable"],
});

export const rotateKeyOperation = operation({
  id: "rotateKey",
  method: "POST",
  path: "/admin/authorities/rotate",
  tag: "Administration",
  summary: "Rotate a key of this service",
  description:
    "Requires the account's password, given recently (`freshProofSeconds`, five minutes by default). Existing signatures stay valid, pending requests finish with the new key, and the previous key still signs revocation data for the certificates it issued.",
  caller: "admin",
  scope: "write",
  body: keyRotation,
  answer: rotationAnswer,
  errors: ["reauth_required", "key_unavailable"],
});

export const listCertificatesOperation = operation({
  id: "listCertificates",
  method: "GET",
  path: "/admin/certificates",
  tag: "Administration",
  summary: "List signing certificates",
  description: "Newest first. A certificate issued for a single signature is found by its full serial number.",
  caller: "admin",
  scope: "read",
  query: z.object({
    q: z.string().max(254).optional().meta({ description: "Part of the owner's name or address, or a serial number." }),
    status: z.enum(certificateStatusNames).optional(),
    cursor: queryInteger(1, 999_999_999).optional(),
    length: queryInteger(1, 100).optional(),
  }),
  answer: certificateListAnswer,
  errors: [],
});

export const revokeCertificateOperation = operation({
  id: "revokeCertificate",
  method: "POST",
  path: "/admin/certificates/{serialNumber}/revoke",
  tag: "Administration",
  summary: "Revoke a certificate",
  description:
    "Permanent. Published immediately in the revocation list and by OCSP. Requires the account's password, given recently (`freshProofSeconds`, five minutes by default). Earlier signatures keep their verdict. " +
    "A revoked seal or issuing authority is replaced immediately. Revoking the issuing authority also revokes every certificate that it issued to accounts and seals.",
  caller: "admin",
  scope: "write",
  params: z.object({
    serialNumber: z
      .string()
      .regex(/^[0-9a-fA-F]{40}$/)
      .meta({ description: "20 octets, hex." }),
  }),
  body: revocation,
  answer: revocationAnswer,
  errors: ["reauth_required", "certificate_not_revocable", "key_unavailable"],
});

export const certificatesOperations: readonly Operation[] = [
  listAuthoritiesOperation,
  rotateKeyOperation,
  listCertificatesOperation,
  revokeCertificateOperation,
];
