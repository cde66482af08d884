import { and, eq } from "drizzle-orm";
import { pagesSeen, signRequests, type ImageType, type SignRequest, type SignRequestRole } from "@/db/schema/files";
import { signerName } from "@/lib/accounts/find";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context/context";
import { linkMiss } from "@/lib/context/rates/request-rates";
import { readSettings } from "@/lib/context/settings/read";
import { methodKinds } from "@/lib/context/sign-methods/registry";
import { toAttachmentWire } from "@/lib/documents/attachments/read";
import { lookOf, optionsOf, readAppearanceBrand } from "@/lib/documents/fields/signature-appearance";
import { DomainError } from "@/lib/platform/errors";
import { detailsOf, hasExpression, isTicked, readTick } from "@/lib/platform/field-rules/details";
import { isLocked } from "@/lib/platform/field-rules/faults";
import { maskAddress } from "@/lib/platform/plain-text";
import { groundOf } from "@/lib/platform/signature-appearance";
import { isAsked } from "@/lib/records/events/status";
import {
  findByLink,
  isSomeoneElse,
  linkPageState,
  noteOpened,
  type LinkedRequest,
  type LinkPageState,
} from "@/lib/requests/links/find-by-link";
import { whoseTurn } from "@/lib/requests/notices/notify";
import { toAttachmentRequestWire } from "@/lib/requests/state/attachment-requests";
import { preparedId } from "@/lib/requests/state/file-state";
import { decides, isDone } from "@/lib/requests/state/status";
import { isIdentified, readOwnAttachments } from "@/lib/signing/attachments/by-link";
import { listStoredImages } from "@/lib/signing/choose-images";
import { knownValue, planForOwner } from "@/lib/signing/conditions";
import { guestMethodOf, isByLinkAlone, type GuestMethod } from "@/lib/signing/identification/guest";
import type { CodeAttempt } from "@/lib/signing/proof/code-history";
import { findOpeningCode, opensAndSigns } from "@/lib/signing/proof/opening-code";
import { codeRecipient } from "@/lib/signing/proof/recipient";
import { readCodesLock, readSigningLock, type SigningLock } from "@/lib/signing/proof/signing-lock";
import type {
  KnownField,
  LinkDocument,
  LinkEnd,
  LinkField,
  LinkFile,
  LinkIdentification,
  LinkPage,
  LinkSignature,
  LinkSigner,
  ShownImage,
} from "@/lib/signing/schema";
import { signersOf, toUploadWire } from "./file-wire";
import { byId, readRecords } from "./read-records";
import type { FieldRecord, FileRecord, SignerRecord } from "./record";

interface Visit {
  linked: LinkedRequest;
  /** In its current state. */
  record: FileRecord;
  hasSigningPassword: boolean;
}

/** States in which the link leads to the document; the others record nothing in its trail. */
const opens = new Set<LinkPageState>(["live", "signed", "finishing", "completed", "declined_by_you"]);

/**
 * The content of a sign link's page for this visitor. Only writes a de-duplicated `link.opened`, and only with
 * `isOpened`: a HEAD does not open a link. A miss is counted against the visitor's network.
 */
export async function showLinkPage(
  ctx: Ctx,
  actor: Actor,
  { u, isOpened }: { u: string; isOpened: boolean },
): Promise<LinkPage> {
  const linked = await find(ctx, u);
  if (!("file" in linked)) return linked;
  const state = linkPageState(linked.signRequest, linked.file, await ctx.now());
  if (state === "not_ready") return { state };
  if (actor.kind === "account" && isSomeoneElse(actor, linked.signRequest)) {
    return { state: "someone_else", invited: maskAddress(linked.signRequest.email), loggedInAs: actor.account.email };
  }
  const visit = await readVisit(ctx, actor, linked);
  if (isOpened && opens.has(state)) await noteOpened(ctx, actor, linked);
  return state === "live" ? livePage(ctx, actor, visit) : endedPage(ctx, actor, state, visit);
}

