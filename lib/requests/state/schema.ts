import { z } from "zod";
import { attachmentTypes, copyTimes, signRequestRoles } from "@/db/schema/files";
import { mailStates } from "@/db/schema/messages";
import { languageInput } from "@/lib/accounts/schema";
import { reminderPlan, remindersInput, signatureOptionsChange } from "@/lib/context/settings/schema";
import { signerIdentifyMethodNames, signMethodNames } from "@/lib/context/sign-methods/method-names";
import { fieldInput, signerField } from "@/lib/documents/fields/schema";
import { fileName, uploadOptions } from "@/lib/documents/schema";
import { timeZone } from "@/lib/platform/office-hours";
import { cleanName, longestEmail, plainText, plainTextRule } from "@/lib/platform/plain-text";

/** JSON Schema for an object with exactly one of these members. */
function oneMember(...names: string[]): { required: string[] }[] {
  return names.map((name) => ({ required: [name] }));
}

export const personName = z.string().overwrite(cleanName).trim().max(255).regex(plainText, plainTextRule).nullish();

/** For clients only; `readSigners` reports the problems of an address or a list. */
const address = z.string().meta({ format: "email", maxLength: longestEmail });

/** The consent text a signer agreed to, as a page of this service shows it. */
export const consentGiven = z
  .object({
    version: z.string().min(1).max(16),
    locale: z
      .string()
      .min(2)
      .max(16)
      .meta({ description: "The language in which the consent was shown: `en` or `pt`." }),
  })
  .meta({
    description: "The consent that was shown to the signer. If omitted, the evidence states that none was recorded.",
  });
export type ConsentGiven = z.infer<typeof consentGiven>;
export const viewedInput = z.object({ consent: consentGiven.optional() });

export const signRequestRole = z.enum(signRequestRoles);
export type CopyTime = (typeof copyTimes)[number];
export const copyAt = z.array(z.enum(copyTimes)).meta({
  description:
    "When a CC receives a copy. `sent`: when the document is sent. `completed`: when it is completed. Defaults to both.",
});
/** Control characters and line separators are refused, so that it can never start another header of the e-mail. */
const mailSubject = z.string().overwrite(cleanName).trim().max(200).regex(plainText, plainTextRule);

const attachmentRequestInput = z.object({
  label: z.string().overwrite(cleanName).trim().min(1).max(100).regex(plainText, plainTextRule).meta({
    description:
      "The name of the file, for example ID card. Unique per person. An attachment request that keeps its label keeps its id.",
  }),
  help: z.string().trim().max(500).nullish().meta({ description: "Shown below the label." }),
  required: z.boolean().optional().meta({ description: "Signing is refused without a file. Defaults to true." }),
  types: z
    .array(z.enum(attachmentTypes))
    .min(1)
    .optional()
    .meta({ description: "Accepted file types, detected from the content. Defaults to all." }),
  maxBytes: z.int().min(1024).optional().meta({
    description: "Maximum size of a file, in bytes. Defaults to 10 MiB or the service's limit, whichever is lower.",
  }),
  maxCount: z.int().min(1).max(10).optional().meta({ description: "Maximum number of files. Defaults to 1." }),
});

export const attachmentRequestsInput = z.array(attachmentRequestInput).max(10).meta({
  description:
    "Files requested from a signer or approver, such as an ID card. Only the requester and that person can read them. Replaces the previous list.",
});

export const attachmentRequestWire = z.object({
  id: z.int().meta({ description: "Unique for its person." }),
  label: z.string(),
  help: z.string().nullable(),
  required: z.boolean(),
  types: z.array(z.enum(attachmentTypes)),
  maxBytes: z.int(),
  maxCount: z.int(),
});

