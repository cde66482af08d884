import { z } from "zod";

const time = z.string().meta({ description: "ISO 8601, UTC" });
const verdict = z.enum(["intact", "intact_later_allowed", "unsupported", "modified", "invalid"]);

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
  chain: z.enum(["ours", "known", "unknown"]).meta({ description: "Whether the certificate leads to this instance's root. Never decides the verdict." }),
  timestamp: z.object({
    status: z.enum(["none", "valid", "invalid"]), at: time.nullable(), authority: z.string().nullable(), problem: z.string().nullable(),
  }),
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
