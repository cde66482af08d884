import { z } from "zod";

const time = z.string().meta({ description: "ISO 8601, UTC" });
const verdict = z.enum(["intact", "intact_later_allowed", "unsupported", "modified", "invalid"]);

const chain = z.enum(["ours", "known", "unknown"]);

const revocation = z.object({
  status: z.enum(["good", "revoked", "unknown", "not_needed"]),
  source: z.enum(["ocsp", "crl"]).nullable(),
  at: time.nullable().meta({ description: "When the answer was true." }),
  revokedAt: time.nullable(),
  problem: z.string().nullable(),
}).meta({ id: "RevocationReport", description: "What the data in the file, or this instance's own lists, say. Nothing is fetched." });

const pathCertificate = z.object({
  subject: z.string(), issuer: z.string(), serialNumber: z.string(), notBefore: time, notAfter: time,
  sha256: z.string().meta({ description: "Of its DER, lower-case hex." }),
}).meta({ id: "PathCertificate" });

const timestamp = z.object({
  status: z.enum(["none", "valid", "invalid"]), at: time.nullable(), authority: z.string().nullable(), problem: z.string().nullable(), chain, revocation,
}).meta({ id: "TimestampReport" });

export const signatureRecord = z.object({
  field: z.string().meta({ description: "Fully qualified name of the signature field." }),
  kind: z.enum(["signature", "doc_timestamp"]),
  verdict,
  explanation: z.string().meta({ description: "The sentence that decided the verdict." }),
  intact: z.boolean().meta({ description: "The signed bytes are the ones that were signed." }),
  coverage: z.enum(["whole_file", "revision", "contiguous", "unclear"]),
  changes: z.object({ level: z.enum(["none", "permitted", "not_permitted"]), items: z.array(z.string()) }),
  cms: z.object({
    status: z.enum(["valid", "invalid", "unsupported"]),
    subFilter: z.string().nullable(),
    digestAlgorithm: z.string().nullable(),
    signatureAlgorithm: z.string().nullable(),
    problems: z.array(z.string()),
  }),
  signedRevision: z.object({
    end: z.int().meta({ description: "The signature covers the file's bytes from 0 up to here." }),
    sha256: z.string().meta({ description: "Of these bytes, the signature's own included, lower-case hex." }),
  }).nullable(),
  chain: chain.meta({ description: "Whether the certificate leads to this instance's root, or to one that its operator trusts. Never decides the verdict." }),
  certificates: z.array(pathCertificate).meta({ description: "From the signer towards a root, the signer first, as far as it could be built." }),
  chainProblems: z.array(z.string()).meta({ description: "What speaks against these certificates. Never decides the verdict." }),
  revocation,
  timestamp,
  contentTimestamp: timestamp.meta({ description: "Made of the content before signing: it tells the earliest time, and is reported only." }),
  etsi: z.object({
    indication: z.enum(["TOTAL_PASSED", "INDETERMINATE", "TOTAL_FAILED"]),
    subIndication: z.string().nullable(),
  }).meta({ description: "The words of ETSI EN 319 102-1, which ask for trust as well; the verdict does not." }),
  level: z.enum(["CMS", "B-B", "B-T", "B-LT", "B-LTA"]).nullable(),
  signedAt: time.nullable().meta({ description: "The credited timestamp's time, else what the signer claims." }),
  signer: z.object({
    subject: z.string(), issuer: z.string(), serialNumber: z.string(), notBefore: time, notAfter: time, email: z.string().optional(),
  }).nullable(),
  reason: z.string().nullable(),
}).meta({ id: "SignatureRecord" });

export const verificationReport = z.object({
  verdict: z.enum(["none", ...verdict.options]).meta({ description: "The worst of the signatures; none when no signature field is filled." }),
  sha256: z.string().meta({ description: "Of the whole file, lower-case hex." }),
  signatures: z.array(signatureRecord),
  warnings: z.array(z.string()).meta({ description: "What a careful reader should look at although it decides no verdict." }),
}).meta({ id: "VerificationReport" });
