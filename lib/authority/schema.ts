import { z } from "zod";

/** Reasons for revoking a certificate (RFC 5280 section 5.3.1). */
export const revocationReasonNames = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
] as const;
export const certificateStatusNames = ["in_use", "replaced", "revoked", "expired"] as const;

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const certificateFacts = {
  serialNumber: z.string().meta({ description: "Lower-case hex." }),
  subject: z.string(),
  issuer: z.string(),
  notBefore: time,
  notAfter: time,
  sha256: z.string().meta({ description: "The hash of the certificate, in lower-case hex." }),
  status: z.enum(certificateStatusNames),
  replacedAt: time.nullable(),
  revokedAt: time.nullable(),
  revocationReason: z.enum(revocationReasonNames).nullable(),
};

export const certificateAnswer = z.object({
  ...certificateFacts,
  kind: z.enum(["account", "act"]).meta({
    description: "`act`: issued for one signature. Its key was deleted immediately, so it cannot be revoked.",
  }),
  owner: z
    .object({ accountId: z.int(), email: z.string(), displayName: z.string(), erased: z.boolean() })
    .nullable()
    .meta({ description: "Null for a certificate issued for one signature." }),
});
export const certificateListAnswer = z.object({
  data: z.array(certificateAnswer),
  nextCursor: z.int().nullable().meta({ description: "Null: this was the last page." }),
});

export const authorityAnswer = z.object({
  ...certificateFacts,
  kind: z
    .enum(["root", "issuing", "seal", "configured"])
    .meta({ description: "`configured`: a current or former key of the operator, which this service cannot revoke." }),
  issues: z.boolean().meta({ description: "True for authorities, false for the certificate that seals documents." }),
  listUrl: z.string().nullable().meta({ description: "The URL of its revocation list." }),
});
export const authorityListAnswer = z.object({ data: z.array(authorityAnswer) });

export const revocation = z.object({
  reason: z.enum(revocationReasonNames).meta({ description: "Published in the CRL and in OCSP responses." }),
});
export const revocationAnswer = z.object({
  message: z.string(),
  serialNumber: z.string(),
  revokedAt: time,
  revocationReason: z.enum(revocationReasonNames),
  alsoRevoked: z.int().meta({ description: "Number of certificates revoked together with the authority." }),
});
export const keyRotation = z.object({
  key: z
    .enum(["seal", "issuing"])
    .meta({ description: "`issuing`: a new issuing authority under the same root, and a new seal below it." }),
});
export const rotationAnswer = z.object({ message: z.string() }).extend(authorityListAnswer.shape);

export type CertificateStatusName = (typeof certificateStatusNames)[number];
export type CertificateWire = z.infer<typeof certificateAnswer>;
export type AuthorityWire = z.infer<typeof authorityAnswer>;
export type RotatedKey = z.infer<typeof keyRotation>["key"];
