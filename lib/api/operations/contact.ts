import { z } from "zod";
import { messageAnswer, phoneAnswer, phoneChange } from "@/lib/accounts/schema";
import { telegramLinkAnswer, telegramLinkState, telegramLinkWish } from "@/lib/delivery/telegram/schema";
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
  summary: "Set the telephone number that codes go to",
  description:
    "Of one's own account, or of any by an administrator. Needs a log-in within the last five minutes, Basic with the account's password, or `currentPassword`; never a token. The owner is told by mail, the old number by text message.",
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
  summary: "Whether my account is linked with a Telegram chat",
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
  summary: "A link that binds a Telegram chat to my account",
  description:
    "Open it in Telegram and press Start. It works once and replaces an earlier one. Needs a log-in within the last five minutes, Basic with the account's password, or `currentPassword`; never a token.",
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
  summary: "End the link with my Telegram chat",
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
