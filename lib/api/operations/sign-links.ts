import { z } from "zod";
import { linkContentQuery, pageImageQuery, pagesAnswer, pageTextAnswer } from "@/lib/documents/schema";
import { declineInput, delegation, doneAnswer, viewedInput } from "@/lib/requests/state/schema";
import { fileAnswer, linkAnswer } from "@/lib/views/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";

const tag = "Signature requests";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_the_signer", "link_withdrawn", "link_expired"] as const;

export const openLinkOperation = operation({
  id: "openLink",
  method: "GET",
  path: "/sign/uuid/{u}",
  tag,
  summary: "Retrieve a signing request by its link",
  description: "Read-only. Includes whether the signer already has an account.",
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
  summary: "Download the document by sign link",
  caller: "link",
  guests: true,
  params: byLink,
  query: linkContentQuery,
  answer: { content: ["application/pdf"] },
  errors: [...linkErrors, "integrity_error"],
});

export const listPagesByLinkOperation = operation({
  id: "listPagesByLink",
  method: "GET",
  path: "/sign/uuid/{u}/pages",
  tag,
  summary: "List page sizes by sign link",
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
  summary: "Render a page by sign link",
  description: "The response has an `ETag`. A request with `If-None-Match` returns 304 while the image is unchanged.",
  caller: "link",
  guests: true,
  params: z.object({ u: pathUuid, n: pathId }),
  query: pageImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: [...linkErrors, "integrity_error", "too_large"],
});

export const readPageByLinkOperation = operation({
  id: "readPageByLink",
  method: "GET",
  path: "/sign/uuid/{u}/pages/{n}/text",
  tag,
  summary: "Retrieve a page's text by sign link",
  caller: "link",
  guests: true,
  params: z.object({ u: pathUuid, n: pathId }),
  answer: pageTextAnswer,
  errors: [...linkErrors, "integrity_error", "too_large"],
});

export const declineByLinkOperation = operation({
  id: "declineByLink",
  method: "POST",
  path: "/sign/uuid/{u}/decline",
  tag,
  summary: "Decline to sign or reject",
  description: "Declines as a signer or an approver. This ends the request.",
  caller: "link",
  guests: true,
  scope: "sign",
  params: byLink,
  body: declineInput,
  answer: fileAnswer,
  errors: [...linkErrors, "already_signed", "not_your_turn", "wrong_role", "file_closed", "file_already_signed"],
});

export const delegateByLinkOperation = operation({
  id: "delegateByLink",
  method: "POST",
  path: "/sign/uuid/{u}/delegate",
  tag,
  summary: "Delegate signing",
  description:
    "Replaces the signer by another person, who receives an invitation. Requires `allowDelegation` on the request and an authenticated signer. Tokens are refused. The signer is notified by e-mail. A delegate cannot delegate further. The signer’s own link then returns 410.",
  caller: "link",
  guests: true,
  scope: "sign",
  params: byLink,
  body: delegation,
  answer: doneAnswer,
  errors: [
    ...linkErrors,
    "unauthenticated",
    "reauth_required",
    "forbidden",
    "email_unproved",
    "sign_method_mismatch",
    "already_signed",
    "not_your_turn",
    "file_closed",
    "file_already_signed",
    "race_lost",
    "glyph_missing",
    "gateway_not_configured",
    "method_not_allowed_here",
  ],
});

export const viewedByLinkOperation = operation({
  id: "viewedByLink",
  method: "POST",
  path: "/sign/uuid/{u}/viewed",
  tag,
  summary: "Record that the signer viewed the document",
  description:
    "Called by the signing page after it has displayed the document, and recorded once per signer. Opening the link alone records nothing, because mail scanners fetch links. `consent` records that the consent was shown.",
  caller: "link",
  guests: true,
  params: byLink,
  body: viewedInput,
  bodyOptional: true,
  answer: doneAnswer,
  errors: linkErrors,
});

export const renewByLinkOperation = operation({
  id: "renewByLink",
  method: "POST",
  path: "/sign/uuid/{u}/renew",
  tag,
  summary: "Request an extension",
  description:
    "E-mails the sender of an expired request, once in 24 hours per signer. The same link works again after the deadline is extended.",
  caller: "link",
  guests: true,
  params: byLink,
  answer: doneAnswer,
  errors: ["not_the_signer", "link_withdrawn", "race_lost"],
});

export const signLinksOperations: readonly Operation[] = [
  openLinkOperation,
  downloadByLinkOperation,
  listPagesByLinkOperation,
  drawPageByLinkOperation,
  readPageByLinkOperation,
  declineByLinkOperation,
  delegateByLinkOperation,
  viewedByLinkOperation,
  renewByLinkOperation,
];