async function find(ctx: Ctx, u: string): Promise<LinkedRequest | LinkPage> {
  try {
    const linked = await findByLink(ctx, u);
    // Counted like a miss, so that counting does not reveal which links will become valid.
    if (linkPageState(linked.signRequest, linked.file, await ctx.now()) === "not_ready") {
      const miss = await linkMiss(ctx);
      if (miss.code === "rate_limited") throw miss;
    }
    return linked;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "rate_limited")
      return { state: "too_many_misses", retryAfterSeconds: error.retryAfterSeconds ?? 60 };
    if (error.code === "not_found") return { state: "unknown" };
    throw error;
  }
}

async function readVisit(ctx: Ctx, actor: Actor, linked: LinkedRequest): Promise<Visit> {
  const accountId = actor.kind === "account" ? actor.account.id : 0;
  const {
    files: [record],
    hasSigningKey,
  } = await readRecords(ctx, byId, { id: linked.file.id, accountId });
  if (!record) throw new DomainError("not_found");
  return { linked, record, hasSigningPassword: hasSigningKey };
}

async function livePage(ctx: Ctx, actor: Actor, { linked, record, hasSigningPassword }: Visit): Promise<LinkPage> {
  const document = linkDocument(linked, record);
  const signer: LinkSigner = {
    ...linkSigner(linked.signRequest.id, record),
    pagesSeen: await readPagesSeen(ctx, linked),
    attachmentRequests: askedFiles(ctx, linked),
  };
  const fields = linkFields(linked.signRequest.id, record);
  const signature = await linkSignature(ctx, linked, signer.name);
  const known = knownFields(linked.signRequest.id, record);
  const isByLink = isByLinkAlone(linked.signRequest);
  if (actor.kind !== "account" && actor.kind !== "guest") {
    if (isByLink)
      return {
        state: "signing",
        document,
        signer,
        fields: fields,
        signature,
        known,
        images: { signature: null, initial: null, stamp: null },
        hasSigningPassword: false,
        isGuest: true,
        withoutCode: { by: "link", mustEnter: true },
        attachments: [],
      };
    const { identification, lock } = await readIdentification(ctx, linked);
    const accountExists = record.signers.some(({ id, hasAccount }) => id === linked.signRequest.id && hasAccount);
    return lock
      ? lockedPage(document, "code", lock)
      : { state: "ready", document, signer, fields: fields, accountExists, identification };
  }
  const lock = await readSigningLock(ctx, linked, actor.kind === "guest" ? null : actor.account.id);
  const { kind } = methodKinds[linked.signRequest.signMethod];
  if (lock) return lockedPage(document, kind === "password" ? "password" : "code", lock);
  return {
    state: "signing",
    document,
    signer,
    fields: fields,
    signature,
    known,
    images: await newestImages(ctx, actor),
    hasSigningPassword,
    isGuest: actor.kind === "guest",
    withoutCode: isByLink ? { by: "link", mustEnter: false } : await signsByOpeningCode(ctx, actor, linked),
    attachments: (await readOwnAttachments(ctx, actor, linked)).map(toAttachmentWire),
  };
}

async function linkSignature(ctx: Ctx, { file, signRequest }: LinkedRequest, name: string): Promise<LinkSignature> {
  const { appearance, reason, location } = optionsOf(file, await readSettings(ctx));
  const brand = await readAppearanceBrand(ctx, appearance);
  return {
    template: appearance,
    ground: groundOf(appearance.background, brand.colour),
    organisation: brand.organisation,
    logo: brand.logo && { url: "/api/v1/branding/logo", ratio: pngRatio(brand.logo) },
    look: lookOf(appearance, brand, name),
    idSuffix: String(preparedId(signRequest)),
    reason,
    location,
  };
}

