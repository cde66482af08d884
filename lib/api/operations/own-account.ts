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
  summary: "Change my name or language",
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
  summary: "Change my password",
  description:
    "Needs `currentPassword`, or a log-in within the last five minutes; never a token, whatever comes with it. Ends every other session, everywhere; API tokens stay.",
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
  summary: "Where I am logged in",
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
  summary: "Log one of my browsers out",
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
