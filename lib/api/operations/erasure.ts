import { erasure, erasureAnswer } from "@/lib/evidence/schema";
import { operation, type Operation } from "../operation";

const retained =
  "Signed documents, evidence documents, hashes and certificate numbers are kept as proof for all signers. " +
  "Open documents must be withdrawn or ended first. Requires the account's password, given within the last five minutes.";

export const erasePersonOperation = operation({
  id: "erasePerson",
  method: "POST",
  path: "/admin/erasures",
  tag: "Administration",
  summary: "Erase a person",
  description: `Removes the account of the address, its keys, images and sessions, and name, address, telephone number and network address of the person from every request, message and audit trail. This cannot be undone. ${retained}`,
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
  summary: "Erase your own data",
  description: `Removes your account and your personal data. This cannot be undone. The address must be confirmed, because messages sent to it belong to its owner. ${retained}`,
  caller: "signer",
  scope: "write",
  answer: erasureAnswer,
  errors: ["email_unproved", "reauth_required", "person_in_open_requests", "document_on_hold"],
});

export const erasureOperations: readonly Operation[] = [erasePersonOperation, eraseOneselfOperation];