/** Width divided by height (ISO/IEC 15948, 11.2.2). */
function pngRatio(png: Buffer): number {
  return png.readUInt32BE(16) / png.readUInt32BE(20);
}

function askedFiles(ctx: Ctx, { signRequest }: LinkedRequest): LinkSigner["attachmentRequests"] {
  return signRequest.attachmentRequests.map((request) => ({
    ...toAttachmentRequestWire(request),
    maxBytes: Math.min(request.maxBytes, ctx.limits.attachmentBytes),
  }));
}

async function readPagesSeen(ctx: Ctx, { signRequest }: LinkedRequest): Promise<number[]> {
  if (signRequest.role !== "viewer") return [];
  const rows = await ctx.db
    .select({ page: pagesSeen.page })
    .from(pagesSeen)
    .where(eq(pagesSeen.signRequestId, signRequest.id));
  return rows.map(({ page }) => page);
}

async function signsByOpeningCode(
  ctx: Ctx,
  actor: AccountActor | GuestActor,
  linked: LinkedRequest,
): Promise<Extract<LinkPage, { state: "signing" }>["withoutCode"]> {
  const opening = await findOpeningCode(ctx, { actor, ...linked });
  return opening && { by: "opening_code", until: opening.until.toISOString() };
}

function lockedPage(
  document: LinkDocument,
  proof: "code" | "password",
  { until, retryAfterSeconds }: SigningLock,
): LinkPage {
  return { state: "locked", document, proof, until: until?.toISOString() ?? null, retryAfterSeconds };
}

async function newestImages(
  ctx: Ctx,
  actor: AccountActor | GuestActor,
): Promise<Extract<LinkPage, { state: "signing" }>["images"]> {
  const images = await listStoredImages(ctx, actor);
  const newest = (type: ImageType): ShownImage | null => {
    const image = images.find((candidate) => candidate.type === type);
    return image ? { id: image.id, updatedAt: image.updatedAt.toISOString() } : null;
  };
  return { signature: newest("signature"), initial: newest("initial"), stamp: newest("stamp") };
}

async function endedPage(
  ctx: Ctx,
  actor: Actor,
  state: Exclude<LinkPageState, "live" | "not_ready">,
  { linked, record }: Visit,
): Promise<LinkPage> {
  const { signRequest, file } = linked;
  if (state === "not_your_turn") return { state, before: countBefore(signRequest.id, record) };
  const document = linkDocument(linked, record);
  const signedAt = iso(signRequest.signedAt ?? signRequest.closedAt);
  switch (state) {
    case "signed":
      return { state, document, signedAt, waitingFor: countUnfinished(record), end: endOf(record) };
    case "finishing":
      return { state, document, signedAt };
    case "completed": {
      const isKnown = isIdentified(actor, linked);
      // A guest session does not count beside a log-in, so a code would not help this account.
      const mustConfirm = !isKnown && actor.kind === "account";
      const { identification } =
        isKnown || mustConfirm ? { identification: null } : await readIdentification(ctx, linked);
      return {
        state,
        document,
        signedAt,
        completedAt: iso(file.completedAt),
        mayFetchEvidence: isKnown,
        mustConfirm,
        identification,
      };
    }
    case "declined_by_you":
      return {
        state: "declined",
        document,
        at: iso(signRequest.closedAt),
        by: null,
        reason: signRequest.declineReason,
      };
    case "declined":
      return { state, document, at: iso(file.closedAt), by: await declinerOf(ctx, record), reason: null };
    case "expired":
      return { state, document, expiredAt: iso(file.expiresAt) };
    case "withdrawn":
      return { state, document, isDelegated: await isDelegated(ctx, signRequest) };
  }
}

/** Whether the person of a void link delegated to somebody else. */
async function isDelegated(ctx: Ctx, { id, fileId }: Pick<SignRequest, "id" | "fileId">): Promise<boolean> {
  const isDelegate = and(
    eq(signRequests.fileId, fileId),
    eq(signRequests.replacesId, id),
    eq(signRequests.replacedBy, "delegate"),
  );
  return (await ctx.db.$count(signRequests, isDelegate)) > 0;
}

