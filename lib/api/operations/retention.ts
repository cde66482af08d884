import { z } from "zod";
import {
  accountRetentionAnswer,
  clockConfirmation,
  dueListAnswer,
  erasedEntryListAnswer,
  longestRetentionDays,
  retentionAnswer,
  retentionChange,
} from "@/lib/evidence/schema";
import { operation, pathId, pathUuid, queryInteger, type Operation } from "./operation";

const uuid = z.object({ uuid: pathUuid });
const administrator = { tag: "Administration", caller: "admin" } as const;
const goes =
  "After the period the content, evidence, texts and personal values of the document are deleted. Hashes, states, times and the audit trail stay. " +
  "The sender and the signers are notified 14 days in advance, so a shorter period never takes effect immediately.";

export const showRetentionOperation = operation({
  id: "showRetention",
  method: "GET",
  path: "/file/{uuid}/retention",
  tag: "Files",
  summary: "Retrieve the retention of a document",
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
  summary: "Set the retention period of a document",
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
  summary: "Set the retention period of a sender's documents",
  description: `Applies to documents without a period of their own. ${goes} Another period needs a recent log-in (\`freshProofSeconds\`, five minutes by default) or Basic with the account's password, never a token.`,
  scope: "write",
  params: z.object({ id: pathId }),
  body: retentionChange,
  answer: accountRetentionAnswer,
  errors: ["not_found", "reauth_required"],
});

export const placeHoldOperation = operation({
  id: "placeLegalHold",
  method: "PUT",
  path: "/admin/holds/{uuid}",
  ...administrator,
  summary: "Place a legal hold",
  description: "Until the hold is lifted, nothing deletes the document: not retention, its sender, or an erasure.",
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
  description:
    "If the period has already passed, the deletion is announced 14 days in advance. This needs a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the account's password, never a token.",
  scope: "write",
  params: uuid,
  answer: retentionAnswer,
  errors: ["not_found", "content_deleted", "reauth_required"],
});

export const listDueOperation = operation({
  id: "listDueDeletions",
  method: "GET",
  path: "/admin/retention",
  ...administrator,
  summary: "Preview deletions by retention",
  description: "A dry run that changes nothing. `ifDays` previews another period of the instance.",
  scope: "read",
  query: z.object({
    withinDays: queryInteger(0, longestRetentionDays)
      .optional()
      .meta({ description: "How many days to look ahead. Defaults to 30." }),
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
    "After a jump of the database's clock nothing is deleted until an administrator confirms it. Announced deletions are then announced again. This needs a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the account's password, never a token.",
  scope: "write",
  answer: clockConfirmation,
  errors: ["reauth_required"],
});

export const listErasedEntriesOperation = operation({
  id: "listErasedEntries",
  method: "GET",
  path: "/admin/erasures",
  ...administrator,
  summary: "List erasures",
  description:
    "The latest 100, newest first. Each erasure is an event of the document's audit trail, whose hash covers the list of erased values, so the bundle and the audit trail prove it.",
  scope: "read",
  query: z.object({
    uuid: z.string().max(36).optional().meta({ description: "The UUID of a document: only its erasures." }),
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
