import { z } from "zod";
import { fileStatuses } from "@/db/schema/files";
import { elementWire } from "@/lib/documents/fields/schema";
import { uploadWire } from "@/lib/documents/schema";
import { storedStates } from "@/lib/documents/stored-states";
import { languageCodes, type Language } from "@/lib/platform/locale/languages";
import { signMethodNames } from "@/lib/platform/sign-methods/method-names";
import type { AuditEventType } from "@/lib/records/audit/events";
import { signatureFacts } from "@/lib/signing/schema";
import { dashboardOrders, dashboardStates, dashboardTabs, type DashboardTab } from "./dashboard-choices";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const signMethod = z.enum(signMethodNames);

export const signatureWire = signatureFacts
  .extend({
    subject: z.string().optional().meta({ description: "Left out of the reduced view." }),
  })
  .meta({ id: "SignatureFacts" });

export const signerWire = z
  .object({
    signRequestId: z.int(),
    email: z.string().optional().meta({ description: "Left out of the reduced view." }),
    displayName: z.string(),
    description: z
      .string()
      .nullable()
      .meta({ description: "The message to this signer: to them and to the requester." }),
    phone: z.string().nullable().optional(),
    language: z
      .enum(languageCodes)
      .nullable()
      .optional()
      .meta({ description: "What the requester said the signer reads; null: nothing. Left out of the reduced view." }),
    status: z.enum(["draft", "pending", "waiting", "signed", "declined", "cancelled", "expired"]),
    signed: time.nullable(),
    request_sign_date: time,
    me: z.boolean(),
    signingOrder: z.int(),
    signMethod,
    identifyMethods: z.array(z.object({ method: z.string(), value: z.string().optional(), mandatory: z.int() })),
    visibleElements: z.array(elementWire),
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
      description: "When the retention period was over and the content was deleted; hashes and the audit trail stay.",
    }),
    retention: z.object({ deletionAt: time.nullable(), onHold: z.boolean() }).optional().meta({
      description:
        "When the content is deleted, as things are: null while that is not to happen. Left out of the reduced view.",
    }),
    requested_by: z
      .object({ userId: z.string(), uid: z.string(), displayName: z.string() })
      .optional()
      .meta({ description: "Left out of the reduced view." }),
    pages: z.int(),
    size: z.int(),
    sha256: z.string(),
    originalSha256: z.string(),
    file: z.string().optional().meta({ description: "Where the bytes are. Left out of the reduced view." }),
    url: z.string(),
    signers: z.array(signerWire),
    visibleElements: z.array(elementWire),
    settings: settingsWire,
    upload: uploadWire.optional().meta({ description: "Left out of the reduced view." }),
    messages: z.array(z.object({ type: z.enum(["info", "warning"]), message: z.string() })),
    stored: z.enum(storedStates).optional().meta({
      description:
        "Whether the document's bytes are there: `whole`, `missing` or `altered`. Told where one document is answered, to those who take part.",
    }),
  })
  .meta({ id: "File", description: "The file object, the same wherever a file is answered." });

export const fileAnswer = z.object({
  message: z.string(),
  fileId: z.int(),
  uuid: z.string(),
  callbackSecret: z
    .string()
    .optional()
    .meta({ description: "`whsec_…`: the key that a new request's callback is signed with, shown this once." }),
  data: fileWire,
});
export const linkAnswer = fileWire.extend({ accountExists: z.boolean() });

const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item)]);
const pageLength = z.coerce.number().int().min(1).max(100);
export const standardLength = 20;

export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  length: pageLength
    .optional()
    .meta({ default: standardLength, description: `Files a page; ${standardLength} when left out.` }),
  limit: pageLength.optional().meta({ description: "Another name of length." }),
  per_page: pageLength.optional().meta({ description: "Another name of length." }),
  status: oneOrMore(z.coerce.number().int().min(0).max(8)).optional(),
  q: z.string().max(255).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  sortBy: z.enum(["created_at", "name", "status"]).optional(),
  sortDirection: z.enum(["asc", "desc"]).optional(),
  cursor: z.string().max(2000).optional().meta({
    description:
      "Pages that a new file moves nothing between: empty for the first, then `nextCursor`. No total is counted then.",
  }),
});

const link = z.string().nullable();
export const listAnswer = z.object({
  data: z.array(fileWire),
  pagination: z.object({
    total: z.int().optional().meta({ description: "Left out with `cursor`." }),
    current: link,
    next: link,
    prev: link,
    last: link,
    first: link,
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Where the files after these begin; null when there are none." }),
  }),
});

export const listMarkAnswer = z.object({
  mark: z.string().meta({ description: "Opaque: compare it with the one before." }),
});

