import { z } from "zod";
import { accountAnswer, accountChange, newAccount, roles } from "@/lib/accounts/schema";
import { administeredAccountListAnswer } from "@/lib/administration/schema";
import { brandingAnswer, brandingChange, settingsAnswer, settingsChange } from "@/lib/context/settings/schema";
import { inboxAnswer, mostListed } from "@/lib/delivery/schema";
import { operation, pathId, queryInteger, type Operation } from "./operation";

const tag = "Administration";

export const getSettingsOperation = operation({
  id: "getSettings",
  method: "GET",
  path: "/admin/settings",
  tag,
  summary: "Retrieve the settings",
  caller: "admin",
  scope: "read",
  answer: settingsAnswer,
  errors: [],
});

export const changeSettingsOperation = operation({
  id: "changeSettings",
  method: "PUT",
  path: "/admin/settings",
  tag,
  summary: "Update settings",
  description:
    "Updates the members in the body. Existing requests keep the sign method they were created with. Another value of `sign_method`, `allowed_sign_methods`, `identify_method`, `signup` or `retention_days` needs a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the account's password, never a token.",
  caller: "admin",
  scope: "write",
  body: settingsChange,
  answer: settingsAnswer,
  errors: ["reauth_required", "gateway_not_configured"],
});

export const listAccountsOperation = operation({
  id: "listAccounts",
  method: "GET",
  path: "/admin/users",
  tag,
  summary: "List accounts",
  description: "Oldest first. Returns 1000 accounts unless `length` is given.",
  caller: "admin",
  scope: "read",
  query: z.object({
    q: z.string().max(254).optional().meta({ description: "Part of the name or address." }),
    role: z.enum(roles).optional(),
    cursor: queryInteger(1, 999_999_999).optional(),
    length: queryInteger(1, 1000).optional(),
  }),
  answer: administeredAccountListAnswer,
  errors: [],
});

export const createAccountOperation = operation({
  id: "createAccount",
  method: "POST",
  path: "/admin/users",
  tag,
  summary: "Create an account",
  description:
    "A token creates only signers without a password and with an unproved address. A role beyond `signer`, `password` and `emailProved: true` require a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the caller's password. The owner gets an e-mail about an account with a password, and one with a link to set a password about any other administrator or proved address.",
  caller: "admin",
  scope: "write",
  body: newAccount,
  answer: accountAnswer,
  errors: ["reauth_required", "account_exists"],
});

export const changeAccountOperation = operation({
  id: "changeAccount",
  method: "PATCH",
  path: "/admin/users/{id}",
  tag,
  summary: "Update an account",
  description:
    "A new password ends every session and token of the account, and its lock. Every change needs a recent log-in of the administrator (`freshProofSeconds`, five minutes by default) or Basic with the account's password, never a token, and the owner gets an e-mail about it. `emailProved` ends every session, token and key of an account that was not proved before, and its password unless an administrator created it. Without a new password, the owner gets a link to set one.",
  caller: "admin",
  scope: "write",
  params: z.object({ id: pathId }),
  body: accountChange,
  answer: accountAnswer,
  errors: ["reauth_required"],
});

export const readInboxOperation = operation({
  id: "readInbox",
  method: "GET",
  path: "/admin/inbox",
  tag,
  summary: "List messages that were not sent because no provider is configured",
  caller: "admin",
  scope: "read",
  query: z.object({
    to: z.string().max(254).optional(),
    length: queryInteger(1, mostListed)
      .optional()
      .meta({ description: `Maximum number, newest first. Defaults to ${String(mostListed)}.` }),
  }),
  answer: inboxAnswer,
  errors: ["reauth_required"],
});

export const getBrandingOperation = operation({
  id: "getBranding",
  method: "GET",
  path: "/admin/branding",
  tag,
  summary: "Retrieve the branding",
  caller: "admin",
  scope: "read",
  answer: brandingAnswer,
  errors: [],
});

export const changeBrandingOperation = operation({
  id: "changeBranding",
  method: "PUT",
  path: "/admin/branding",
  tag,
  summary: "Update the branding",
  description:
    "Updates the members in the body: name, logo, colour, reply-to address and links. Shown on pages, in e-mails and in new evidence documents. Another reply-to address or another link needs a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the account's password, never a token.",
  caller: "admin",
  scope: "write",
  body: brandingChange,
  bodyKind: "json-with-file",
  answer: brandingAnswer,
  errors: ["reauth_required", "base64_invalid", "image_invalid", "unavailable"],
});

export const showLogoOperation = operation({
  id: "showLogo",
  method: "GET",
  path: "/branding/logo",
  tag,
  summary: "Download the logo",
  caller: "public",
  query: z.object({
    v: z
      .string()
      .max(64)
      .optional()
      .meta({ description: "Identifies the expected logo for caches; otherwise ignored." }),
  }),
  answer: { content: ["image/png"] },
  errors: ["not_found"],
});

export const administrationOperations: readonly Operation[] = [
  getSettingsOperation,
  changeSettingsOperation,
  listAccountsOperation,
  createAccountOperation,
  changeAccountOperation,
  readInboxOperation,
  getBrandingOperation,
  changeBrandingOperation,
  showLogoOperation,
];
