import { z } from "zod";
import type { FileStatus } from "@/db/schema/files";
import type { AuditEventType } from "@/lib/audit/events";
import { elementWire } from "@/lib/elements/schema";
import { uploadWire } from "@/lib/files/schema";
import { storedStates } from "@/lib/files/stored-states";
import { languageCodes, type Language } from "@/lib/locale/languages";
import { signMethodNames } from "@/lib/sign-methods/method-names";
import { signatureFacts } from "@/lib/signing/schema";
import type { dashboardStates, DashboardTab } from "./dashboard-choices";

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
    description: z.string().nullable(),
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
    stored: z
      .enum(storedStates)
      .optional()
      .meta({
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
  cursor: z
    .string()
    .max(2000)
    .optional()
    .meta({
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
      opened: time
        .nullable()
        .meta({
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

/** What a list is narrowed to; "" for a part that is left open. */
export interface DashboardFilters {
  /** In titles and signers. */
  q: string;
  state: (typeof dashboardStates)[number] | "";
  /** The first and the last day on which documents were made, such as "2027-03-12", and the time zone that these days are meant in. */
  from: string;
  to: string;
  zone: string;
  /** Part of a signer's name or address. */
  signer: string;
  /** Who asks for the signatures. */
  by: "me" | "others" | "";
  /** Open, and out of time within a week. */
  due: "soon" | "";
}

export interface DashboardSigner {
  signRequestId: number;
  name: string;
  status: SignerWire["status"];
  me: boolean;
}

/** One document on the dashboard. Times are ISO 8601. */
export interface DashboardRow {
  fileId: number;
  uuid: string;
  name: string;
  status: FileStatus;
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** Until when one can sign; null where nobody can. */
  deadline: string | null;
  /** The deadline is within a week. */
  isDueSoon: boolean;
  isMine: boolean;
  requesterName: string;
  signers: DashboardSigner[];
  /** The viewer's own sign-request UUID while it is their turn. */
  signLink: string | null;
}

export interface Dashboard {
  counts: Record<DashboardTab, number>;
  rows: DashboardRow[];
  /** Cursors of the pages behind and ahead of this one in the order of the list; null where there is none. */
  next: string | null;
  former: string | null;
  mayRequest: boolean;
}

/** One thing that happened to a file, as its requester reads it. */
export interface HistoryEntry {
  seq: number;
  type: AuditEventType | "element.changed";
  /** ISO 8601; of repeated acts the last. */
  at: string;
  /** `link`: whoever held a sign link, without logging in; `other`: an account that is no signer of the file. */
  by: "you" | "signer" | "service" | "link" | "other";
  /** The name of the signer who acted. */
  actingSigner: string | null;
  /** The name of the signer whom it is about. */
  signer: string | null;
  /** Which mail it was (lib/outbox/kinds.ts); null when it is about none. */
  mail: string | null;
  /** What a timestamp was put on: `signer`, `certification`, `seal`, `document`; null when it is about none. */
  stamped: string | null;
  /** How many times in a row. */
  count: number;
}

/** A mail as it will go out, but for the secret in its link. */
export interface InvitationPreview {
  to: string;
  /** What the mail is written in. */
  language: Language;
  subject: string;
  text: string;
}

export type FileWire = z.infer<typeof fileWire>;
export type SignerWire = z.infer<typeof signerWire>;
export type ListMark = z.infer<typeof listMarkAnswer>;
export type Progress = z.infer<typeof progressAnswer>;
export type ListQuery = z.infer<typeof listQuery>;
export type ListAnswer = z.infer<typeof listAnswer>;
