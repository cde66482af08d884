import type { z } from "zod";
import type { AccountSigningKey, InstanceKey, RevocationReason } from "@/db/schema/accounts";
import type { SignatureFacts } from "@/db/schema/files";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readCertificateFacts } from "@/lib/x509/certificate";
import type { InstanceCertificate, InstanceCertificates } from "./authorities";
import type { Revoked } from "./revoke-certificate";
import type { AuthorityWire, CertificateWire, revocationAnswer, rotationAnswer } from "./schema";
import { statusOf, type CertificatePage, type OwnedCertificate } from "./stored-certificates";

export function toCertificatesWire({ owned, singleUse, nextCursor, now }: CertificatePage): {
  data: CertificateWire[];
  nextCursor: number | null;
} {
  return {
    data: [
      ...owned.map((certificate) => toOwned(certificate, now)),
      ...(singleUse ? [toSingleUse(singleUse, now)] : []),
    ],
    nextCursor,
  };
}

export function toAuthoritiesWire({ own, configured, publicUrl, now }: InstanceCertificates): {
  data: AuthorityWire[];
} {
  const ofOperator = configured.map(({ certificate, isAuthority, isInUse }) => ({
    ...factsOf(certificate, { replacedAt: null, revokedAt: null, revocationReason: null }, now),
    ...(isInUse ? {} : { status: "replaced" as const }),
    kind: "configured" as const,
    issues: isAuthority,
    listUrl: null,
  }));
  return { data: [...own.map((certificate) => toOwn(certificate, publicUrl, now)), ...ofOperator] };
}

export function toRotatedWire(certificates: InstanceCertificates): z.infer<typeof rotationAnswer> {
  return { message: "The new key is in use.", ...toAuthoritiesWire(certificates) };
}

export function toRevokedWire({
  serialNumber,
  revokedAt,
  reason,
  alsoRevoked,
}: Revoked): z.infer<typeof revocationAnswer> {
  return {
    message: "The certificate is revoked.",
    serialNumber,
    revokedAt: revokedAt.toISOString(),
    revocationReason: reason,
    alsoRevoked,
  };
}

function toOwn({ row, listName }: InstanceCertificate, publicUrl: string, now: Date): AuthorityWire {
  const kind = keyKindOf(row.name);
  const facts = factsOf(
    row.certificate,
    { replacedAt: row.retiredAt, revokedAt: row.revokedAt, revocationReason: row.revocationReason },
    now,
  );
  return { ...facts, kind, issues: kind !== "seal", listUrl: listName && `${publicUrl}/pki/${listName}` };
}

function keyKindOf(name: InstanceKey["name"]): "root" | "issuing" | "seal" {
  return name === "root" || name === "issuing" ? name : "seal";
}

function toOwned({ key, owner }: OwnedCertificate, now: Date): CertificateWire {
  if (key.certificate.length === 0) return { ...factsOfErased(key, now), kind: "account", owner };
  return { ...factsOf(key.certificate, key, now), kind: "account", owner };
}

/** For a single-use certificate, only the facts in the signature are stored. */
function toSingleUse(
  { subject, issuer, serialNumber, notBefore, notAfter }: SignatureFacts,
  now: Date,
): CertificateWire {
  const status = new Date(notAfter) <= now ? ("expired" as const) : ("in_use" as const);
  return {
    subject,
    issuer,
    serialNumber,
    notBefore,
    notAfter,
    sha256: "",
    status,
    replacedAt: null,
    revokedAt: null,
    revocationReason: null,
    kind: "act",
    owner: null,
  };
}

interface Ends {
  replacedAt: Date | null;
  revokedAt: Date | null;
  revocationReason: RevocationReason | null;
}

/** The certificate was erased with its owner. The number stays. */
function factsOfErased(key: AccountSigningKey, now: Date) {
  const [notBefore, notAfter] = [key.notBefore.toISOString(), key.notAfter.toISOString()];
  return {
    subject: key.subject,
    issuer: "",
    serialNumber: key.serialNumber,
    notBefore,
    notAfter,
    sha256: "",
    status: statusOf(key, now),
    ...endsOf(key),
  };
}

function factsOf(certificate: Buffer, { replacedAt, revokedAt, revocationReason }: Ends, now: Date) {
  const facts = readCertificateFacts(certificate);
  return {
    ...facts,
    sha256: sha256Hex(certificate),
    status: statusOf({ replacedAt, revokedAt, notAfter: new Date(facts.notAfter) }, now),
    ...endsOf({ replacedAt, revokedAt, revocationReason }),
  };
}

function endsOf({ replacedAt, revokedAt, revocationReason }: Ends) {
  return {
    replacedAt: replacedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    revocationReason: revokedAt ? (revocationReason ?? ("unspecified" as const)) : null,
  };
}
