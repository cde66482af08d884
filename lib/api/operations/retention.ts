import { z } from "zod";
import {
  accountRetentionAnswer,
  clockConfirmation,
  dueListAnswer,
  erasedEntryListAnswer,
  longestRetentionDays,
  retentionAnswer,
  retentionChange,
} from "@/lib/evidence/retention/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid, queryInteger } from "../parameters";

const uuid = z.object({ uuid: pathUuid });
const administrator = { tag: "Administration", caller: "admin" } as const;
const goes =
  "When it is over, the document's bytes, its evidence, its texts and every personal value are deleted; hashes, states, times and the audit trail stay. " +
  "The sender and those who signed are told 14 days before, so a shorter period never acts at once.";

export const showRetentionOperation = operation({
  id: "showRetention",
  method: "GET",
  path: "/file/{uuid}/retention",
  tag: "Files",
  summary: "When the content of a document is deleted",
  caller: "signer",
  scope: "read",
  params: uuid,
  answer: retentionAnswer,
  errors: ["not_found"],
});

export const setRetentionOperation = operation({
  id: "setRetention",
  method: "PUT",
  path: "/file/{uuid}/retention",
  tag: "Files",
  summary: "Give a document a retention period",
  description: `The period begins when the document ends. ${goes}`,
  caller: "requester",
  scope: "write",
  params: uuid,
  body: retentionChange,
  answer: retentionAnswer,
  errors: ["not_found", "content_deleted"],
});

export const setAccountRetentionOperation = operation({
  id: "setAccountRetention",
  method: "PUT",
  path: "/admin/users/{id}/retention",
  ...administrator,
  summary: "Give the documents of a sender a retention period",
  description: `It holds for documents without a period of their own. ${goes}`,
  scope: "write",
  params: z.object({ id: pathId }),
  body: retentionChange,
  answer: accountRetentionAnswer,
  errors: ["not_found"],
});

export const placeHoldOperation = operation({
  id: "placeLegalHold",
  method: "PUT",
  path: "/admin/holds/{uuid}",
  ...administrator,
  summary: "Place a legal hold",
  description:
    "Nothing of the document is deleted until the hold is lifted: not by its period, its sender, or an erasure.",
  scope: "write",
  params: uuid,
  answer: retentionAnswer,
  errors: ["not_found", "content_deleted"],
});

export const liftHoldOperation = operation({
  id: "liftLegalHold",
  method: "DELETE",
  path: "/admin/holds/{uuid}",
  ...administrator,
  summary: "Lift a legal hold",
  description: "A period that is over meanwhile is announced 14 days before the content is deleted.",
  scope: "write",
  params: uuid,
  answer: retentionAnswer,
  errors: ["not_found", "content_deleted"],
});

export const listDueOperation = operation({
  id: "listDueDeletions",
  method: "GET",
  path: "/admin/retention",
  ...administrator,
  summary: "What retention will delete",
  description: "A rehearsal: nothing is changed. `ifDays` shows what another period of the instance would delete.",
  scope: "read",
  query: z.object({
    withinDays: queryInteger(0, longestRetentionDays)
      .optional()
      .meta({ description: "How far to look ahead; 30 when left out." }),
    ifDays: queryInteger(1, longestRetentionDays).optional(),
  }),
  answer: dueListAnswer,
  errors: [],
});

export const confirmClockOperation = operation({
  id: "confirmRetentionClock",
  method: "POST",
  path: "/admin/retention/clock",
  ...administrator,
  summary: "Confirm the clock",
  description:
    "After the clock of the database jumped nothing is deleted until an administrator has looked at it. What was announced is announced again.",
  scope: "write",
  answer: clockConfirmation,
  errors: [],
});

export const listErasedEntriesOperation = operation({
  id: "listErasedEntries",
  method: "GET",
  path: "/admin/erasures",
  ...administrator,
  summary: "Which entries of audit trails were erased, and when",
  description:
    "Newest first, 100 at once. Each is an event of the document's own chain, whose hash covers the list of what was erased; the bundle and the audit trail of the document prove it.",
  scope: "read",
  query: z.object({
    uuid: z.string().max(36).optional().meta({ description: "Of one document." }),
    cursor: z.string().max(60).optional(),
  }),
  answer: erasedEntryListAnswer,
  errors: [],
});

export const retentionOperations: readonly Operation[] = [
  showRetentionOperation,
  setRetentionOperation,
  setAccountRetentionOperation,
  placeHoldOperation,
  liftHoldOperation,
  listDueOperation,
  confirmClockOperation,
  listErasedEntriesOperation,
];
