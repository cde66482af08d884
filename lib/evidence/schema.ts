import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema";

/** The name of the chain's format; another number is another way to hash (docs/EVIDENCE-FORMAT.md). */
export const chainFormat = "paraph-chain-1";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const sha256 = z.string().meta({ description: "SHA-256, lower-case hex" });
const members = z.record(z.string(), z.unknown());

export const chainEvent = z
  .object({
    v: z.int(),
    file: z.string(),
    seq: z.int(),
    type: z.string(),
    at: time,
    actor: members,
    auth: members,
    net: members,
    doc: members,
    data: members,
    prev: sha256,
    hash: sha256,
  })
  .meta({ id: "AuditEvent", description: "One event, exactly as it was hashed." });

export const personalValue = z
  .object({
    seq: z.int(),
    path: z.string().meta({ description: "The path of the salted hash in the event, for example actor.email." }),
    salt: z.string(),
    value: z.string(),
  })
  .meta({ id: "PersonalValue" });

/** `data.skipped` of the event `signed`: fields that were not there, by their conditions. */
export const skippedFields = z.array(
  z.object({ elementId: z.int(), type: z.string(), page: z.int(), file: z.int().optional() }),
);

/** `data.attachments` of the events `signed` and `approved`: the files that the person had attached then. */
export const attachedFiles = z.array(
  z.object({ attachmentId: z.int(), sha256: z.string(), size: z.int(), type: z.string() }),
);

const head = z.object({ seq: z.int(), hash: sha256 });

/** The audit chain of a file with all that is needed to check it. */
export const chainDocument = z
  .object({
    format: z.literal(chainFormat),
    service: z.string().meta({ description: "Origin of the instance that wrote it." }),
    file: z.object({
      uuid: z.string(),
      name: z.string(),
      pages: z.int(),
      originalSha256: sha256,
      originalSize: z.int(),
    }),
    head: head.meta({ description: "The newest event of this export." }),
    sealed: head
      .nullable()
      .meta({ description: "The event that the seal of the document vouches for; null before it is sealed." }),
    personal: z.array(personalValue).meta({
      description:
        "Values that events carry as salted hashes. One that is missing was erased, or is not the reader's to see.",
    }),
    data: z.array(chainEvent).meta({ description: "Every event, oldest first." }),
  })
  .meta({ id: "AuditChain" });

export type ChainDocument = z.infer<typeof chainDocument>;
export type ChainEvent = z.infer<typeof chainEvent>;
export type PersonalValue = z.infer<typeof personalValue>;

export const erasure = z.object({ email: emailAddress.meta({ description: "The address of the person." }) });

export const erasureAnswer = z.object({
  message: z.string(),
  account: z.boolean().meta({ description: "An account existed and was closed." }),
  signRequests: z.int().meta({ description: "Signing requests whose recipient was erased." }),
  documents: z.int().meta({
    description:
      "Documents whose audit trail no longer has the person's values. Each records the erasure and still verifies.",
  }),
  signedDocuments: z.int().meta({
    description: "Documents kept as signed, including the person's entries, as proof for all signers.",
  }),
});

export type ErasureAnswer = z.infer<typeof erasureAnswer>;
