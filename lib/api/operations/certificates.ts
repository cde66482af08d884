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
import { operation, type Operation } from "../operation";
import { queryInteger } from "../parameters";

const tag = "Administration";

export const listAuthoritiesOperation = operation({
  id: "listAuthorities",
  method: "GET",
  path: "/admin/authorities",
  tag,
  summary: "The certificates of this service itself",
  description:
    "Root, issuing authority and seal, those they replaced, and what the operator configured. The certificates are at `/pki/ca.crt`.",
  caller: "admin",
  scope: "read",
  answer: authorityListAnswer,
  errors: ["key_unavailable"],
});

export const rotateKeyOperation = operation({
  id: "rotateKey",
  method: "POST",
  path: "/admin/authorities/rotate",
  tag,
  summary: "Make a new signing key of this service",
  description:
    "Needs the account's password, given within the last five minutes. What was signed stays valid, requests under way finish under the new key, and the key before answers for what it issued.",
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
  tag,
  summary: "The signing certificates of people",
  description: "Newest first. A certificate that was made for one signature is found by its whole serial number.",
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
  tag,
  summary: "Revoke a certificate",
  description:
    "For good; the revocation list and OCSP say so at once. Needs the account's password, given within the last five minutes. What was signed before keeps its verdict. " +
    "A revoked seal is replaced at once; with the issuing authority everything goes that it issued to people.",
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
