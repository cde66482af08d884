import { z } from "zod";
import { copyTimes, fileStatuses, signRequestRoles, signRequestStatuses } from "@/db/schema/files";
import { mailStates } from "@/db/schema/messages";
import { signatureOptionsChange } from "@/lib/context/settings/schema";
import { signMethodNames } from "@/lib/context/sign-methods/method-names";
import { fieldWire } from "@/lib/documents/fields/schema";
import { storedStates, uploadWire, type RevisionWire } from "@/lib/documents/schema";
import { languageCodes, type Language } from "@/lib/platform/locale/languages";
import type { AuditEventType } from "@/lib/records/audit/events";
import { attachmentRequestWire } from "@/lib/requests/state/schema";
import { signatureFacts } from "@/lib/signing/schema";
import { dashboardOrders, dashboardStates, dashboardTabs, type DashboardTab } from "./dashboard-choices";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const signMethod = z.enum(signMethodNames);

export const signatureWire = signatureFacts
  .extend({
    subject: z.string().optional().meta({ description: "Omitted from the reduced view." }),
  })
  .meta({ id: "SignatureFacts" });

export const signerWire = z
  .object({
    signRequestId: z.int(),
    email: z.string().optional().meta({ description: "Omitted from the reduced view." }),
    displayName: z.string(),
    description: z
      .string()
      .nullable()
      .meta({ description: "The message to this signer. Visible to this signer and the requester." }),
    subject: z.string().nullable().meta({
      description: "The subject of this signer's invitation, as the requester wrote it; null: the service's own.",
    }),
    phone: z.string().nullable().optional(),
    language: z.enum(languageCodes).nullable().optional().meta({
      description:
        "The language that the requester chose for the signer; null for none. Omitted from the reduced view.",
    }),
    role: z.enum(signRequestRoles).meta({ description: "`signer`, `approver`, `viewer` or `cc`." }),
    copyAt: z
      .array(z.enum(copyTimes))
      .optional()
      .meta({ description: "CC only: when a copy is sent. Omitted from the reduced view." }),
    attachmentRequests: z.array(attachmentRequestWire).optional().meta({
      description: "Files requested from this person. Visible to this person and the requester.",
    }),
    status: z.enum(signRequestStatuses).meta({
      description: "`approved` for approvers, `viewed` for viewers, `copied` for a CC who has received a copy.",
    }),
    signed: time.nullable(),
    done: time.nullable().meta({ description: "When the person signed, approved or finished reading." }),
    request_sign_date: time,
    me: z.boolean(),
    signingOrder: z.int(),
    signMethod,
    identifyMethods: z.array(z.object({ method: z.string(), value: z.string().optional(), mandatory: z.int() })),
    visibleElements: z.array(fieldWire),
    signature: signatureWire.optional(),
  })
  .meta({ id: "Signer" });

export const settingsWire = z
  .object({
    canSign: z.boolean(),
    canRequestSign: z.boolean(),
    hasSignatureFile: z.boolean(),
    signMethod: signMethod.nullable(),
    signerFileUuid: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "The signer's own sign-request UUID, to that signer only." }),
    phoneNumber: z.string().nullable(),
  })
  .meta({ id: "ViewerSettings" });

export const envelopeFileWire = z
  .object({
    fileId: z.int(),
    uuid: z.string(),
    name: z.string(),
    position: z.int().meta({ description: "The position in the envelope, counted from 1." }),
    pages: z.int(),
    firstPage: z
      .int()
      .meta({ description: "The number of its first page when the pages of the envelope are counted through." }),
    size: z.int(),
    sha256: z.string(),
    originalSha256: z.string(),
    file: z.string().optional().meta({ description: "The download URL. Omitted from the reduced view." }),
    upload: uploadWire.optional().meta({ description: "Omitted from the reduced view." }),
    signRequestIds: z.array(z.int()).meta({ description: "The signers who sign this file." }),
    signatures: z.array(signatureWire.extend({ signRequestId: z.int() })),
  })
  .meta({ id: "EnvelopeFile", description: "One PDF of an envelope." });