/** One signer as sent by a client. `readSigners` checks which members may be combined. */
export const signerInput = z.object({
  signRequestId: z.int().optional().meta({ description: "The signer to update or replace. PATCH only." }),
  email: address.optional(),
  identify: z
    .object({ email: address.optional(), account: address.optional() })
    .optional()
    .meta({ description: "Alternative form of the address, for older clients." }),
  displayName: personName,
  display_name: personName,
  description: z.string().max(2000).nullish().meta({ description: "The requester's message in the invitation." }),
  subject: mailSubject.nullish().meta({
    description:
      "The subject of the invitation, on one line. Defaults to the service's own subject in the signer's language.",
  }),
  signingOrder: z.int().min(1).max(1000).optional(),
  phone: z.string().max(32).nullish(),
  language: languageInput.nullish().meta({
    description:
      "The language of the signer's e-mails and pages. Defaults to the language of their account or browser.",
  }),
  timeZone: timeZone.nullish().meta({
    description:
      "The signer's IANA time zone: automatic reminders are sent during office hours there. Defaults to the time zone of their account, then of the instance.",
  }),
  signMethod: z.enum(signMethodNames).optional().meta({
    description: "How the signer authenticates when signing. `link`: see `identifyMethod`.",
  }),
  identifyMethod: z.enum(signerIdentifyMethodNames).optional().meta({
    description:
      "How the signer authenticates before signing: with an account, or as a guest by a code to the address or number. `link`: anyone with the link may sign without a code, where the service allows it. Defaults to the service's `identify_method`.",
  }),
  role: signRequestRole.optional().meta({
    description:
      "`signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only receives copies by e-mail. Defaults to `signer`. Only a signer has fields.",
  }),
  copyAt: copyAt.optional(),
  attachmentRequests: attachmentRequestsInput.optional(),
  notify: z.boolean().optional(),
});

const allowDelegation = z.boolean().meta({
  description: "Signers may delegate signing to another person. Defaults to false.",
});

/** Another person in a signer's place, or the same one at another address. */
export const signerReplacement = z.object({
  email: address,
  displayName: personName,
  phone: z.string().max(32).nullish(),
  description: signerInput.shape.description.meta({ description: "Unchanged if omitted, like the members below." }),
  language: languageInput.nullish(),
  timeZone: timeZone.nullish(),
  notify: z.boolean().optional(),
});

export const delegation = signerReplacement.pick({ email: true, displayName: true, phone: true }).extend({
  reason: z.string().trim().max(500).nullish().meta({
    description:
      "The reason for delegating. Included in the e-mails to the delegate and the requester and in the evidence.",
  }),
});

export const fileSource = z
  .object({
    base64: z.string().optional(),
    url: z.string().optional(),
    fileId: z.int().optional().meta({ description: "Your upload from `POST /file` that no request uses yet." }),
    ...uploadOptions,
  })
  .meta({ description: "Exactly one of base64, url and fileId.", oneOf: oneMember("base64", "url", "fileId") });

const signers = z
  .array(signerInput)
  .meta({ description: "1 to 100, with distinct addresses.", minItems: 1, maxItems: 100 });
const expiresAt = z.iso.datetime({ offset: true });

const callbackUrl = z
  .string()
  .min(1)
  .max(2048)
  .meta({ description: "A URL that receives every event of this document." });

/** A signer of a new request, with the fields to place for them. */
const newSigner = signerInput.extend({
  visibleElements: z.array(signerField).optional().meta({
    description: "Fields of this signer, placed in the same call. Each field must fit its page, or be sent with `fit`.",
  }),
});
const newSigners = z.array(newSigner).meta(signers.meta() ?? {});

export const newRequest = z.object({
  file: fileSource,
  name: fileName,
  status: z.union([z.literal(0), z.literal(1)]).optional(),
  users: newSigners.optional(),
  signers: newSigners.optional().meta({ description: "Alias of `users`." }),
  callback: callbackUrl.nullish(),
  callbackFormat: z.enum(["json", "multipart"]).optional().meta({
    description: "`multipart`: posts the signed document once, on completion, for older clients. Defaults to `json`.",
  }),
  expiresAt: expiresAt.optional(),
  reminders: remindersInput.optional(),
  allowDelegation: allowDelegation.optional(),
  signatureOptions: signatureOptionsChange.nullish(),
});

export const requestChange = z.object({
  file: z.object({ fileId: z.int().optional(), uuid: z.string().optional() }).optional(),
  uuid: z.string().optional(),
  status: z.int().optional(),
  name: fileName.optional(),
  users: signers.optional(),
  signers: signers.optional().meta({ description: "Alias of `users`." }),
  visibleElements: z.array(fieldInput).optional().meta({
    description:
      "Fields to place in a draft. An entry with `elementId` changes that field. Other fields stay unchanged, so an empty list removes nothing.",
  }),
  expiresAt: expiresAt.optional(),
  reminders: remindersInput.optional(),
  allowDelegation: allowDelegation.optional(),
  signatureOptions: signatureOptionsChange.nullish(),
});

/** `POST /webhook/register`: a request that is released at once and has a callback. */
export const newRegistration = newRequest.omit({ status: true }).extend({ callback: callbackUrl });

const uuid = z.string().meta({ description: "The UUID of the file." });

const needed = "Required, here or as `signers`.";
const namesSigners = { oneOf: oneMember("users", "signers") };

