import { z } from "zod";
import {
  fileMailsAnswer,
  newRegistration,
  newRequest,
  peopleAnswer,
  remindersAnswer,
  reminderScheduleAnswer,
  reminderToSkip,
  requestChange,
  signerReplacement,
  signersNamed,
  signersToRemind,
  signersToRemove,
  signerToRemind,
} from "@/lib/requests/state/schema";
import { fileAnswer } from "@/lib/views/schema";
import { operation, pathId, pathUuid, queryInteger, type Operation } from "./operation";

const tag = "Signature requests";
const documents = [
  "pdf_invalid",
  "pdf_encrypted",
  "pdf_locked",
  "pdf_xfa",
  "conversion_failed",
  "converter_missing",
  "quota_exceeded",
  "storage_full",
  "glyph_missing",
] as const;
const placement = ["page_out_of_range", "element_outside_page", "signed_file_one_element"] as const;
const methods = ["gateway_not_configured", "method_not_allowed_here", "email_unproved"] as const;

export const createRequestOperation = operation({
  id: "createRequest",
  method: "POST",
  path: "/request-signature",
  tag,
  summary: "Create a signing request",
  description:
    "Creates a draft with status 0, or sends it with status 1. `visibleElements` of a signer places fields in the same call, in points or percent of the page. All or nothing.",
  caller: "requester",
  scope: "write",
  body: newRequest,
  bodyKind: "json-with-file",
  answer: fileAnswer,
  errors: [
    "forbidden",
    "not_found",
    "base64_invalid",
    "url_not_allowed",
    "url_unreachable",
    "file_not_draft",
    ...placement,
    ...documents,
    ...methods,
  ],
  leavesAccounts: true,
});

export const listPeopleOperation = operation({
  id: "listPeople",
  method: "GET",
  path: "/people",
  tag,
  summary: "List earlier signers",
  description: "Signers of your documents, most recent first, at most 8. `q` filters by name or address.",
  caller: "requester",
  scope: "read",
  query: z.object({ q: z.string().max(255).optional() }),
  answer: peopleAnswer,
  errors: [],
});

export const updateRequestOperation = operation({
  id: "updateRequest",
  method: "PATCH",
  path: "/request-signature",
  tag,
  summary: "Update or send a signing request",
  description: "Updates the members in the body. `status: 1` sends a draft exactly once; repeating it changes nothing.",
  caller: "requester",
  scope: "write",
  body: requestChange,
  answer: fileAnswer,
  errors: [
    "not_found",
    "signers_missing",
    "file_not_draft",
    "file_already_signed",
    "file_closed",
    "document_on_hold",
    "race_lost",
    "integrity_error",
    "sign_request_not_in_file",
    ...placement,
    ...documents,
    ...methods,
  ],
  leavesAccounts: true,
});

export const withdrawFileOperation = operation({
  id: "withdrawFile",
  method: "DELETE",
  path: "/sign/file_id/{fileId}",
  tag,
  summary: "Withdraw a signing request",
  caller: "requester",
  scope: "write",
  params: z.object({ fileId: pathId }),
  answer: fileAnswer,
  errors: ["file_not_released", "file_already_signed", "file_closed"],
});

export const withdrawSignerOperation = operation({
  id: "withdrawSigner",
  method: "DELETE",
  path: "/sign/file_id/{fileId}/{signRequestId}",
  tag,
  summary: "Remove a signer",
  description:
    "Without signers the document becomes a draft again. If all remaining signers have signed, it is completed.",
  caller: "requester",
  scope: "write",
  params: z.object({ fileId: pathId, signRequestId: pathId }),
  answer: fileAnswer,
  errors: ["already_signed", "file_already_signed", "file_closed", "document_on_hold", "race_lost"],
});

export const replaceSignerOperation = operation({
  id: "replaceSigner",
  method: "POST",
  path: "/sign/file_id/{fileId}/{signRequestId}/replace",
  tag,
  summary: "Replace a signer or correct the address",
  description:
    "Replaces a signer of a sent document who has not signed, also after others have signed. Fields, order, methods and other people's signatures stay. The old link returns 410. The new person gets an invitation and their own `signRequestId`. A CC can be replaced too; the new one gets the copy that was sent.",
  caller: "requester",
  scope: "write",
  params: z.object({ fileId: pathId, signRequestId: pathId }),
  body: signerReplacement,
  answer: fileAnswer,
  errors: [
    "already_signed",
    "file_not_released",
    "file_already_signed",
    "file_closed",
    "race_lost",
    "glyph_missing",
    ...methods,
  ],
});