/** The reason is for the requester only. All signers see who declined, as in the file object. */
async function declinerOf(ctx: Ctx, record: FileRecord): Promise<{ name: string; role: SignRequestRole | null }> {
  const [row] = await ctx.db
    .select({ id: signRequests.id, role: signRequests.role })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, record.id), eq(signRequests.status, "declined")));
  return row
    ? { name: linkSigner(row.id, record).name, role: row.role }
    : { name: record.requester.displayName, role: null };
}

function countBefore(signRequestId: number, { signers }: FileRecord): number {
  const me = signers.find(({ id }) => id === signRequestId);
  const unfinished = signers.filter(
    (signer) => isAsked(signer) && ["draft", "pending", "waiting"].includes(signer.status),
  );
  return Math.max(
    whoseTurn(unfinished).length,
    unfinished.filter(({ signingOrder }) => signingOrder < (me?.signingOrder ?? 0)).length,
  );
}

function countUnfinished({ signers }: FileRecord): number {
  return signers.filter((signer) => isAsked(signer) && (signer.status === "pending" || signer.status === "waiting"))
    .length;
}

function endOf({ status }: FileRecord): LinkEnd {
  if (status === "declined" || status === "expired") return status;
  return status === "cancelled" ? "withdrawn" : "running";
}

function iso(at: Date | null): string {
  return (at ?? new Date(0)).toISOString();
}

/**
 * Identification for a signer without an account, and the lock after wrong codes. Both are null when an account is
 * required.
 */
async function readIdentification(
  ctx: Ctx,
  linked: LinkedRequest,
): Promise<{ identification: LinkIdentification | null; lock: SigningLock | null }> {
  const method = guestMethodOf(linked.signRequest);
  if (method === null || methodKinds[linked.signRequest.signMethod].kind === "password")
    return { identification: null, lock: null };
  const attempt: CodeAttempt = { ...linked, viaLink: true, purpose: "identify" };
  return { identification: await offer(ctx, linked, method), lock: await readCodesLock(ctx, attempt, await ctx.now()) };
}

async function offer(ctx: Ctx, linked: LinkedRequest, method: GuestMethod): Promise<LinkIdentification> {
  const alsoSigns =
    linked.signRequest.role !== "viewer" && !isDone(linked.signRequest) && opensAndSigns(linked.signRequest);
  try {
    return { method, sentTo: (await codeRecipient(ctx, linked, method)).masked, refusal: null, alsoSigns };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const refusal = error.code === "phone_missing" ? "phone_missing" : "gateway_unavailable";
    return { method, sentTo: null, refusal, alsoSigns };
  }
}

function linkDocument({ file, signRequest }: LinkedRequest, record: FileRecord): LinkDocument {
  return {
    role: signRequest.role === "cc" ? "viewer" : signRequest.role,
    uuid: file.uuid,
    preparation: file.preparation,
    name: file.name,
    pages: file.pages.map(({ widthPt, heightPt }, index) => ({ page: index + 1, width: widthPt, height: heightPt })),
    sender: { name: record.requester.displayName, email: record.requester.email },
    expiresAt: file.expiresAt?.toISOString() ?? null,
    upload: toUploadWire(record, false),
    files: record.kind === "envelope" ? linkFiles(signRequest.id, record) : null,
    mayDelegate: file.allowDelegation && signRequest.replacedBy !== "delegate" && decides(signRequest.role),
  };
}

function linkFiles(signRequestId: number, record: FileRecord): LinkFile[] {
  const starts = firstPages(record);
  return record.pdfs.map((pdf) => ({
    uuid: pdf.uuid,
    name: pdf.name,
    firstPage: starts.get(pdf.id) ?? 1,
    pages: pdf.pageCount,
    isMine: signersOf(record, pdf).includes(signRequestId),
    upload: toUploadWire(pdf, false),
  }));
}