export const progressAnswer = z.object({
  uuid: z.string(),
  status: z.int().min(0).max(8),
  statusText: z.string(),
  sequence: z.int().meta({ description: "Grows with every event of the file." }),
  signers: z.array(
    z.object({
      signRequestId: z.int(),
      status: signerWire.shape.status,
      told: time
        .nullable()
        .meta({ description: "When the signer was told of the document; of others null to a signer, as is `opened`." }),
      opened: time.nullable().meta({
        description: "When a browser first showed the document to the signer. A GET of the link does not count.",
      }),
      signed: time.nullable(),
      declined: time.nullable(),
      declineReason: z.string().nullable(),
      mailFailed: z
        .boolean()
        .meta({ description: "The last mail to the signer could not be delivered; said to the requester only." }),
      codeFailed: z
        .boolean()
        .meta({ description: "My last one-time code could not be delivered; said to the signer only." }),
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
}

const dashboardRow = z
  .object({
    fileId: z.int(),
    uuid: z.string(),
    name: z.string(),
    status: z.enum(fileStatuses),
    createdAt: time,
    updatedAt: time.meta({ description: "When it last changed." }),
    deadline: time.nullable().meta({ description: "When signing closes; null where nobody can sign." }),
    isDueSoon: z.boolean().meta({ description: "The deadline is within a week." }),
    isMine: z.boolean().meta({ description: "The caller is its requester." }),
    requesterName: z.string(),
    signers: z.array(
      z.object({ signRequestId: z.int(), name: z.string(), status: signerWire.shape.status, me: z.boolean() }),
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
  next: cursor.meta({ description: "Give it as `before` to read the documents behind these." }),
  previous: cursor.meta({ description: "Give it as `after` to read the documents ahead of these." }),
  mayRequest: z.boolean().meta({ description: "The caller may upload documents and ask others to sign." }),
});

export type DashboardSigner = DashboardRow["signers"][number];
export type DashboardRow = z.infer<typeof dashboardRow>;
export type Dashboard = z.infer<typeof dashboardAnswer>;

const filterText = z.string().max(255).optional();
const day = z.iso.date().optional();
export const dashboardParameters = z.object({
  tab: z.enum(dashboardTabs).optional().meta({ default: "all" }),
  q: filterText.meta({ description: "In titles and signers." }),
  state: z.enum(dashboardStates).optional(),
  from: day.meta({ description: "First day of creation, in `zone`." }),
  to: day.meta({ description: "Last day of creation, in `zone`." }),
  zone: z.string().max(100).optional().meta({ description: "IANA time zone of `from` and `to`.", default: "UTC" }),
  signer: filterText.meta({ description: "Part of a signer's name or address." }),
  by: z.enum(["me", "others"]).optional().meta({ description: "Who requested the signatures." }),
  due: z.enum(["soon"]).optional().meta({ description: "Open, with a deadline within a week." }),
  order: z.enum(dashboardOrders).optional().meta({ default: "newest" }),
  before: z.string().max(2000).optional().meta({ description: "A cursor: `next` of another page in the same order." }),
  after: z.string().max(2000).optional().meta({ description: "A cursor: `previous` of another page." }),
});
export type DashboardParameters = z.infer<typeof dashboardParameters>;

/** An entry of a file's history, for its requester. */
export interface HistoryEntry {
  seq: number;
  type: Exclude<AuditEventType, `element.${string}`> | "element.changed";
  /** ISO 8601; for repeated actions, of the last. */
  at: string;
  /** `link`: the holder of a sign link, without a log-in; `other`: an account that is not a signer of the file. */
  by: "you" | "signer" | "service" | "link" | "other";
  /** The name of the signer who acted. */
  actingSigner: string | null;
  /** The name of the signer it concerns. */
  signer: string | null;
  /** The mail's kind (lib/records/outbox/kinds.ts); null for other entries. */
  mail: string | null;
  /** The part that a timestamp covers: `signer`, `certification`, `seal`, `document`; null for other entries. */
  stamped: string | null;
  /** `to_open`: the code that signed was entered to open the document. */
  entered: "to_open" | null;
  /** The number of consecutive repetitions. */
  count: number;
}

/** A mail as it will be sent, except for the secret in its link. */
export interface InvitationPreview {
  signRequestId: number;
  to: string;
  /** The signer as the requester named them. */
  name: string;
  /** The mail's language. */
  language: Language;
  subject: string;
  text: string;
  /** With its pictures in itself. */
  html: string;
}

export type FileWire = z.infer<typeof fileWire>;
export type SignerWire = z.infer<typeof signerWire>;
export type ListMark = z.infer<typeof listMarkAnswer>;
export type Progress = z.infer<typeof progressAnswer>;
export type ListQuery = z.infer<typeof listQuery>;
export type ListAnswer = z.infer<typeof listAnswer>;
