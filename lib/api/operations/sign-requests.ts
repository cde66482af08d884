import { z } from "zod";
import {
  newRegistration,
  newRequest,
  peopleAnswer,
  remindersAnswer,
  requestChange,
  signersNamed,
  signersToRemind,
  signersToRemove,
  signerToRemind,
} from "@/lib/requests/schema";
import { fileAnswer } from "@/lib/views/schema";
import { operation, type Operation } from "../operation";
import { pathId } from "../parameters";

const tag = "Signature requests";
const documents = [
  "pdf_invalid",
  "pdf_encrypted",
  "pdf_locked",
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
  summary: "Ask people to sign a document",
  description:
    "A draft with status 0, or sent at once with status 1. `visibleElements` of a signer places fields in the same call, in points or percent of the page. All or nothing.",
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
});

export const listPeopleOperation = operation({
  id: "listPeople",
  method: "GET",
  path: "/people",
  tag,
  summary: "Whom I asked to sign before",
  description: "The latest first, at most 8; with `q` those whose name or address holds it. Of my own documents only.",
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
  summary: "Change a request, or send it",
  description:
    "Changes what the body names. status 1 sends a draft to its signers, exactly once; saying it again changes nothing.",
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
    "race_lost",
    "integrity_error",
    "sign_request_not_in_file",
    ...placement,
    ...documents,
    ...methods,
  ],
});

export const withdrawFileOperation = operation({
  id: "withdrawFile",
  method: "DELETE",
  path: "/sign/file_id/{fileId}",
  tag,
  summary: "Withdraw a request; told signers are told",
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
  summary: "Withdraw one signer",
  description: "When nobody is left the file is a draft again; when all the rest have signed it is finished.",
  caller: "requester",
  scope: "write",
  params: z.object({ fileId: pathId, signRequestId: pathId }),
  answer: fileAnswer,
  errors: ["already_signed", "file_already_signed", "file_closed", "race_lost"],
});

export const registerRequestOperation = operation({
  id: "registerRequest",
  method: "POST",
  path: "/webhook/register",
  tag,
  summary: "Ask people to sign a document and be called back",
  description:
    "As `POST /request-signature` with status 1 and a `callback`: sent at once. A `status` in the body counts for nothing.",
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
  summary: "Add signers to a request, or change those named",
  description:
    "Signers who are not named stay as they are. Possible until the first signature; those told already are told again, because the document is prepared anew. A request whose signers were all withdrawn is sent again; a draft that was never sent stays one.",
  caller: "requester",
  scope: "write",
  body: signersNamed,
  answer: fileAnswer,
  errors: [
    "not_found",
    "file_already_signed",
    "file_closed",
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
  summary: "Withdraw signers by their addresses",
  description: "All of them or none. As withdrawing one signer: when nobody is left the file is a draft again.",
  caller: "requester",
  scope: "write",
  body: signersToRemove,
  answer: fileAnswer,
  errors: [
    "not_found",
    "already_signed",
    "file_already_signed",
    "file_closed",
    "race_lost",
    "sign_request_not_in_file",
  ],
});

const reminding = ["not_found", "file_not_released", "file_already_signed", "file_closed", "rate_limited"] as const;

export const remindSignersOperation = operation({
  id: "remindSigners",
  method: "POST",
  path: "/notify/signers",
  tag,
  summary: "Remind those whose turn it is",
  description:
    "The mail carries the link they have already. Nobody is reminded twice within ten minutes; `signers` names some of them.",
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
  summary: "Remind one signer",
  description: "The mail carries the link they have already. Nobody is reminded twice within ten minutes.",
  caller: "requester",
  scope: "write",
  body: signerToRemind,
  answer: remindersAnswer,
  errors: [...reminding, "already_signed", "not_your_turn"],
});

export const signRequestsOperations: readonly Operation[] = [
  createRequestOperation,
  listPeopleOperation,
  updateRequestOperation,
  withdrawFileOperation,
  withdrawSignerOperation,
  registerRequestOperation,
  addSignersOperation,
  withdrawNamedOperation,
  remindSignersOperation,
  remindSignerOperation,
];