/** The number of the first page of each file of an envelope, by its id. */
function firstPages({ pdfs }: FileRecord): Map<number, number> {
  let next = 1;
  return new Map(
    pdfs.map(({ id, pageCount }) => {
      const first = next;
      next += pageCount;
      return [id, first];
    }),
  );
}

function linkSigner(
  signRequestId: number,
  { signers }: FileRecord,
): Omit<LinkSigner, "pagesSeen" | "attachmentRequests"> {
  const signer = signers.find(({ id }) => id === signRequestId);
  if (!signer) throw new Error(`no signer ${signRequestId}`);
  return {
    name: signerName(signer),
    email: signer.email,
    proof: methodKinds[signer.signMethod].kind,
    method: signer.signMethod,
    note: signer.description?.trim() || null,
  };
}

/**
 * The unfilled fields: the signer's own, and where the others will sign. Fields of signers who have signed are part of
 * the page.
 */
function linkFields(signRequestId: number, record: FileRecord): LinkField[] {
  const { signers, fields } = record;
  const starts = firstPages(record);
  const owners = new Map(signers.map((signer, index) => [signer.id, { signer, number: index + 1 }]));
  return fields.flatMap((field) => {
    const owner = owners.get(field.signRequestId);
    if (!owner || owner.signer.status === "signed") return [];
    const page = field.page + (starts.get(field.fileId) ?? 1) - 1;
    return [toLinkField({ ...field, page }, fields, owner.signer, owner.number, field.signRequestId === signRequestId)];
  });
}

function toLinkField(
  field: FieldRecord,
  fields: readonly FieldRecord[],
  signer: SignerRecord,
  owner: number,
  isMine: boolean,
): LinkField {
  const { id, type, page, leftPt: left, topPt: top, widthPt: width, heightPt: height, required } = field;
  return {
    id,
    type,
    page,
    left,
    top,
    width,
    height,
    owner,
    ownerName: signerName(signer),
    isMine,
    required,
    label: isMine ? field.label : null,
    value: isMine ? shownValue(field) : null,
    readOnly: isLocked(
      fields.filter((other) => other.signRequestId === field.signRequestId && other.fileId === field.fileId),
      field,
    ),
    fontSizePt: field.fontSizePt,
    alignment: field.alignment,
    dateFormat: field.dateFormat,
    colour: field.colour,
    font: field.font,
    scope: field.fileId,
    ...detailsOf(isMine ? field : {}),
  };
}

/** Discloses nothing about fields that no expression of this signer's refers to. */
function knownFields(signRequestId: number, { fields, signers }: FileRecord): KnownField[] {
  if (!fields.some((field) => field.signRequestId === signRequestId && hasExpression(field))) return [];
  const steps = new Map(signers.map(({ id, signingOrder }) => [id, signingOrder]));
  const { units } = planForOwner(fields, signRequestId, (id) => steps.get(id) ?? 0);
  const targets = units.flatMap(({ expressions }) => expressions.flatMap((one) => [...one.targets.values()]));
  const ids = new Set(targets.flatMap((unit) => unit.fields.map(({ id }) => id)));
  return fields
    .filter((field) => field.signRequestId !== signRequestId && ids.has(field.id))
    .map((field) => ({
      ...{ id: field.id, type: field.type, label: field.label, group: field.group, rules: field.rules },
      ...{ readOnly: field.readOnly, scope: field.fileId, signer: field.signRequestId },
      value: shownValue({ type: field.type, value: knownValue(field, fields, steps) || null }),
    }));
}

/** The requester's value of the field; of a checkbox or radio button, whether it is ticked. */
function shownValue({ type, value }: Pick<FileRecord["fields"][number], "type" | "value">): string | null {
  return isTicked(type) && value !== null ? String(readTick(value) ?? false) : value;
}
