import type { Operation } from "./operation";

/** The groups of the description, in the order in which a newcomer meets them. */
export const tagDescriptions: { readonly [tag in Operation["tag"]]: string } = {
  "Signature requests":
    "Ask people to sign a document, send it, change it, take it back; and what the holder of a mailed sign link may do.",
  Files: "Documents and their state: upload, list, read, download, delete.",
  Elements: "The boxes on a document, in points from the top-left corner of the page as a reader sees it.",
  Signing: "Codes, signatures, and the verification of any signed PDF.",
  Account: "The caller's own account: password, tokens, sessions, signature images, signing password.",
  Webhooks: "Addresses of yours that are told of every event, with a log of what was delivered.",
  Events: "The same log, to be pulled instead of pushed.",
  Administration: "Accounts and settings, for administrators.",
  System: "Whether the service runs.",
};
