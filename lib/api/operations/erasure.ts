import { erasure, erasureAnswer } from "@/lib/evidence/erasure/schema";
import { operation, type Operation } from "../operation";

const retained =
  "Signed documents, evidence documents, hashes and the numbers of certificates are kept: they are the proof of everybody who signed. " +
  "Documents that are still open are to be withdrawn, or to end, first. Needs the account's password, given within the last five minutes.";

export const erasePersonOperation = operation({
  id: "erasePerson",
  method: "POST",
  path: "/admin/erasures",
  tag: "Administration",
  summary: "Erase a person",
  description: `Removes the account of the address, its keys, images and sessions, and name, address, telephone number and network address of the person from every request, message and trail. For good. ${retained}`,
  caller: "admin",
  scope: "write",
  body: erasure,
  answer: erasureAnswer,
  errors: ["reauth_required", "not_found", "person_in_open_requests", "document_on_hold"],
});

export const eraseOneselfOperation = operation({
  id: "eraseOneself",
  method: "DELETE",
  path: "/account/me",
  tag: "Account",
  summary: "Erase me",
  description: `Removes my account and what is known of me here. For good. The address must be proved: what was sent to it is its owner's. ${retained}`,
  caller: "signer",
  scope: "write",
  answer: erasureAnswer,
  errors: ["email_unproved", "reauth_required", "person_in_open_requests", "document_on_hold"],
});

export const erasureOperations: readonly Operation[] = [erasePersonOperation, eraseOneselfOperation];
