import { z } from "zod";
import {
  accountAnswer,
  madeTokenAnswer,
  messageAnswer,
  newInvitedAccount,
  newToken,
  ownAccountAnswer,
  ownAccountChange,
  ownPasswordChange,
  phoneAnswer,
  phoneChange,
  sessionListAnswer,
  tokenListAnswer,
} from "@/lib/accounts/schema";
import { telegramLinkAnswer, telegramLinkState, telegramLinkWish } from "@/lib/delivery/schema";
import { emailPattern, longestEmail } from "@/lib/platform/plain-text";
import { operation, pathId, pathUuid, type Operation } from "./operation";

const tag = "Account";

export const createInvitedAccountOperation = operation({
  id: "createInvitedAccount",
  method: "POST",
  path: "/account/create/{signRequestUuid}",
  tag,
  summary: "Create an invited signer's account",
  description:
    "`email` must be the invited address. A live link proves it for this request only, and the owner gets an e-mail: other requests need a confirmed address.",
  caller: "link",
  params: z.object({ signRequestUuid: pathUuid }),
  body: newInvitedAccount,
  answer: accountAnswer,
  errors: ["account_exists", "link_expired", "link_withdrawn"],
});

export const getOwnAccountOperation = operation({
  id: "getOwnAccount",
  method: "GET",
  path: "/account/me",
  tag,
  summary: "Retrieve your account",
  caller: "signer",
  scope: "read",
  answer: ownAccountAnswer,
  errors: [],
});

export const listTokensOperation = operation({
  id: "listTokens",
  method: "GET",
  path: "/account/tokens",
  tag,
  summary: "List your API tokens",
  caller: "signer",
  scope: "read",
  answer: tokenListAnswer,
  errors: [],
});

export const createTokenOperation = operation({
  id: "createToken",
  method: "POST",
  path: "/account/tokens",
  tag,
  summary: "Create an API token",
  description:
    "Requires the account's password, given recently (`freshProofSeconds`, five minutes by default). The token is returned only once.",
  caller: "signer",
  scope: "write",
  body: newToken,
  answer: madeTokenAnswer,
  errors: ["reauth_required"],
  replayNeedsFreshProof: true,
});

export const revokeTokenOperation = operation({
  id: "revokeToken",
  method: "DELETE",
  path: "/account/tokens/{id}",
  tag,
  summary: "Revoke an API token",
  caller: "signer",
  scope: "write",
  params: z.object({ id: pathId }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const accountOperations: readonly Operation[] = [
  createInvitedAccountOperation,
  getOwnAccountOperation,
  listTokensOperation,
  createTokenOperation,
  revokeTokenOperation,
];

export const changeOwnAccountOperation = operation({
  id: "changeOwnAccount",
  method: "PATCH",
  path: "/account/me",
  tag,
  summary: "Update your profile",
  description:
    "Certificates and e-mails to signers state the name. Changing it requires a recent log-in (`freshProofSeconds`, five minutes by default), tokens are refused, and the owner gets an e-mail.",
  caller: "signer",
  scope: "write",
  body: ownAccountChange,
  answer: ownAccountAnswer,
  errors: ["reauth_required"],
});

export const changeOwnPasswordOperation = operation({
  id: "changeOwnPassword",
  method: "POST",
  path: "/account/password",
  tag,
  summary: "Change your password",
  description:
    "Requires `currentPassword` or a recent log-in (`freshProofSeconds`, five minutes by default). Tokens are refused. Ends all other sessions; API tokens stay valid.",
  caller: "signer",
  scope: "write",
  body: ownPasswordChange,
  answer: messageAnswer,
  errors: ["reauth_required"],
});

export const listSessionsOperation = operation({
  id: "listSessions",
  method: "GET",
  path: "/account/sessions",
  tag,
  summary: "List your sessions",
  caller: "signer",
  scope: "read",
  answer: sessionListAnswer,
  errors: [],
});

export const endSessionOperation = operation({
  id: "endSession",
  method: "DELETE",
  path: "/account/sessions/{id}",
  tag,
  summary: "End one of your sessions",
  caller: "signer",
  scope: "write",
  params: z.object({ id: pathId }),
  answer: messageAnswer,
  errors: [],
});

export const ownAccountOperations: readonly Operation[] = [
  changeOwnAccountOperation,
  changeOwnPasswordOperation,
  listSessionsOperation,
  endSessionOperation,
];

/** An account in a path: its id or its address. */
const pathAccount = z
  .union([pathId, z.string().max(longestEmail).regex(emailPattern)])
  .transform(String)
  .meta({ type: "string", anyOf: undefined, description: "The account's id or e-mail address." });

export const changePhoneOperation = operation({
  id: "changePhone",
  method: "PUT",
  path: "/settings/users/{user_id}/settings",
  base: "origin",
  tag,
  summary: "Set the phone number for codes",
  description:
    "Sets the number of your own account; administrators may set that of any account. Requires a recent log-in (`freshProofSeconds`, five minutes by default), Basic with the account's password, or `currentPassword`. Tokens are refused. The owner is notified by e-mail and the previous number by SMS.",
  caller: "signer",
  scope: "write",
  params: z.object({ user_id: pathAccount }),
  body: phoneChange,
  answer: phoneAnswer,
  errors: ["email_unproved", "reauth_required"],
});

export const getTelegramLinkOperation = operation({
  id: "getTelegramLink",
  method: "GET",
  path: "/account/telegram/link",
  tag,
  summary: "Check the Telegram link",
  caller: "signer",
  scope: "read",
  answer: telegramLinkState,
  errors: [],
});

export const createTelegramLinkOperation = operation({
  id: "createTelegramLink",
  method: "POST",
  path: "/account/telegram/link",
  tag,
  summary: "Create a link that connects Telegram",
  description:
    "Open the link in Telegram and press Start. It works once and replaces earlier links. Requires a recent log-in (`freshProofSeconds`, five minutes by default), Basic with the account's password, or `currentPassword`. Tokens are refused.",
  caller: "signer",
  scope: "write",
  body: telegramLinkWish,
  bodyOptional: true,
  answer: telegramLinkAnswer,
  errors: ["email_unproved", "reauth_required", "gateway_unavailable"],
  replayNeedsFreshProof: true,
});

export const removeTelegramLinkOperation = operation({
  id: "removeTelegramLink",
  method: "DELETE",
  path: "/account/telegram/link",
  tag,
  summary: "Disconnect Telegram",
  caller: "signer",
  scope: "write",
  answer: messageAnswer,
  errors: [],
});

export const contactOperations: readonly Operation[] = [
  changePhoneOperation,
  getTelegramLinkOperation,
  createTelegramLinkOperation,
  removeTelegramLinkOperation,
];
