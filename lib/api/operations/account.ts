import { z } from "zod";
import {
  accountAnswer,
  madeTokenAnswer,
  newInvitedAccount,
  newToken,
  ownAccountAnswer,
  tokenListAnswer,
} from "@/lib/accounts/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Account";

export const createInvitedAccountOperation = operation({
  id: "createInvitedAccount",
  method: "POST",
  path: "/account/create/{signRequestUuid}",
  tag,
  summary: "Create an invited signer's account",
  description:
    "The link in the invitation confirms the mailbox: `email` must be the invited address and counts as confirmed.",
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
  description: "Requires the account's password, given within the last five minutes. The token is returned only once.",
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
