import { z } from "zod";

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
    description:
      "When the content is deleted, as things are. Null: never, or the document has not ended, or it is on hold.",
  }),
  announced: z.boolean().meta({ description: "The sender and the signers were notified of this day." }),
  onHold: z.boolean(),
  contentDeletedAt: z.string().nullable(),
});
export const accountRetentionAnswer = z.object({ accountId: z.int(), days });

export const dueDocument = z.object({
  uuid: z.string(),
  name: z.string(),
  sentBy: z.object({ id: z.int(), displayName: z.string() }),
  endedAt: z.string(),
  days: z.int(),
  deletionAt: z.string(),
  announced: z.boolean(),
});
export const heldDocument = z.object({
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
      seq: z.int().meta({ description: "Of the event that notes the erasure, in the document's audit trail." }),
      at: z.string(),
      type: z.enum(["person.erased", "content.deleted"]),
      hash: z.string(),
      erased: z
        .array(
          z.object({
            path: z.string().meta({ description: "Of the value within an event, such as `actor.email`." }),
            events: positions.meta({ description: "Of which events, by their `seq`." }),
          }),
        )
        .nullable()
        .meta({ description: "Null for erasures before these were listed." }),
    }),
  ),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
