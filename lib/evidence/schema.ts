import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema";

/** The name of the chain's format. A different number means a different way to hash (docs/EVIDENCE-FORMAT.md). */
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

/** `data.skipped` of the `signed` event: fields hidden by their conditions. */
export const skippedFields = z.array(
  z.object({ elementId: z.int(), type: z.string(), page: z.int(), file: z.int().optional() }),
);

/** `data.attachments` of the events `signed` and `approved`: the files that the person had attached by then. */
export const attachedFiles = z.array(
  z.object({ attachmentId: z.int(), sha256: z.string(), size: z.int(), type: z.string() }),
);

const head = z.object({ seq: z.int(), hash: sha256 });

/** The audit chain of a file with everything needed to check it. */
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

export const longestRetentionDays = 36_500;
const days = z
  .int()
  .min(1)
  .max(longestRetentionDays)
  .nullable()
  .meta({ description: "Days from the end of a document until its content is deleted. Null: no period of its own." });

export const retentionChange = z.object({ days });
export const retentionAnswer = z.object({
  uuid: z.string(),
  days: days.meta({ description: "The period in force. Null: the content is kept." }),
  from: z
    .enum(["document", "account", "instance"])
    .nullable()
    .meta({ description: "The source of the period: the first of these that sets one." }),
  deletionAt: z.string().nullable().meta({
    description: "Planned day of deletion. Null: never, the document has not ended, or it is on hold.",
  }),
  announced: z.boolean().meta({ description: "The sender and the signers were notified of this day." }),
  onHold: z.boolean(),
  contentDeletedAt: z.string().nullable(),
});
export const accountRetentionAnswer = z.object({ accountId: z.int(), days });

const dueDocument = z.object({
  uuid: z.string(),
  name: z.string(),
  sentBy: z.object({ id: z.int(), displayName: z.string() }),
  endedAt: z.string(),
  days: z.int(),
  deletionAt: z.string(),
  announced: z.boolean(),
});
const heldDocument = z.object({
  uuid: z.string(),
  name: z.string(),
  sentBy: z.object({ id: z.int(), displayName: z.string() }),
  heldAt: z.string(),
});
export const dueListAnswer = z.object({
  data: z
    .array(dueDocument)
    .meta({ description: "The next to be deleted first, 200 at most. Nothing is changed by asking." }),
  total: z.int(),
  onHold: z.int().meta({ description: "The number of documents on legal hold." }),
  held: z.array(heldDocument).meta({ description: "Documents on legal hold, the latest hold first, 200 at most." }),
  clock: z
    .object({ problem: z.enum(["backwards", "forwards", "disagrees"]), at: z.string() })
    .nullable()
    .meta({
      description: "Why nothing is deleted until an administrator confirms the clock. Null: the clock is right.",
    }),
});
export const clockConfirmation = z.object({ message: z.string() });

const positions = z.array(z.int());
export const erasedEntryListAnswer = z.object({
  data: z.array(
    z.object({
      uuid: z.string(),
      seq: z.int().meta({ description: "The `seq` of the audit event that records the erasure." }),
      at: z.string(),
      type: z.enum(["person.erased", "content.deleted"]),
      hash: z.string(),
      erased: z
        .array(
          z.object({
            path: z
              .string()
              .meta({ description: "The path of the erased value within an event, such as `actor.email`." }),
            events: positions.meta({ description: "`seq` of the affected audit events." }),
          }),
        )
        .nullable()
        .meta({ description: "Null for erasures before these were listed." }),
    }),
  ),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
