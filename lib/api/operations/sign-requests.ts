import { z } from "zod";
import { fileAnswer, linkAnswer } from "@/lib/file-views/schema";
import { contentQuery, pageImageQuery, pagesAnswer } from "@/lib/files/schema";
import {
  declineInput, doneAnswer, newRegistration, newRequest, remindersAnswer, requestChange, signersNamed, signersToRemind, signersToRemove, signerToRemind,
} from "@/lib/sign-requests/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Signature requests";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_the_signer", "link_withdrawn", "link_expired"] as const;
const documents = ["pdf_invalid", "pdf_encrypted", "pdf_locked", "storage_full", "glyph_missing"] as const;
const methods = ["gateway_not_configured", "method_not_allowed_here"] as const;

export const createRequestOperation = operation({
  id: "createRequest",
  method: "POST",
  path: "/request-signature",
  tag,
  summary: "Ask people to sign a document",
  description: "A draft with status 0, or sent at once with status 1. All or nothing.",
  caller: "requester",
  scope: "write",
  body: newRequest,
  bodyKind: "json-with-file",
  answer: fileAnswer,
  errors: ["forbidden", "not_found", "base64_invalid", "url_not_allowed", "url_unreachable", "file_not_draft", ...documents, ...methods],
});

export const updateRequestOperation = operation({
  id: "updateRequest",
  method: "PATCH",
  path: "/request-signature",
  tag,
  summary: "Change a request, or send it",
  description: "Changes what the body names. status 1 sends a draft to its signers, exactly once; saying it again changes nothing.",
  caller: "requester",
  scope: "write",
  body: requestChange,
  answer: fileAnswer,
  errors: [
    "not_found", "signers_missing", "file_not_draft", "file_already_signed", "file_closed", "race_lost", "integrity_error", "sign_request_not_in_file",
    "page_out_of_range", "element_outside_page", "signed_file_one_element", ...documents, ...methods,
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
  description: "As `POST /request-signature` with status 1 and a `callback`: sent at once. A `status` in the body counts for nothing.",
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
  description: "Signers who are not named stay as they are. Possible until the first signature; those told already are told again, because the document is prepared anew. A request whose signers were all withdrawn is sent again; a draft that was never sent stays one.",
  caller: "requester",
  scope: "write",
  body: signersNamed,
  answer: fileAnswer,
  errors: ["not_found", "file_already_signed", "file_closed", "race_lost", "integrity_error", "sign_request_not_in_file", ...documents, ...methods],
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
  errors: ["not_found", "already_signed", "file_already_signed", "file_closed", "race_lost", "sign_request_not_in_file"],
});

const reminding = ["not_found", "file_not_released", "file_already_signed", "file_closed", "rate_limited"] as const;

export const remindSignersOperation = operation({
  id: "remindSigners",
  method: "POST",
  path: "/notify/signers",
  tag,
  summary: "Remind those whose turn it is",
  description: "The mail carries the link they have already. Nobody is reminded twice within ten minutes; `signers` names some of them.",
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

export const openLinkOperation = operation({
  id: "openLink",
  method: "GET",
  path: "/sign/uuid/{u}",
  tag,
  summary: "The document as the holder of this sign link sees it",
  description: "Changes nothing; says whether the signer has an account already.",
  caller: "link",
  guests: true,
  params: byLink,
  answer: linkAnswer,
  errors: linkErrors,
});

export const downloadByLinkOperation = operation({
  id: "downloadByLink",
  method: "GET",
  path: "/sign/uuid/{u}/content",
  tag,
  summary: "The document's bytes, by sign link",
  caller: "link",
  guests: true,
  params: byLink,
  query: contentQuery,
  answer: { content: ["application/pdf"] },
  errors: [...linkErrors, "integrity_error"],
});

export const listPagesByLinkOperation = operation({
  id: "listPagesByLink",
  method: "GET",
  path: "/sign/uuid/{u}/pages",
  tag,
  summary: "Each page's visible size, by sign link",
  caller: "link",
  guests: true,
  params: byLink,
  answer: pagesAnswer,
  errors: linkErrors,
});

export const drawPageByLinkOperation = operation({
  id: "drawPageByLink",
  method: "GET",
  path: "/sign/uuid/{u}/pages/{n}/image",
  tag,
  summary: "A page as an image, by sign link",
  description: "The answer carries an `ETag`; asked again with `If-None-Match`, it is 304 while the picture is the same.",
  caller: "link",
  guests: true,
  params: z.object({ u: pathUuid, n: pathId }),
  query: pageImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: [...linkErrors, "integrity_error", "too_large"],
});

export const declineByLinkOperation = operation({
  id: "declineByLink",
  method: "POST",
  path: "/sign/uuid/{u}/decline",
  tag,
  summary: "Decline to sign, which ends the request",
  caller: "link",
  guests: true,
  scope: "sign",
  params: byLink,
  body: declineInput,
  answer: fileAnswer,
  errors: [...linkErrors, "already_signed", "not_your_turn", "file_closed", "file_already_signed"],
});

export const viewedByLinkOperation = operation({
  id: "viewedByLink",
  method: "POST",
  path: "/sign/uuid/{u}/viewed",
  tag,
  summary: "Say that the signer has seen the document",
  description: "Called by the signing page once it has drawn the document; noted once a signer. A GET of a link notes no such thing, because mail scanners fetch links too.",
  caller: "link",
  guests: true,
  params: byLink,
  answer: doneAnswer,
  errors: linkErrors,
});

export const renewByLinkOperation = operation({
  id: "renewByLink",
  method: "POST",
  path: "/sign/uuid/{u}/renew",
  tag,
  summary: "Ask the sender of an expired request for more time",
  description: "Mails the sender, once in 24 hours for each signer. When the deadline is extended, the same link works again.",
  caller: "link",
  guests: true,
  params: byLink,
  answer: doneAnswer,
  errors: ["not_the_signer", "link_withdrawn", "race_lost"],
});

export const signRequestsOperations: readonly Operation[] = [
  createRequestOperation, updateRequestOperation, withdrawFileOperation, withdrawSignerOperation, registerRequestOperation, addSignersOperation,
  withdrawNamedOperation, remindSignersOperation, remindSignerOperation, openLinkOperation, downloadByLinkOperation,
  listPagesByLinkOperation, drawPageByLinkOperation, declineByLinkOperation, viewedByLinkOperation, renewByLinkOperation,
];