export const fileWire = z
  .object({
    id: z.int(),
    fileId: z.int(),
    nodeId: z.int(),
    uuid: z.string(),
    name: z.string(),
    status: z.int().min(0).max(8),
    statusText: z.string(),
    created_at: time,
    request_date: time,
    releasedAt: time.nullable(),
    completedAt: time.nullable(),
    expiresAt: time.nullable(),
    contentDeletedAt: time.nullable().meta({
      description:
        "When the content was deleted at the end of the retention period. Hashes and the audit trail are kept.",
    }),
    allowDelegation: z
      .boolean()
      .optional()
      .meta({ description: "Signers may delegate signing to another person. Omitted from the reduced view." }),
    signatureOptions: signatureOptionsChange.nullable().optional(),
    pagesWithoutMark: z.array(z.int()).nullable().optional().meta({
      description:
        "Pages without a blank margin for the verification mark. Null: not sent yet, or no mark was requested.",
    }),
    retention: z.object({ deletionAt: time.nullable(), onHold: z.boolean() }).optional().meta({
      description: "When the content is due to be deleted, or null. Omitted from the reduced view.",
    }),
    requested_by: z
      .object({ userId: z.string(), uid: z.string(), displayName: z.string() })
      .optional()
      .meta({ description: "Omitted from the reduced view." }),
    kind: z.literal("envelope").optional().meta({
      description: "The envelope. Omitted for single documents (docs/spec/envelopes.md).",
    }),
    filesCount: z.int().optional().meta({ description: "The number of files of an envelope." }),
    files: z
      .array(envelopeFileWire)
      .optional()
      .meta({ description: "The files of an envelope, in order. Omitted in lists." }),
    envelope: z.string().optional().meta({ description: "The uuid of the envelope that this file belongs to." }),
    pages: z.int().meta({ description: "The number of pages; of all files for an envelope." }),
    size: z.int(),
    sha256: z.string().meta({
      description:
        "The hash of the document. For an envelope, the hash of the list of its files in the format of sha256sum.",
    }),
    originalSha256: z.string(),
    file: z.string().optional().meta({ description: "The download URL. Omitted from the reduced view." }),
    url: z.string(),
    signers: z.array(signerWire),
    visibleElements: z.array(fieldWire),
    settings: settingsWire,
    upload: uploadWire.optional().meta({ description: "Omitted from the reduced view." }),
    messages: z.array(z.object({ type: z.enum(["info", "warning"]), message: z.string() })),
    stored: z.enum(storedStates).optional().meta({
      description:
        "State of the stored bytes: `whole`, `missing`, `altered`, or `unreadable` if the system refuses to read them, which may be intact. Only in responses with a single document, for the requester and invited signers.",
    }),
  })
  .meta({ id: "File", description: "The file object, the same in every response." });

export const fileAnswer = z.object({
  message: z.string(),
  fileId: z.int(),
  uuid: z.string(),
  callbackSecret: z
    .string()
    .optional()
    .meta({ description: "`whsec_…`: the signing key of a new request's callback, returned only once." }),
  data: fileWire,
});
export const linkAnswer = fileWire.extend({
  accountExists: z.boolean(),
  preparation: z.int().meta({
    description:
      "Increases by one each time the document is prepared, for example when its signers change. Send it when signing, so that only the displayed document is signed.",
  }),
  look: z.string().meta({
    description:
      "Identifies the brand and the signer's name as shown in the fields. Send it when signing, so that only the displayed name, colour and logo are drawn.",
  }),
});

const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item)]);
const pageLength = z.coerce.number().int().min(1).max(100);
export const standardLength = 20;

export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  length: pageLength
    .optional()
    .meta({ default: standardLength, description: `Files per page. Defaults to ${standardLength}.` }),
  limit: pageLength.optional().meta({ description: "Alias of `length`." }),
  per_page: pageLength.optional().meta({ description: "Alias of `length`." }),
  status: oneOrMore(z.coerce.number().int().min(0).max(8)).optional(),
  kind: z.enum(["envelope"]).optional().meta({ description: "Envelopes only." }),
  q: z.string().max(255).optional(),
  bulkSend: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .meta({ description: "The id of one of your bulk sends: only its documents." }),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  sortBy: z.enum(["created_at", "name", "status"]).optional(),
  sortDirection: z.enum(["asc", "desc"]).optional(),
  cursor: z.string().max(2000).optional().meta({
    description:
      "Cursor pagination: empty for the first page, then `nextCursor`. New documents do not shift the pages, and no total is counted.",
  }),
});

