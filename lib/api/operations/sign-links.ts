import { z } from "zod";
import { contentQuery, pageImageQuery, pagesAnswer, pageTextAnswer } from "@/lib/documents/schema";
import { declineInput, doneAnswer, viewedInput } from "@/lib/requests/schema";
import { fileAnswer, linkAnswer } from "@/lib/views/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Signature requests";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_the_signer", "link_withdrawn", "link_expired"] as const;

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
  description:
    "The answer carries an `ETag`; asked again with `If-None-Match`, it is 304 while the picture is the same.",
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
  summary: "A page's text, by sign link",
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
  description:
    "Called by the signing page once it has drawn the document; noted once a signer. A GET of a link notes no such thing, because mail scanners fetch links too. With `consent` it says too that the consent was shown.",
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
  summary: "Ask the sender of an expired request for more time",
  description:
    "Mails the sender, once in 24 hours for each signer. When the deadline is extended, the same link works again.",
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
  viewedByLinkOperation,
  renewByLinkOperation,
];