export const signersNamed = z
  .object({
    uuid,
    users: signers.optional().meta({ description: `${needed} 1 to 100, with distinct addresses.` }),
    signers: signers.optional().meta({ description: "Alias of `users`." }),
  })
  .meta(namesSigners);

export const signerAddress = z.object({ email: address });
const addresses = z.array(signerAddress).max(1000);
const oneOrMoreAddresses = addresses.meta({ minItems: 1 });

export const signersToRemove = z
  .object({
    uuid,
    users: oneOrMoreAddresses.optional().meta({ description: needed }),
    signers: oneOrMoreAddresses.optional().meta({ description: "Alias of `users`." }),
  })
  .meta(namesSigners);

export const signersToRemind = z.object({
  fileId: z.int(),
  signers: addresses.optional().meta({ description: "Defaults to all pending signers whose turn it is." }),
});
export const signerToRemind = z.object({ fileId: z.int(), signRequestId: z.int() });

export const remindersAnswer = z.object({
  message: z.string(),
  data: z.array(
    z.object({
      signRequestId: z.int(),
      notified: z.boolean(),
      reason: z.enum(["recently", "no_mail"]).nullable().meta({
        description: "Why no e-mail was sent: one was sent recently, or the signer receives none (`notify: false`).",
      }),
    }),
  ),
});

export const reminderToSkip = z.object({
  signRequestId: z.int(),
  at: z.iso.datetime({ offset: true }).optional().meta({
    description: "When the reminder is due. Prevents a repeated call from skipping the next one.",
  }),
});

export const reminderScheduleAnswer = z.object({
  reminders: reminderPlan.nullable().meta({ description: "Null: nothing is sent automatically." }),
  isDefault: z.boolean().meta({ description: "A draft without its own plan gets the instance's when it is sent." }),
  signers: z.array(
    z.object({
      signRequestId: z.int(),
      used: z.int().meta({ description: "Automatic reminders that were sent or skipped." }),
      next: z
        .object({
          kind: z.enum(["reminder", "deadline"]).meta({ description: "`deadline`: the warning before it." }),
          at: z.iso.datetime(),
        })
        .nullable()
        .meta({ description: "Null: it is not this signer's turn, or no reminder is left." }),
    }),
  ),
  requesterWarningAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When the requester is warned of the deadline." }),
});

export const fileMailsAnswer = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      template: z
        .string()
        .meta({ description: "The kind: `invitation`, `reminder`, `code`, `completion` and others." }),
      to: z.enum(["signer", "requester"]),
      signRequestId: z.int().nullable().meta({ description: "The signer who receives it or whom it concerns." }),
      state: z.enum([...mailStates, "failed"]).meta({
        description:
          "`accepted` by the provider, `delivered` to the mailbox’s server, `bounced`, `complained` about as spam; `failed`: no answer from the provider within 24 hours. A state never goes back.",
      }),
      reason: z.string().nullable().meta({ description: "The provider's explanation of a bounce, without addresses." }),
      createdAt: z.iso.datetime(),
      changedAt: z.iso.datetime(),
    }),
  ),
  pagination: z.object({ nextCursor: z.int().nullable() }),
});

export const peopleAnswer = z.object({
  data: z.array(z.object({ email: z.string(), displayName: z.string().nullable() })),
});

export const declineInput = z.object({ reason: z.string().trim().min(1).max(1000) });

export const doneAnswer = z.object({ message: z.string() });

export type FileMails = z.infer<typeof fileMailsAnswer>;
export type SignerReplacement = z.infer<typeof signerReplacement>;
export type Delegation = z.infer<typeof delegation>;
export type AttachmentRequestInput = z.infer<typeof attachmentRequestInput>;
export type AttachmentRequestWire = z.infer<typeof attachmentRequestWire>;
export type SignerInput = z.infer<typeof signerInput>;
export type NewSignerInput = z.infer<typeof newSigner>;
export type FileSource = z.infer<typeof fileSource>;
export type NewRequest = z.infer<typeof newRequest>;
export type SignersNamed = z.infer<typeof signersNamed>;
export type SignerAddress = z.infer<typeof signerAddress>;
export type SignersToRemove = z.infer<typeof signersToRemove>;
export type KnownPerson = z.infer<typeof peopleAnswer>["data"][number];
export type Reminders = z.infer<typeof remindersAnswer>;
export type ReminderSchedule = z.infer<typeof reminderScheduleAnswer>;
export type RequestChange = z.infer<typeof requestChange>;

/** A field with a condition or a calculation that sending would refuse. */
export interface BrokenCondition {
  fieldId: number;
  /** The field's display name; null if it has none. */
  name: string | null;
  /** In the field's own PDF, from 1. */
  page: number;
}