const link = z.string().nullable();
export const listAnswer = z.object({
  data: z.array(fileWire),
  pagination: z.object({
    total: z.int().optional().meta({ description: "Omitted with `cursor`." }),
    current: link,
    next: link,
    prev: link,
    last: link,
    first: link,
    nextCursor: z.string().nullable().meta({ description: "The cursor of the next page; null on the last page." }),
  }),
});

export const listMarkAnswer = z.object({
  mark: z.string().meta({ description: "An opaque value. Compare it with the previous one." }),
});

export const progressAnswer = z.object({
  uuid: z.string(),
  status: z.int().min(0).max(8),
  statusText: z.string(),
  sequence: z.int().meta({ description: "Increases with every event of the file." }),
  signers: z.array(
    z.object({
      signRequestId: z.int(),
      role: signerWire.shape.role,
      status: signerWire.shape.status,
      told: time.nullable().meta({
        description:
          "When the signer was notified. Null for other signers, as is `opened`, unless the caller is the requester.",
      }),
      opened: time.nullable().meta({
        description:
          "When a browser first displayed the document to the signer. Opening the link alone does not count.",
      }),
      signed: time.nullable(),
      done: signerWire.shape.done,
      copies: z
        .array(z.object({ copy: z.enum(copyTimes), at: time, state: z.enum(["queued", "sent", "failed"]) }))
        .meta({
          description:
            "The copies sent to a CC and their delivery. Empty unless the caller is the requester or that CC.",
        }),
      declined: time.nullable(),
      declineReason: z.string().nullable(),
      mailFailed: z.boolean().meta({ description: "The last e-mail to the signer was not delivered. Requester only." }),
      mail: z
        .object({ state: z.enum(mailStates), at: time })
        .nullable()
        .meta({ description: "The delivery of the last e-mail to the signer. Requester only." }),
      codeFailed: z
        .boolean()
        .meta({ description: "The signer's last one-time code was not delivered. That signer only." }),
    }),
  ),
});

/** The filters of a list; "" for none. */
export interface DashboardFilters {
  /** In titles and signers. */
  q: string;
  state: (typeof dashboardStates)[number] | "";
  /** The first and last creation date, such as "2027-03-12", and the time zone they refer to. */
  from: string;
  to: string;
  zone: string;
  /** Part of a signer's name or address. */
  signer: string;
  /** The requester. */
  by: "me" | "others" | "";
  /** Open, and expiring within a week. */
  due: "soon" | "";
  /** The id of one of the caller's bulk sends, which made the document. */
  bulkSend: string;
}

const dashboardRow = z
  .object({
    fileId: z.int(),
    uuid: z.string(),
    name: z.string(),
    status: z.enum(fileStatuses),
    createdAt: time,
    updatedAt: time.meta({ description: "When the document last changed." }),
    deadline: time.nullable().meta({ description: "When signing closes; null if nobody can sign." }),
    isDueSoon: z.boolean().meta({ description: "The deadline is within a week." }),
    isMine: z.boolean().meta({ description: "The caller is its requester." }),
    requesterName: z.string(),
    filesCount: z.int().optional().meta({ description: "The number of files of an envelope." }),
    signers: z.array(
      z.object({
        signRequestId: z.int(),
        name: z.string(),
        role: signerWire.shape.role,
        status: signerWire.shape.status,
        me: z.boolean(),
      }),
    ),
    signLink: z.string().nullable().meta({
      description: "The caller's own sign-request UUID while it is their turn; null without scope `sign`.",
    }),
  })
  .meta({ id: "DashboardDocument" });

