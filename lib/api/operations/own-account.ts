import { z } from "zod";
import {
  messageAnswer,
  ownAccountAnswer,
  ownAccountChange,
  ownPasswordChange,
  sessionListAnswer,
} from "@/lib/accounts/schema";
import { operation, type Operation } from "../operation";
import { pathId } from "../parameters";

const tag = "Account";

export const changeOwnAccountOperation = operation({
  id: "changeOwnAccount",
  method: "PATCH",
  path: "/account/me",
  tag,
  summary: "Update your profile",
  caller: "signer",
  scope: "write",
  body: ownAccountChange,
  answer: ownAccountAnswer,
  errors: [],
});

export const changeOwnPasswordOperation = operation({
  id: "changeOwnPassword",
  method: "POST",
  path: "/account/password",
  tag,
  summary: "Change your password",
  description:
    "Requires `currentPassword` or a log-in within the last five minutes. Tokens are refused. Ends all other sessions; API tokens stay valid.",
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
