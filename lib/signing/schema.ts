import { z } from "zod";
import type { FieldDetails, FieldType, ImageType, SignRequestRole } from "@/db/schema/files";
import { statement } from "@/lib/context/settings/schema";
import { signMethodNames, type SignMethodName } from "@/lib/context/sign-methods/method-names";
import { attachmentWire, fileName, type AttachmentWire, type UploadWire } from "@/lib/documents/schema";
import type { TextStyle } from "@/lib/platform/geometry/field-text";
import type { AppearanceTemplate, SignatureOptions } from "@/lib/platform/signature-appearance";
import { attachmentRequestWire, consentGiven, type AttachmentRequestWire } from "@/lib/requests/state/schema";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const signMethod = z.enum(signMethodNames);

export const sentCodeAnswer = z.object({
  message: z.string(),
  channel: signMethod,
  sentTo: z.string().meta({ description: "The masked address." }),
  expiresAt: time,
  resendAt: time.meta({ description: "When another code may be sent." }),
});

export const identificationSentAnswer = sentCodeAnswer.extend({ channel: z.enum(["email", "sms"]) });

/**
 * The maximum number of fields in a document, because the signing page sends the values of all of a signer's fields.
 */
export const mostFieldsPerCall = 2000;

export const signInput = z.object({
  code: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The one-time code: six digits. Spaces and hyphens are ignored. Not beside a password." }),
  token: z.string().max(64).optional().meta({ description: "Alias of `code`." }),
  password: z.string().max(512).optional().meta({ description: "The signing password, not the account password." }),
  signPassword: z.string().max(512).optional().meta({ description: "Alias of `password`." }),
  method: signMethod
    .optional()
    .meta({ description: "The sign method. If present, it must match the request's method." }),
  elements: z
    .array(
      z.object({
        documentElementId: z.int(),
        profileElementId: z.int(),
        updatedAt: z.iso.datetime({ offset: true }).optional().meta({
          description:
            "`updatedAt` of the displayed image. If the image was changed or removed since, nothing is signed and the response is `409 race_lost`.",
        }),
      }),
    )
    .max(mostFieldsPerCall)
    .optional()
    .meta({
      description: "Assigns stored images to fields. Other fields get the newest image of their type.",
    }),
  fields: z
    .array(z.object({ elementId: z.int(), value: z.union([z.string().max(1000), z.boolean()]) }))
    .max(mostFieldsPerCall)
    .optional()
    .meta({
      description: "Values of the signer's fields, each field once. Name, e-mail and date are filled automatically.",
    }),
  reason: statement.optional().meta({
    description:
      "Reason for signing, `/Reason` of the signature. Only if the request asks for it (`signatureOptions.reason`). Defaults to its preset.",
  }),
  location: statement.optional().meta({
    description: "Location, `/Location` of the signature. Only if the request asks for it. Defaults to its preset.",
  }),
  consent: consentGiven.optional(),
  preparation: z.int().min(1).optional().meta({
    description:
      "The displayed preparation of the document: `preparation` of `GET /sign/uuid/{u}`. If the document was prepared again since, nothing is signed and the response is `409 race_lost`.",
  }),
  look: z.string().max(64).optional().meta({
    description:
      "The displayed look of the signature: `look` of `GET /sign/uuid/{u}`. If the instance's name, colour or logo, or the signer's name, changed since, nothing is signed and the response is `409 race_lost`.",
  }),
});

export const approveInput = signInput.pick({
  code: true,
  token: true,
  password: true,
  signPassword: true,
  method: true,
  consent: true,
  preparation: true,
});
export type ApproveInput = z.infer<typeof approveInput>;

export const pagesSeenInput = z.object({
  pages: z
    .array(z.int().min(1))
    .min(1)
    .max(5000)
    .meta({ description: "Numbers of the displayed pages, starting at 1." }),
  preparation: signInput.shape.preparation.unwrap().optional().meta({
    description:
      "The displayed preparation of the document: `preparation` of `GET /sign/uuid/{u}`. If the document was prepared again since, nothing is recorded and the response is `409 race_lost`.",
  }),
});
export const pagesSeenAnswer = z.object({
  message: z.string(),
  data: z.object({
    seen: z.int().meta({ description: "Pages seen so far." }),
    pages: z.int().meta({ description: "Pages of the document." }),
    isDone: z.boolean().meta({ description: "All pages were seen and the viewer is done." }),
  }),
});
export type SeenPages = z.infer<typeof pagesSeenAnswer>["data"];

