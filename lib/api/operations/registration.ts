import {
  accountAnswer,
  addressConfirmation,
  messageAnswer,
  newRegistration,
  passwordReset,
  resetWish,
} from "@/lib/accounts/schema";
import { operation, type Operation } from "./operation";

const tag = "Account";

export const registerOperation = operation({
  id: "register",
  method: "POST",
  path: "/account/register",
  tag,
  summary: "Sign up",
  description:
    "Available if the setting `signup` is `open`. The address is unconfirmed until the link in the e-mail is opened. The answer is the same for an address that already has an account.",
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
  summary: "Confirm your address",
  description:
    "Accepts the token of the e-mailed link once, within 60 minutes, in a session of the account it was sent to.",
  caller: "signer",
  scope: "write",
  body: addressConfirmation,
  answer: accountAnswer,
  errors: ["reauth_required", "not_found", "link_expired"],
});

export const askForConfirmationOperation = operation({
  id: "askForConfirmation",
  method: "POST",
  path: "/account/confirm/mail",
  tag,
  summary: "Resend the confirmation link",
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
  summary: "Request a password reset",
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
  summary: "Reset a password",
  description:
    "The link works once, within 60 minutes. Ends all sessions and tokens of the account, removes a lock after failed log-ins and confirms the address.",
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
