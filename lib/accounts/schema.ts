import { z } from "zod";
import { languageCodes, standardLanguage, tagOf, toLanguage, type Language } from "@/lib/platform/locale/languages";
import { timeZone } from "@/lib/platform/office-hours";
import {
  cleanName,
  emailPattern,
  longestEmail,
  normaliseEmail,
  plainText,
  plainTextRule,
} from "@/lib/platform/plain-text";

export const roles = ["signer", "requester", "admin"] as const;
export const tokenScopes = ["read", "write", "sign"] as const;

/** An address in lower case, of `emailPattern`. */
export const emailAddress = z
  .string()
  .overwrite(normaliseEmail)
  .max(longestEmail)
  .pipe(z.email({ pattern: emailPattern }));

/** A display name: no control characters, 1–255 characters after trimming. */
export const personName = z.string().overwrite(cleanName).trim().min(1).max(255).regex(plainText, plainTextRule);

/** A language in a request. `pt-BR`, the tag of pages and e-mails, is another name of the wire's `pt` (decision 33). */
export const languageInput = z
  .enum([...new Set([...languageCodes, ...languageCodes.map(tagOf)])])
  .transform((code): Language => toLanguage(code) ?? standardLanguage);

const language = languageInput
  .nullish()
  .meta({ description: "The language of this person's pages and e-mails. Defaults to the browser's language." });

/** Rules that depend on the account are checked by the use case. */
const password = z
  .string()
  .max(1024)
  .meta({ format: "password", description: "10 to 128 characters. Common passwords are refused." });

export const newInvitedAccount = z.object({
  email: emailAddress,
  password,
  displayName: personName.optional(),
  language,
});
export const newAccount = z.object({
  email: emailAddress,
  displayName: personName,
  password: password
    .optional()
    .meta({ description: "If omitted, nobody can log in until one is set, by an e-mailed link or an administrator." }),
  emailProved: z.boolean().optional().meta({ description: "True: the administrator vouches for the address." }),
  role: z.enum(roles),
});
export const accountChange = z.object({
  displayName: personName.optional(),
  password: password.optional(),
  emailProved: z.literal(true).optional(),
  role: z.enum(roles).optional(),
});

export const newRegistration = z.object({ email: emailAddress, displayName: personName, password, language });
const linkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ description: "The token from the e-mailed link." });
export const addressConfirmation = z.object({ token: linkToken });
export const resetWish = z.object({ email: emailAddress });
export const passwordReset = z.object({ token: linkToken, password });
export const ownPasswordChange = z.object({
  password,
  currentPassword: z.string().min(1).max(1024).optional().meta({
    format: "password",
    description: "If omitted, the log-in must be recent (`freshProofSeconds`, five minutes by default).",
  }),
});
export const ownAccountChange = z.object({
  displayName: personName.optional(),
  language,
  timeZone: timeZone.nullish(),
});

export const phoneChange = z.object({
  phone: z
    .string()
    .max(64)
    .nullable()
    .meta({ description: 'International format, starting with `+`. "" or null removes it.' }),
  currentPassword: z.string().min(1).max(1024).optional().meta({
    format: "password",
    description: "If omitted, the log-in must be recent (`freshProofSeconds`, five minutes by default).",
  }),
});
export const phoneAnswer = z.object({
  status: z.literal("success"),
  data: z.object({
    userId: z.string().meta({ description: "The account's address." }),
    phone: z.string().meta({ description: 'E.164, or "" if none.' }),
    displayname: z.string(),
    email: z.string(),
    message: z.string(),
  }),
});

export const sessionAnswer = z.object({
  id: z.int(),
  isCurrent: z.boolean().meta({ description: "The current session." }),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export const sessionListAnswer = z.object({ data: z.array(sessionAnswer) });
export const messageAnswer = z.object({ message: z.string() });

export const accountAnswer = z.object({
  id: z.int(),
  email: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  emailProved: z.boolean(),
  phone: z.string().nullable(),
  language: z.enum(languageCodes).nullable().meta({ description: "Language of pages and e-mails. Null: not chosen." }),
  timeZone: z.string().nullable().meta({
    description: "IANA time zone for times in e-mails and for the office hours of automatic reminders. Null: unknown.",
  }),
  createdAt: z.string(),
});

/** The storage used by an account's documents, and its quota. */
export const storageAnswer = z.object({
  usedBytes: z.int().meta({
    description: "Storage used by all documents of the account with their signatures.",
  }),
  limitBytes: z.int().meta({ description: "Uploads that would exceed it are refused with `quota_exceeded`." }),
});

export const ownAccountAnswer = accountAnswer.extend({
  storage: storageAnswer,
  account: z
    .object({ uid: z.string(), emailAddress: z.string(), displayName: z.string() })
    .meta({ description: "Same value, for older clients." }),
  settings: z.object({ canRequestSign: z.boolean(), hasSignatureFile: z.boolean() }),
});

export const newToken = z.object({
  name: z.string().trim().min(1).max(255),
  scopes: z.array(z.enum(tokenScopes)).min(1).optional().meta({ description: "Defaults to all." }),
  expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: "Defaults to no expiry." }),
});
export const tokenAnswer = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export const tokenListAnswer = z.object({ data: z.array(tokenAnswer) });
export const madeTokenAnswer = tokenAnswer.extend({ token: z.string().meta({ description: "Returned only once." }) });

export type NewInvitedAccount = z.infer<typeof newInvitedAccount>;
export type NewRegistration = z.infer<typeof newRegistration>;
export type PasswordReset = z.infer<typeof passwordReset>;
export type PhoneChange = z.infer<typeof phoneChange>;
export type OwnAccountChange = z.infer<typeof ownAccountChange>;
export type NewAccount = z.infer<typeof newAccount>;
export type AccountChange = z.infer<typeof accountChange>;
export type NewToken = z.infer<typeof newToken>;