export const fieldsToCheck = signInput.pick({ fields: true, reason: true, location: true });

export const checkedAnswer = z.object({ message: z.string() });

export const signatureFacts = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: time,
  notAfter: time,
  signedAt: time,
  timestamp: time.nullable().meta({
    description:
      "Time of the signature timestamp. Null if no time-stamping authority is configured or it did not respond.",
  }),
  level: z.string().meta({
    description:
      "ETSI EN 319 142-1: B-B, B-T, B-LT or B-LTA. Increases when the completed document is timestamped: its bytes and hash change, its status does not.",
  }),
  verdict: z.string(),
});

export const signedAnswer = z.object({
  action: z.literal(350),
  message: z.string(),
  file: z.object({ uuid: z.string(), status: z.int().min(0).max(8) }),
  signature: signatureFacts.meta({ description: "The signature. In an envelope, the one in the first file." }),
  files: z
    .array(z.object({ uuid: z.string(), name: z.string(), sha256: z.string() }))
    .optional()
    .meta({ description: "The files of an envelope that this signer has signed, in order." }),
});

export type SignInput = z.infer<typeof signInput>;
export type FieldsToCheck = z.infer<typeof fieldsToCheck>;

/** The document of a link page, limited to what its signer may see. Lengths are in points, times in ISO 8601 UTC. */
export interface LinkDocument {
  /** The role of the person with the link. */
  role: "signer" | "approver" | "viewer";
  uuid: string;
  /**
   * Increases by one whenever the document is prepared again, for example when its people change. The signer's call
   * names the one that was shown.
   */
  preparation: number;
  name: string;
  pages: { page: number; width: number; height: number }[];
  sender: { name: string; email: string };
  expiresAt: string | null;
  /** Findings in the uploaded file. */
  upload: UploadWire;
  /** Whether this person may delegate to somebody else. */
  mayDelegate: boolean;
  /**
   * The files of an envelope, in order; null for a document. Pages are numbered across all files, from `firstPage` of
   * each.
   */
  files: LinkFile[] | null;
}

/** One PDF of an envelope. */
export interface LinkFile {
  uuid: string;
  name: string;
  firstPage: number;
  pages: number;
  /** Whether this person signs it. */
  isMine: boolean;
  upload: UploadWire;
}

/**
 * A field of the document. `owner` numbers the signers from 1; only the signer's own fields have a label and a value.
 */
export interface LinkField extends TextStyle, FieldDetails {
  id: number;
  type: FieldType;
  /** In an envelope, pages are numbered across all files. */
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
  owner: number;
  ownerName: string;
  isMine: boolean;
  required: boolean;
  label: string | null;
  value: string | null;
  /** The requester's value, which the signer cannot change. */
  readOnly: boolean;
  /** The PDF that the field is in: expressions refer only to fields of the same PDF. */
  scope: number;
}

/**
 * A field of somebody else that an expression of the signer's refers to, with its final value. Radio buttons come
 * with their whole group.
 */
export interface KnownField extends Pick<
  LinkField,
  "id" | "type" | "label" | "group" | "rules" | "readOnly" | "value" | "scope"
> {
  signer: number;
}

export interface LinkSigner {
  name: string;
  email: string;
  /** The proof required from this signer at the moment of signing. */
  proof: "code" | "password" | "link";
  method: SignMethodName;
  /** The requester's message to this signer. */
  note: string | null;
  /** Pages that a viewer has had on screen; empty for other roles. */
  pagesSeen: number[];
  /** Files that this signer or approver is asked for. */
  attachmentRequests: AttachmentRequestWire[];
}

/** The version of a stored image that is shown: its owner may change it in another window. */
export interface ShownImage {
  id: number;
  updatedAt: string;
}