export const listFileMailsOperation = operation({
  id: "listFileMails",
  method: "GET",
  path: "/file/{uuid}/mails",
  tag,
  summary: "List e-mails of a document",
  description: "E-mails to the signers and the requester with the state of their delivery, newest first.",
  caller: "requester",
  scope: "read",
  params: z.object({ uuid: pathUuid }),
  query: z.object({ cursor: queryInteger(1, 2_147_483_647).optional(), length: queryInteger(1, 100).optional() }),
  answer: fileMailsAnswer,
  errors: ["forbidden", "not_found"],
});

export const registerRequestOperation = operation({
  id: "registerRequest",
  method: "POST",
  path: "/webhook/register",
  tag,
  summary: "Create and send a signing request with a callback",
  description: "Same as `POST /request-signature` with status 1 and a `callback`. A `status` in the body is ignored.",
  caller: "requester",
  scope: "write",
  body: newRegistration,
  bodyKind: "json-with-file",
  answer: createRequestOperation.answer,
  errors: createRequestOperation.errors,
});

export const addSignersOperation = operation({
  id: "addSigners",
  method: "PATCH",
  path: "/webhook/register",
  tag,
  summary: "Add or update signers",
  description:
    "Other signers stay unchanged. Allowed until the first signature. Invited signers are notified again, because the document is prepared again. A request whose signers were all removed is sent again; a draft stays a draft.",
  caller: "requester",
  scope: "write",
  body: signersNamed,
  answer: fileAnswer,
  errors: [
    "not_found",
    "file_already_signed",
    "file_closed",
    "document_on_hold",
    "race_lost",
    "integrity_error",
    "sign_request_not_in_file",
    ...documents,
    ...methods,
  ],
});

export const withdrawNamedOperation = operation({
  id: "withdrawNamed",
  method: "DELETE",
  path: "/webhook/register/signature",
  tag,
  summary: "Remove signers by address",
  description: "Removes all or none. Without signers the document becomes a draft again.",
  caller: "requester",
  scope: "write",
  body: signersToRemove,
  answer: fileAnswer,
  errors: [
    "not_found",
    "already_signed",
    "file_already_signed",
    "file_closed",
    "document_on_hold",
    "race_lost",
    "sign_request_not_in_file",
  ],
});

const reminding = [
  "not_found",
  "email_unproved",
  "file_not_released",
  "file_already_signed",
  "file_closed",
  "rate_limited",
] as const;

export const remindSignersOperation = operation({
  id: "remindSigners",
  method: "POST",
  path: "/notify/signers",
  tag,
  summary: "Remind pending signers",
  description:
    "The e-mail contains the existing link. At most one reminder per signer in ten minutes. `signers` limits the call to these signers.",
  caller: "requester",
  scope: "write",
  body: signersToRemind,
  answer: remindersAnswer,
  errors: [...reminding, "sign_request_not_in_file"],
});

export const remindSignerOperation = operation({
  id: "remindSigner",
  method: "POST",
  path: "/notify/signer",
  tag,
  summary: "Remind a signer",
  description: "The e-mail contains the existing link. At most one reminder in ten minutes.",
  caller: "requester",
  scope: "write",
  body: signerToRemind,
  answer: remindersAnswer,
  errors: [...reminding, "already_signed", "not_your_turn"],
});

export const showRemindersOperation = operation({
  id: "showReminders",
  method: "GET",
  path: "/file/{uuid}/reminders",
  tag,
  summary: "Automatic reminders of a request",
  description:
    "The plan, and the next reminder or warning of each signer. Change the plan with `PATCH /request-signature`.",
  caller: "requester",
  scope: "read",
  params: z.object({ uuid: pathUuid }),
  answer: reminderScheduleAnswer,
  errors: ["forbidden", "not_found"],
});

export const skipReminderOperation = operation({
  id: "skipReminder",
  method: "POST",
  path: "/file/{uuid}/reminders/skip",
  tag,
  summary: "Skip a signer's next automatic reminder",
  description: "The reminder counts as used. The next one is due relative to it.",
  caller: "requester",
  scope: "write",
  params: z.object({ uuid: pathUuid }),
  body: reminderToSkip,
  answer: reminderScheduleAnswer,
  errors: ["forbidden", "not_found", "file_not_released", "file_already_signed", "file_closed", "race_lost"],
});

export const signRequestsOperations: readonly Operation[] = [
  createRequestOperation,
  listPeopleOperation,
  updateRequestOperation,
  withdrawFileOperation,
  withdrawSignerOperation,
  replaceSignerOperation,
  listFileMailsOperation,
  registerRequestOperation,
  addSignersOperation,
  withdrawNamedOperation,
  remindSignersOperation,
  remindSignerOperation,
  showRemindersOperation,
  skipReminderOperation,
];
