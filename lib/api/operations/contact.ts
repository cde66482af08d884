import { z } from "zod";
import { messageAnswer, phoneAnswer, phoneChange } from "@/lib/accounts/schema";
import { telegramLinkAnswer, telegramLinkState, telegramLinkWish } from "@/lib/delivery/schema";
import { operation, type Operation } from "../operation";
import { pathId } from "../parameters";

const tag = "Account";

/** An account in a path: its id or its address. */
const pathAccount = z
  .union([
    pathId,
    z
      .string()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+$/),
  ])
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
    "For your own account, or for any account by an administrator. Requires a log-in within the last five minutes, Basic with the account's password, or `currentPassword`. Tokens are refused. The owner is notified by e-mail and the previous number by SMS.",
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
    "Open the link in Telegram and press Start. It works once and replaces earlier links. Requires a log-in within the last five minutes, Basic with the account's password, or `currentPassword`. Tokens are refused.",
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
