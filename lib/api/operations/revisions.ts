import { z } from "zod";
import { revisionDownloadQuery, revisionImageQuery, revisionsAnswer } from "@/lib/documents/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Files";

export const listRevisionsOperation = operation({
  id: "listRevisions",
  method: "GET",
  path: "/file/{uuid}/revisions",
  tag,
  summary: "The document's signed revisions, oldest first",
  description:
    "As it was sent, as each signer signed it, sealed, timestamped; empty for a draft. What a signer saw before they signed is the revision before theirs. For requester and told signers.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid }),
  answer: revisionsAnswer,
  errors: [],
});

export const downloadRevisionOperation = operation({
  id: "downloadRevision",
  method: "GET",
  path: "/file/{uuid}/revisions/{revision}/content",
  tag,
  summary: "The document's bytes as a signer signed them",
  description:
    "A PDF that ends with the signature of this revision. The history notes it like a download of the document, with the revision's number. A number that the document does not have, or has no more, is 404.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, revision: pathId }),
  query: revisionDownloadQuery,
  answer: { content: ["application/pdf"] },
  errors: ["integrity_error"],
});

export const drawRevisionPageOperation = operation({
  id: "drawRevisionPage",
  method: "GET",
  path: "/file/{uuid}/revisions/{revision}/pages/{n}/image",
  tag,
  summary: "A page as a signer signed it, as an image",
  description:
    "Every revision has the pages that `GET /file/{uuid}/pages` lists. The answer carries an `ETag`; asked again with `If-None-Match`, it is 304.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, revision: pathId, n: pathId }),
  query: revisionImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: ["integrity_error", "too_large"],
});

export const revisionsOperations: readonly Operation[] = [
  listRevisionsOperation,
  downloadRevisionOperation,
  drawRevisionPageOperation,
];