const cursor = z.string().nullable();
export const dashboardAnswer = z.object({
  counts: z.object(Object.fromEntries(dashboardTabs.map((tab) => [tab, z.int()])) as Record<DashboardTab, z.ZodInt>),
  data: z.array(dashboardRow).meta({ description: "At most 20 documents." }),
  next: cursor.meta({ description: "Pass it as `before` for the next page." }),
  previous: cursor.meta({ description: "Pass it as `after` for the previous page." }),
  mayRequest: z.boolean().meta({ description: "The caller may upload documents and request signatures." }),
});

export type DashboardSigner = DashboardRow["signers"][number];
export type DashboardRow = z.infer<typeof dashboardRow>;
export type Dashboard = z.infer<typeof dashboardAnswer>;

const filterText = z.string().max(255).optional();
const day = z.iso.date().optional();
export const dashboardParameters = z.object({
  tab: z.enum(dashboardTabs).optional().meta({ default: "all" }),
  q: filterText.meta({ description: "Searches titles and signers." }),
  state: z.enum(dashboardStates).optional(),
  from: day.meta({ description: "First day of creation, in `zone`." }),
  to: day.meta({ description: "Last day of creation, in `zone`." }),
  zone: z.string().max(100).optional().meta({ description: "IANA time zone of `from` and `to`.", default: "UTC" }),
  signer: filterText.meta({ description: "Part of a signer's name or address." }),
  by: z.enum(["me", "others"]).optional().meta({ description: "The requester of the signatures." }),
  due: z.enum(["soon"]).optional().meta({ description: "Open, with a deadline within a week." }),
  bulkSend: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .optional()
    .meta({ description: "The id of one of your bulk sends: only its documents." }),
  order: z.enum(dashboardOrders).optional().meta({ default: "newest" }),
  before: z.string().max(2000).optional().meta({ description: "Cursor: `next` of a page in the same order." }),
  after: z.string().max(2000).optional().meta({ description: "Cursor: `previous` of a page in the same order." }),
});
export type DashboardParameters = z.infer<typeof dashboardParameters>;

/** The signed revisions of one PDF of a request, oldest first. */
export interface PdfRevisions {
  uuid: string;
  name: string;
  versions: RevisionWire[];
}

/** An entry of a file's history, for its requester. */
export interface HistoryEntry {
  seq: number;
  type: Exclude<AuditEventType, `element.${string}`> | "element.changed";
  /** ISO 8601; for repeated actions, of the last. */
  at: string;
  /** `link`: the holder of a sign link, without a log-in; `other`: an account that is not a signer of the file. */
  by: "you" | "signer" | "service" | "link" | "other";
  /** The name of the signer who acted. */
  actorName: string | null;
  /** The name of the signer it concerns. */
  signer: string | null;
  /** The name of the signer who was replaced; null for other entries. */
  from: string | null;
  /** The e-mail's kind (lib/records/outbox/kinds.ts); null for other entries. */
  mail: string | null;
  /** The part that a timestamp covers: `signer`, `certification`, `seal`, `document`; null for other entries. */
  stamped: string | null;
  /**
   * `to_open`: the code that signed was entered to open the document. `direct_link`: the document was made, or the
   * address proved, at a direct link.
   */
  entered: "to_open" | "direct_link" | null;
  /** The statement of a signer when signing, or the reason of a delegation. */
  reason: string | null;
  location: string | null;
  /** The number of consecutive repetitions. */
  count: number;
}

/** An e-mail as it will be sent, except for the secret in its link. */
export interface InvitationPreview {
  signRequestId: number;
  to: string;
  /** The signer as the requester named them. */
  name: string;
  /** The e-mail's language. */
  language: Language;
  subject: string;
  text: string;
  /** HTML with its pictures embedded. */
  html: string;
}

export type FileWire = z.infer<typeof fileWire>;
export type SignerWire = z.infer<typeof signerWire>;
export type ListMark = z.infer<typeof listMarkAnswer>;
export type Progress = z.infer<typeof progressAnswer>;
export type ListQuery = z.infer<typeof listQuery>;
export type ListAnswer = z.infer<typeof listAnswer>;
