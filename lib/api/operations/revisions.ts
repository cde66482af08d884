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
  summary: "List signed revisions",
  description:
    "The document as sent, as signed by each signer, as sealed and as timestamped, oldest first. A signer saw the revision before their own. Empty for drafts and for envelopes, whose files have revisions of their own. For the requester and invited signers.",
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
  summary: "Download a signed revision",
  description:
    "A PDF that ends with the signature of this revision. The history records the download with the revision's number. Unknown numbers are 404.",
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
  summary: "Render a page of a signed revision",
  description:
    "Every revision has the pages listed by `GET /file/{uuid}/pages`. The answer has an `ETag` for `If-None-Match`.",
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
