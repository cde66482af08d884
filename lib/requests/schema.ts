import { z } from "zod";
import { elementInput, signerElement } from "@/lib/documents/fields/schema";
import { fileName } from "@/lib/documents/schema";
import { languageCodes } from "@/lib/platform/locale/languages";
import { plainText, plainTextRule, withoutDirectionHints } from "@/lib/platform/plain-text";
import { signerIdentifyMethodNames, signMethodNames } from "@/lib/platform/sign-methods/method-names";

/** JSON Schema for an object with exactly one of these members. */
function oneMember(...names: string[]): { required: string[] }[] {
  return names.map((name) => ({ required: [name] }));
}

export const personName = z
  .string()
  .overwrite(withoutDirectionHints)
  .trim()
  .max(255)
  .regex(plainText, plainTextRule)
  .nullish();

/** For clients only; `readSigners` reports what is wrong with an address or a list. */
const address = z.string().meta({ format: "email", maxLength: 254 });

/** One signer as sent by a client. `readSigners` checks which members may be combined. */
/** The consent text a signer agreed to, as a page of this service shows it. */
export const consentGiven = z
  .object({
    version: z.string().min(1).max(16),
    locale: z.string().min(2).max(16).meta({ description: "The language that the sentence was shown in: `en`, `pt`." }),
  })
  .meta({
    description: "The consent that was shown to the signer. Left out: the evidence says that none was recorded.",
  });
export type ConsentGiven = z.infer<typeof consentGiven>;
export const viewedInput = z.object({ consent: consentGiven.optional() });

export const signerInput = z.object({
  signRequestId: z
    .int()
    .optional()
    .meta({ description: "In a PATCH: the signer whom this person replaces, or keeps being." }),
  email: address.optional(),
  identify: z
    .object({ email: address.optional(), account: address.optional() })
    .optional()
    .meta({ description: "Other places of the address, as older clients give it." }),
  displayName: personName,
  display_name: personName,
  description: z.string().max(2000).nullish(),
  signingOrder: z.int().min(1).max(1000).optional(),
  phone: z.string().max(32).nullish(),
  language: z.enum(languageCodes).nullish().meta({
    description:
      "The language of the signer's mails and pages. Left out or null: what their account or their browser says.",
  }),
  signMethod: z.enum(signMethodNames).optional().meta({
    description: "How the signer proves who they are when signing. `link`: see identifyMethod.",
  }),
  identifyMethod: z.enum(signerIdentifyMethodNames).optional().meta({
    description:
      "How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.",
  }),
  notify: z.boolean().optional(),
});

export const fileSource = z
  .object({
    base64: z.string().optional(),
    url: z.string().optional(),
    fileId: z.int().optional().meta({ description: "One's own upload from POST /file that no request uses yet." }),
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
  .meta({ description: "A URL that is told every event of this document." });

/** A signer of a new request, with the fields to place for them. */
const newSigner = signerInput.extend({
  visibleElements: z.array(signerElement).optional().meta({
    description: "Fields of this signer, placed in the same call. Each box must fit its page, or be sent with `fit`.",
  }),
});
const newSigners = z.array(newSigner).meta(signers.meta() ?? {});

export const newRequest = z.object({
  file: fileSource,
  name: fileName,
  status: z.union([z.literal(0), z.literal(1)]).optional(),
  users: newSigners.optional(),
  signers: newSigners.optional().meta({ description: "Another name of users." }),
  callback: callbackUrl.nullish(),
  callbackFormat: z.enum(["json", "multipart"]).optional().meta({
    description:
      "`multipart`: the signed document as a form, once, at the end, as older clients read it. Left out: json.",
  }),
  expiresAt: expiresAt.optional(),
});

export const requestChange = z.object({
  file: z.object({ fileId: z.int().optional(), uuid: z.string().optional() }).optional(),
  uuid: z.string().optional(),
  status: z.int().optional(),
  name: fileName.optional(),
  users: signers.optional(),
  signers: signers.optional().meta({ description: "Another name of users." }),
  visibleElements: z.array(elementInput).optional().meta({
    description:
      "Boxes to place in a draft; one with an elementId changes that box. Boxes that are not named stay: an empty list clears nothing.",
  }),
  expiresAt: expiresAt.optional(),
});

/** `POST /webhook/register`: a request that is released at once and has a callback. */
export const newRegistration = newRequest.omit({ status: true }).extend({ callback: callbackUrl });

const uuid = z.string().meta({ description: "The file's." });

const needed = "Needed, under this name or as signers.";
const namesSigners = { oneOf: oneMember("users", "signers") };

export const signersNamed = z
  .object({
    uuid,
    users: signers.optional().meta({ description: `${needed} 1 to 100, with distinct addresses.` }),
    signers: signers.optional().meta({ description: "Another name of users." }),
  })
  .meta(namesSigners);

export const signerAddress = z.object({ email: address });
const addresses = z.array(signerAddress).max(1000);
const oneOrMoreAddresses = addresses.meta({ minItems: 1 });

export const signersToRemove = z
  .object({
    uuid,
    users: oneOrMoreAddresses.optional().meta({ description: needed }),
    signers: oneOrMoreAddresses.optional().meta({ description: "Another name of users." }),
  })
  .meta(namesSigners);

export const signersToRemind = z.object({
  fileId: z.int(),
  signers: addresses.optional().meta({ description: "Left out: everybody whose turn it is." }),
});
export const signerToRemind = z.object({ fileId: z.int(), signRequestId: z.int() });

export const remindersAnswer = z.object({
  message: z.string(),
  data: z.array(
    z.object({
      signRequestId: z.int(),
      notified: z.boolean(),
      reason: z.enum(["recently", "no_mail"]).nullable().meta({
        description: "Why no mail goes out: one did a short while ago, or the signer gets none (`notify: false`).",
      }),
    }),
  ),
});

export const peopleAnswer = z.object({
  data: z.array(z.object({ email: z.string(), displayName: z.string().nullable() })),
});

export const declineInput = z.object({ reason: z.string().trim().min(1).max(1000) });

export const doneAnswer = z.object({ message: z.string() });

export type SignerInput = z.infer<typeof signerInput>;
export type NewSignerInput = z.infer<typeof newSigner>;
export type FileSource = z.infer<typeof fileSource>;
export type NewRequest = z.infer<typeof newRequest>;
export type SignersNamed = z.infer<typeof signersNamed>;
export type SignerAddress = z.infer<typeof signerAddress>;
export type SignersToRemove = z.infer<typeof signersToRemove>;
export type KnownPerson = z.infer<typeof peopleAnswer>["data"][number];
export type Reminders = z.infer<typeof remindersAnswer>;
export type RequestChange = z.infer<typeof requestChange>;
