import { z } from "zod";
import { revisionImageQuery } from "@/lib/documents/schema";
import {
  directLinkAnswer,
  directLinkChange,
  directLinkListAnswer,
  newDirectLink,
  publicLinkAnswer,
} from "@/lib/requests/direct-links/schema";
import { linkStart, startedAnswer, visitorCodeAnswer, visitorCodeInput } from "@/lib/signing/direct-links/schema";
import { operation, pathId, type Operation } from "./operation";

const own = { tag: "Templates", caller: "requester" } as const;
const ofTemplate = z.object({ id: pathId });
const oneLink = z.object({ id: pathId, linkId: pathId });
const people = ["gateway_not_configured", "method_not_allowed_here"] as const;

export const listDirectLinksOperation = operation({
  id: "listDirectLinks",
  method: "GET",
  path: "/templates/{id}/direct-links",
  summary: "List the direct links of a template",
  description: "Oldest first, with their state, uses and URL.",
  ...own,
  scope: "read",
  params: ofTemplate,
  answer: directLinkListAnswer,
  errors: [],
});

export const createDirectLinkOperation = operation({
  id: "createDirectLink",
  method: "POST",
  path: "/templates/{id}/direct-links",
  summary: "Create a direct link to a template",
  description:
    "A public link: visitors confirm an e-mail address by a code and get their own document, created from the template with them in `role` and sent immediately. Other roles are set here or entered by the visitor.",
  ...own,
  scope: "write",
  params: ofTemplate,
  body: newDirectLink,
  answer: directLinkAnswer,
  errors: ["email_unproved", ...people],
});

export const getDirectLinkOperation = operation({
  id: "getDirectLink",
  method: "GET",
  path: "/templates/{id}/direct-links/{linkId}",
  summary: "A direct link",
  ...own,
  scope: "read",
  params: oneLink,
  answer: directLinkAnswer,
  errors: [],
});

export const changeDirectLinkOperation = operation({
  id: "changeDirectLink",
  method: "PATCH",
  path: "/templates/{id}/direct-links/{linkId}",
  summary: "Change a direct link",
  description: "Omitted members stay unchanged. Existing documents stay unchanged too.",
  ...own,
  scope: "write",
  params: oneLink,
  body: directLinkChange,
  answer: directLinkAnswer,
  errors: [...people],
});

export const deleteDirectLinkOperation = operation({
  id: "deleteDirectLink",
  method: "DELETE",
  path: "/templates/{id}/direct-links/{linkId}",
  summary: "Delete a direct link",
  description: "Its URL stops working immediately. Existing documents stay.",
  ...own,
  scope: "write",
  params: oneLink,
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const rotateDirectLinkOperation = operation({
  id: "rotateDirectLink",
  method: "POST",
  path: "/templates/{id}/direct-links/{linkId}/rotate",
  summary: "Rotate the URL of a direct link",
  description: "The previous URL stops working immediately, also for visitors who have not entered their code yet.",
  ...own,
  scope: "write",
  params: oneLink,
  answer: directLinkAnswer,
  errors: [],
});

const visiting = { tag: "Signing", caller: "public" } as const;
/** A token that no link can have is treated as a missing link, like the number of a missing row. */
const byToken = z.object({
  token: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: "The last part of the link's URL.", pattern: undefined }),
});

export const showPublicLinkOperation = operation({
  id: "showPublicLink",
  method: "GET",
  path: "/direct-links/{token}",
  summary: "Open a direct link",
  description:
    "The document, its sender and the people to enter. Unknown, disabled, deleted and rotated tokens, and tokens of a deleted template or sender, all return `not_found`.",
  ...visiting,
  params: byToken,
  answer: publicLinkAnswer,
  errors: ["direct_link_closed", "rate_limited"],
});

export const drawPublicPageOperation = operation({
  id: "drawPublicPage",
  method: "GET",
  path: "/direct-links/{token}/image",
  summary: "Render the first page of a direct link",
  description: "Not available for documents with form values or signatures; see `hasPreview`.",
  ...visiting,
  params: byToken,
  query: revisionImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: ["direct_link_closed", "rate_limited", "integrity_error", "too_large"],
});

export const requestVisitorCodeOperation = operation({
  id: "requestVisitorCode",
  method: "POST",
  path: "/direct-links/{token}/code",
  summary: "E-mail a visitor of a direct link a code",
  description:
    "The response is the same for every address. The code replaces earlier codes of the address at this link and is only valid with `challenge`. No document is created. Without a credential, an `Idempotency-Key` has an effect only if it is random: at least 22 characters, such as a UUID.",
  ...visiting,
  replayNeedsRandomKey: true,
  params: byToken,
  body: visitorCodeInput,
  answer: visitorCodeAnswer,
  errors: ["direct_link_closed", "rate_limited", "code_locked"],
});

export const startByLinkOperation = operation({
  id: "startByLink",
  method: "POST",
  path: "/direct-links/{token}/requests",
  summary: "Create a document by a direct link",
  description:
    "A correct code creates the document, sends it to its first people and gives the visitor access, by cookie in a browser or by the returned token. The code also signs within 15 minutes. Repeating the call with the same challenge and code returns the same document.",
  ...visiting,
  params: byToken,
  body: linkStart,
  answer: startedAnswer,
  errors: ["direct_link_closed", "rate_limited", "code_wrong", "code_expired", "code_locked", "unavailable"],
});

export const directLinksOperations: readonly Operation[] = [
  listDirectLinksOperation,
  createDirectLinkOperation,
  getDirectLinkOperation,
  changeDirectLinkOperation,
  deleteDirectLinkOperation,
  rotateDirectLinkOperation,
  showPublicLinkOperation,
  drawPublicPageOperation,
  requestVisitorCodeOperation,
  startByLinkOperation,
];