/** How a signature field of this signer will look, and what the signer is asked to state. */
export interface LinkSignature extends Pick<SignatureOptions, "reason" | "location"> {
  template: AppearanceTemplate;
  /** `#rrggbb`. */
  ground: { background: string | null; accent: string | null };
  organisation: string;
  /** `ratio`: its width divided by its height. */
  logo: { url: string; ratio: number } | null;
  /**
   * Identifies the brand and the name that the signer's fields show. The signer's call names the one that was shown.
   */
  look: string;
  /** Follows the file's uuid and a hyphen in the identifier of a signature. */
  idSuffix: string;
}

/**
 * How a signer without an account may identify: by a code sent to `sentTo`, which is masked. `refusal` says why none
 * can be sent.
 */
export interface LinkIdentification {
  method: "email" | "sms";
  sentTo: string | null;
  refusal: "gateway_unavailable" | "phone_missing" | null;
  /** The code signs as well, for a short while. */
  alsoSigns: boolean;
}

/** A finished or stopped request: `completed`, `finishing`, or ended before all had signed. */
export type LinkEnd = "running" | "declined" | "withdrawn" | "expired";

/**
 * Why this signer can sign without entering a code now. `link`: the link is enough; with `mustEnter` the visitor has
 * no session yet and must first get one by a POST. `opening_code`: the code that opened the document also signs it
 * until `until`.
 */
export type WithoutCode = { by: "link"; mustEnter: boolean } | { by: "opening_code"; until: string };

/**
 * The content of a sign link's page (docs/spec/interface.md#link-states): one member per state, each limited to what
 * its visitor may see. A visitor logged in as another account gets a masked address and nothing about the document.
 */
export type LinkPage =
  | { state: "unknown" }
  | { state: "not_ready" }
  | { state: "too_many_misses"; retryAfterSeconds: number }
  | { state: "someone_else"; invited: string; loggedInAs: string }
  | { state: "not_your_turn"; before: number }
  | {
      state: "ready";
      document: LinkDocument;
      signer: LinkSigner;
      fields: LinkField[];
      accountExists: boolean;
      identification: LinkIdentification | null;
    }
  | {
      state: "signing";
      document: LinkDocument;
      signer: LinkSigner;
      fields: LinkField[];
      signature: LinkSignature;
      known: KnownField[];
      images: Record<ImageType, ShownImage | null>;
      hasSigningPassword: boolean;
      isGuest: boolean;
      withoutCode: WithoutCode | null;
      /** Files that the signer has added; empty before they are identified. */
      attachments: AttachmentWire[];
    }
  | {
      state: "locked";
      document: LinkDocument;
      proof: "code" | "password";
      until: string | null;
      retryAfterSeconds: number;
    }
  | { state: "signed"; document: LinkDocument; signedAt: string; waitingFor: number; end: LinkEnd }
  | { state: "finishing"; document: LinkDocument; signedAt: string }
  /** Evidence requires a log-in or a guest session; the link alone shows only the document and the way to identify. */
  | {
      state: "completed";
      document: LinkDocument;
      signedAt: string;
      completedAt: string;
      mayFetchEvidence: boolean;
      /** The reader is logged in, but more than the link of another request must prove their address first. */
      mustConfirm: boolean;
      identification: LinkIdentification | null;
    }
  /** `by`: another signer's name, with their role; null for the reader. */
  | {
      state: "declined";
      document: LinkDocument;
      at: string;
      by: { name: string; role: SignRequestRole | null } | null;
      reason: string | null;
    }
  | { state: "expired"; document: LinkDocument; expiredAt: string }
  /** `isDelegated`: the person of the link has delegated to somebody else. */
  | { state: "withdrawn"; document: LinkDocument; isDelegated: boolean };

export const attachmentUpload = z.object({
  name: fileName.optional().meta({ description: "The file name. Defaults to the name in the form." }),
  replaces: z.coerce.number().int().min(1).optional().meta({
    description: "The id of your attachment that the new file replaces.",
  }),
});

export const ownAttachmentsAnswer = z.object({
  requests: z.array(attachmentRequestWire).meta({ description: "The requested files." }),
  data: z.array(attachmentWire).meta({ description: "The files added so far." }),
});

export const attachmentRemoved = z.object({ message: z.string() });

export type AttachmentUpload = z.infer<typeof attachmentUpload> & {
  /** The attachment request's id. */
  requestId: number;
};
