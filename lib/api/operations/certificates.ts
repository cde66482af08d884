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
  tag,
  summary: "Rotate a key of this service",
  description:
    "Requires the account's password, given within the last five minutes. Existing signatures stay valid, pending requests finish with the new key, and the previous key keeps answering for the certificates it issued.",
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
  tag,
  summary: "Revoke a certificate",
  description:
    "For good; the revocation list and OCSP say so at once. Needs the account's password, given within the last five minutes. Earlier signatures keep their verdict. " +
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
