import type { X509Certificate } from "node:crypto";
import type { SignatureRole } from "@/lib/pades/verify/report/report";
import { certificationFieldName, fileOfField, sealFieldName } from "@/lib/pdf/fields/prepared-field";
import { isOfEvidence } from "@/lib/platform/signed-texts";
import { subjectOf } from "@/lib/x509/distinguished-name";
import { Oid } from "./certificate-extensions";

export interface RoleFacts {
  field: string;
  chain: "ours" | "known" | "unknown";
  verdict: string;
  reason: string | null;
  certificate: X509Certificate | null;
}

/**
 * Only keys of this instance certify and seal. The key of an invalid signature proves nothing, so there the field name
 * decides the role.
 */
export function roleOf({ field, chain, verdict, reason, certificate }: RoleFacts): SignatureRole {
  if (chain !== "ours" && verdict !== "invalid") {
    return "person";
  }
  const uuid = fileOfField(field);
  if (uuid !== null && field === certificationFieldName(uuid)) {
    return "certified";
  }
  if (uuid !== null && field === sealFieldName(uuid)) {
    return isOfEvidence(reason, uuid) ? "evidence" : "sealed";
  }
  return chain === "ours" && certificate !== null && isSeal(certificate) ? "service" : "person";
}

/**
 * A person's certificate always states in OU how the person was authenticated. An operator's authority may have issued
 * other certificates without an OU, but for other purposes or with an address.
 */
function isSeal(certificate: X509Certificate): boolean {
  const { organization, organizationalUnit, emailAddress } = subjectOf(certificate);
  const isForDocuments = certificate.keyUsage?.includes(Oid.documentSigning) ?? false;
  const hasAddress = emailAddress !== null || certificate.subjectAltName !== undefined;
  return isForDocuments && organization !== null && organizationalUnit === null && !hasAddress;
}
