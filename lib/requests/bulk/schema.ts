import { z } from "zod";
import { bulkPauseReasons, bulkRowStates, bulkStates } from "@/db/schema/bulk";
import { fileName } from "@/lib/documents/schema";
import { largestId } from "@/lib/platform/ids";

/** The reasons why a row, or a whole file with `row: null`, cannot be sent. */
export const bulkProblemCodes = [
  "encoding_unknown",
  "quote_unclosed",
  "empty",
  "too_many_rows",
  "column_missing",
  "column_repeated",
  "cells_extra",
  "address_missing",
  "address_malformed",
  "address_too_long",
  "address_repeated",
  "duplicate_row",
  "duplicate_address",
  "name_invalid",
  "title_invalid",
  "language_unknown",
  "phone_missing",
  "phone_malformed",
  "value_too_long",
  "value_invalid",
  "option_unknown",
  "glyph_missing",
] as const;
export type BulkProblemCode = (typeof bulkProblemCodes)[number];

const csv = z
  .object({
    base64: z.string().optional().meta({ description: "The content of the file, in UTF-8 or UTF-16." }),
    text: z.string().optional().meta({ description: "The text of the file." }),
  })
  .meta({
    description: "Exactly one of base64 and text. Separated by comma, semicolon or tab, with a header.",
    oneOf: [{ required: ["base64"] }, { required: ["text"] }],
  });

export const bulkCheck = z.object({
  csv,
  duplicates: z.enum(["refuse", "allow"]).optional().meta({
    description:
      "`allow`: also sends rows for the same people with other values. By default such rows are reported as `duplicate_address`. Identical rows are always reported.",
  }),
});

export const newBulkSend = bulkCheck.extend({
  name: fileName.optional().meta({ description: "Defaults to the template's." }),
  skipProblems: z.boolean().optional().meta({
    description: "Sends the valid rows and skips the others. By default one invalid row refuses the whole file.",
  }),
});

const problem = z.object({
  row: z
    .int()
    .nullable()
    .meta({ description: "Numbered as in a spreadsheet: the header is row 1. Null: the whole file." }),
  column: z.string().nullable().meta({ description: "The header of the column. Null: the whole row." }),
  code: z.enum(bulkProblemCodes),
  detail: z.string(),
});

const rowPerson = z.object({ role: z.string(), email: z.string(), displayName: z.string().nullable() });

export const bulkCheckAnswer = z.object({
  rows: z.int().meta({ description: "Rows with content, not counting the header." }),
  good: z.int().meta({ description: "Rows that can be sent." }),
  columns: z.array(z.string()).meta({ description: "The headers that were recognised." }),
  unknownColumns: z.array(z.string()).meta({ description: "Headers that are ignored." }),
  problems: z.array(problem),
  preview: z
    .array(
      z.object({
        row: z.int(),
        title: z.string(),
        people: z.array(rowPerson),
        values: z.record(z.string(), z.string()),
      }),
    )
    .meta({ description: "The first five good rows." }),
});

const counts = z.object({
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});

const documents = z
  .object({
    open: z.int(),
    signed: z.int(),
    ended: z.int().meta({ description: "Declined, withdrawn, expired or deleted." }),
  })
  .meta({ description: "The states of the documents that were sent." });

export const bulkSendAnswer = z.object({
  id: z.int(),
  name: z.string(),
  templateId: z.int(),
  templateName: z.string(),
  templateVersion: z.int(),
  state: z.enum(bulkStates),
  pausedReason: z.enum(bulkPauseReasons).nullable().meta({
    description: "`owner`: paused by a call. The other reasons stop every row: fix the cause, then resume.",
  }),
  waitsUntil: z.iso.datetime().nullable().meta({
    description: "A limit on invitations is reached. The bulk send resumes automatically at this time.",
  }),
  total: z.int(),
  counts,
  documents,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  contentDeletedAt: z.iso.datetime().nullable().meta({
    description: "The addresses and values of the rows were deleted. Their documents are not affected.",
  }),
});

/** The maximum of an integer column. */

export const bulkSendListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.coerce.number().int().min(1).max(largestId).optional(),
  templateId: z.coerce.number().int().min(1).max(largestId).optional(),
});
export const bulkSendListAnswer = z.object({
  data: z.array(bulkSendAnswer),
  pagination: z.object({ nextCursor: z.int().nullable() }),
});

export const bulkRowListQuery = z.object({
  state: z.enum(bulkRowStates).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.coerce.number().int().min(1).max(largestId).optional(),
});
export const bulkRowListAnswer = z.object({
  data: z.array(
    z.object({
      row: z.int(),
      state: z.enum(bulkRowStates),
      people: z.array(rowPerson),
      uuid: z.string().nullable().meta({ description: "The UUID of the document that was sent." }),
      problem: z
        .object({ code: z.string(), column: z.string().nullable(), detail: z.string() })
        .nullable()
        .meta({ description: "The problem of a failed row." }),
    }),
  ),
  pagination: z.object({ nextCursor: z.int().nullable() }),
});

export type BulkCheck = z.infer<typeof bulkCheck>;
export type NewBulkSend = z.infer<typeof newBulkSend>;
export type BulkCheckWire = z.infer<typeof bulkCheckAnswer>;
export type BulkProblem = z.infer<typeof problem>;
export type BulkSendWire = z.infer<typeof bulkSendAnswer>;
export type BulkRowsWire = z.infer<typeof bulkRowListAnswer>;
