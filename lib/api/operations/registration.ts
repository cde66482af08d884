import {
  accountAnswer,
  addressConfirmation,
  messageAnswer,
  newRegistration,
  passwordReset,
  resetWish,
} from "@/lib/accounts/schema";
import { operation, type Operation } from "../operation";

const tag = "Account";

export const registerOperation = operation({
  id: "register",
  method: "POST",
  path: "/account/register",
  tag,
  summary: "Make an account for myself",
  description:
    "Where the setting `signup` is `open`; the account may ask others to sign. Its address is unproved until the mailed link is confirmed. The answer is the same for an address that has an account.",
  caller: "public",
  body: newRegistration,
  answer: messageAnswer,
  errors: ["forbidden"],
});

export const confirmAddressOperation = operation({
  id: "confirmAddress",
  method: "POST",
  path: "/account/confirm",
  tag,
  summary: "Confirm my address",
  description:
    "By the token of the mailed link, once, within 60 minutes, logged in as the account that it was mailed to.",
  caller: "signer",
  scope: "write",
  body: addressConfirmation,
  answer: accountAnswer,
  errors: ["not_found", "link_expired"],
});

export const askForConfirmationOperation = operation({
  id: "askForConfirmation",
  method: "POST",
  path: "/account/confirm/mail",
  tag,
  summary: "Mail me another link to confirm my address",
  caller: "signer",
  scope: "write",
  answer: messageAnswer,
  errors: [],
});

export const askForResetOperation = operation({
  id: "askForReset",
  method: "POST",
  path: "/account/reset",
  tag,
  summary: "Ask for a mail to set a new password",
  description: "The answer is the same whether or not the address has an account.",
  caller: "public",
  body: resetWish,
  answer: messageAnswer,
  errors: [],
});

export const resetPasswordOperation = operation({
  id: "resetPassword",
  method: "POST",
  path: "/account/reset/confirm",
  tag,
  summary: "Set a new password by the mailed link",
  description:
    "Once, within 60 minutes. Ends every session and token of the account, and a lock after failed log-ins; proves the address.",
  caller: "public",
  body: passwordReset,
  answer: messageAnswer,
  errors: ["not_found", "link_expired"],
});

export const registrationOperations: readonly Operation[] = [
  registerOperation,
  confirmAddressOperation,
  askForConfirmationOperation,
  askForResetOperation,
  resetPasswordOperation,
];
