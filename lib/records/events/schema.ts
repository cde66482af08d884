import { z } from "zod";

const bulkEventData = z
  .object({
    bulkSendId: z.int(),
    templateId: z.int(),
    name: z.string(),
    total: z.int(),
    sent: z.int(),
    failed: z.int(),
    url: z.string(),
  })
  .meta({ description: "The data of `bulk_send.completed`." });

const templateEventData = z
  .object({
    templateId: z.int(),
    version: z.int().meta({ description: "The current version, or the last one of a deleted template." }),
    name: z.string(),
    url: z.string(),
  })
  .meta({ description: "The data of `template.created`, `template.updated` and `template.deleted`." });

const fileEventData = z.object({
  fileId: z.int(),
  uuid: z.string(),
  status: z.int().meta({ description: "The state of the file after the event." }),
  name: z.string(),
  sequence: z.int().meta({ description: "Numbers the events of the file from 1 without gaps." }),
  signRequestId: z.int().optional(),
  sha256: z.string().optional().meta({ description: "The hash of the file's revision after the event." }),
  url: z.string(),
  kind: z
    .literal("envelope")
    .optional()
    .meta({ description: "The document is an envelope. Its files send no events." }),
  directLinkId: z.int().optional().meta({ description: "The direct link that created the document, if any." }),
});

export const eventAnswer = z.object({
  id: z.string().meta({ description: "The `webhook-id` of this event's deliveries." }),
  position: z.int().meta({ description: "Numbers the events of the account from 1 without gaps." }),
  type: z.string(),
  timestamp: z.string(),
  data: z.union([fileEventData, bulkEventData, templateEventData]),
});

export const eventListAnswer = z.object({
  data: z.array(eventAnswer),
  pagination: z.object({
    nextCursor: z.string().nullable().meta({ description: "The next `after`. Null if there are no more events yet." }),
  }),
});
