import { asc, eq, inArray, or } from "drizzle-orm";
import { accounts, storedSignatures, type Account } from "@/db/schema/accounts";
import { signRequests, type File, type SignRequest } from "@/db/schema/files";
import { guestSignatures } from "@/db/schema/guests";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { readBrandWithLogo } from "@/lib/context/settings/read";
import { isEnvelope } from "@/lib/documents/envelopes/pdfs";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type {
  AddressProof,
  EvidenceApproval,
  EvidenceAttachment,
  EvidenceFacts,
  EvidenceSignature,
  EvidenceSigner,
  People,
  SigningProof,
  SkippedField,
} from "./evidence-facts";
import { gatherFiles } from "./gather-files";
import { readChain } from "./read-chain";
import { attachedFiles, skippedFields, type ChainDocument, type ChainEvent } from "./schema";

/** Everything in the evidence document of a completed file. */
export async function gatherFacts(ctx: Ctx, file: File): Promise<EvidenceFacts> {
  const fullChain = await readChain(ctx, file);
  const { sealed } = fullChain;
  const completed = fullChain.data.findLast(({ type }) => type === "file.completed");
  if (!sealed || !completed || !file.completedAt) throw new Error(`file ${file.id} is not sealed`);
  const chain = upTo(fullChain, sealed.seq);
  const requests = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.fileId, file.id))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const known = await readAccounts(ctx, file, requests, chain.data);
  const accountsById = new Map(known.map((account) => [account.id, account]));
  const sender = senderOf(file, accountsById);
  const people = peopleOf(requests, known, { [file.requesterId]: sender.name });
  const { brand } = await readBrandWithLogo(ctx);
  return {
    chain,
    sealed,
    people,
    sealedRevision: { sha256: String(completed.doc.sha256), size: Number(completed.doc.size) },
    completedAt: file.completedAt,
    releasedAt: file.releasedAt,
    sender,
    signers: await Promise.all(
      requests.filter(wasAsked).map((request) =>
        gatherSigner(ctx, request, chain, {
          people,
          sources: { accountsById, events: fullChain.data },
          successor: requests.find(({ replacesId }) => replacesId === request.id) ?? null,
          predecessor: requests.find(({ id }) => id === request.replacesId) ?? null,
        }),
      ),
    ),
    verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}`,
    brand: { name: brand.name, logo: brand.logo },
    madeAt: await ctx.now(),
    files: isEnvelope(file) ? await gatherFiles(ctx, file, people) : null,
  };
}

function upTo(chain: ChainDocument, seq: number): ChainDocument {
  const data = chain.data.filter((event) => event.seq <= seq);
  return {
    ...chain,
    data,
    head: chain.sealed ?? chain.head,
    personal: chain.personal.filter((value) => value.seq <= seq),
  };
}

/** A signer removed from a draft was never part of the request. */
function wasAsked(request: SignRequest): boolean {
  return request.removedAt === null || request.notifiedAt !== null;
}

interface KnownAccount {
  id: number;
  name: string;
  email: string;
  proof: Account["emailProof"];
  provedAt: Date | null;
}

/** Accounts of the requester, of everyone who acted, and of the invited addresses. */
async function readAccounts(
  ctx: Ctx,
  file: File,
  requests: readonly SignRequest[],
  events: readonly ChainEvent[],
): Promise<KnownAccount[]> {
  const acting = events.flatMap(({ actor }) => (typeof actor.accountId === "number" ? [actor.accountId] : []));
  const ids = [...new Set([file.requesterId, ...acting])];
  const addresses = [...new Set(requests.map(({ email }) => email))];
  const { id, email, displayName: name, emailProof: proof, emailProvedAt: provedAt } = accounts;
  return ctx.db
    .select({ id, email, name, proof, provedAt })
    .from(accounts)
    .where(or(inArray(id, ids), addresses.length === 0 ? undefined : inArray(email, addresses)));
}

/** The sources for a signer's part, besides the chain. */
interface Sources {
  accountsById: ReadonlyMap<number, KnownAccount>;
  /** The whole trail, because an e-mail may be recorded after the last action. */
  events: readonly ChainEvent[];
}

/** Under the name that the signers saw, even if the account has since been renamed. */
function senderOf(file: File, accountsById: ReadonlyMap<number, KnownAccount>): EvidenceFacts["sender"] {
  const account = accountsById.get(file.requesterId);
  return { name: file.senderName ?? account?.name ?? "", email: account?.email ?? "" };
}

/** `seen`: names of accounts as the signers saw them, by id. */
function peopleOf(
  requests: readonly SignRequest[],
  known: readonly KnownAccount[],
  seen: Readonly<Record<number, string>>,
): People {
  const names = new Map(known.flatMap(({ email, name, provedAt }) => (provedAt ? [[email, name] as const] : [])));
  return {
    bySignRequest: new Map(
      requests.map(({ id, displayName, email }) => [id, displayName || names.get(email) || email]),
    ),
    byAccount: new Map(known.map(({ id, name, email }) => [id, seen[id] || name || email])),
  };
}

async function gatherSigner(
  ctx: Ctx,
  request: SignRequest,
  chain: ChainDocument,
  {
    people,
    sources,
    successor,
    predecessor,
  }: { people: People; sources: Sources; successor: SignRequest | null; predecessor: SignRequest | null },
): Promise<EvidenceSigner> {
  const mine = chain.data.filter(({ data }) => data.signRequestId === request.id);
  const first = (type: string): ChainEvent | undefined => mine.find((event) => event.type === type);
  const consent = mine.findLast(({ type }) => type === "consent.given");
  return {
    signRequestId: request.id,
    name: people.bySignRequest.get(request.id) ?? "",
    email: request.erasedAt ? null : request.email,
    role: request.role,
    outcome: outcomeOf(request, successor),
    replaces:
      request.replacesId === null
        ? null
        : {
            name: people.bySignRequest.get(request.replacesId) ?? "",
            by: request.replacedBy === "delegate" ? "delegate" : "requester",
            reason: predecessor?.delegationReason ?? null,
          },
    replacedBy: successor ? (people.bySignRequest.get(successor.id) ?? "") : null,
    closedAt: request.closedAt,
    invited: invitationOf(request, mine),
    directLink: directLinkOf(mine),
    opened: first("link.opened")?.at ?? null,
    viewed: first("document.viewed")?.at ?? null,
    consent: consent
      ? { version: String(consent.data.version), locale: String(consent.data.locale), at: consent.at }
      : null,
    signature: await gatherSignature(ctx, request, chain, sources),
    approval: await gatherApproval(ctx, request, chain, sources),
    copies: request.role === "cc" ? copiesOf(mine) : [],
  };
}

function outcomeOf({ status, removedAt }: SignRequest, successor: SignRequest | null): EvidenceSigner["outcome"] {
  switch (status) {
    case "signed":
    case "approved":
    case "copied":
    case "declined":
      return status;
    case "viewed":
      return "read";
    default:
      if (successor) return successor.replacedBy === "delegate" ? "delegated" : "replaced";
      return removedAt ? "withdrawn" : "not_signed";
  }
}

function directLinkOf(mine: readonly ChainEvent[]): EvidenceSigner["directLink"] {
  const proved = mine.find(
    ({ type, data }) => type === "identify.code.accepted" && typeof data.directLink === "number",
  );
  if (!proved) return null;
  const { directLink, sentAt, enteredAt } = proved.data;
  return { id: Number(directLink), sentAt: String(sentAt), enteredAt: String(enteredAt) };
}

/** The copies sent before the seal's head. The one of the completed document is sent after it. */
function copiesOf(mine: readonly ChainEvent[]): EvidenceSigner["copies"] {
  return mine.flatMap(({ type, at, data }) => {
    if (type !== "mail.sent" || data.template !== "copy") return [];
    return [{ copy: "sent", at, way: data.isKept === true ? "inbox" : "mail" } as const];
  });
}

/** An approver's approval as recorded in the chain, or null if there is none. */
async function gatherApproval(
  ctx: Ctx,
  request: SignRequest,
  chain: ChainDocument,
  sources: Sources,
): Promise<EvidenceSigner["approval"]> {
  const event = chain.data.findLast(({ type, data }) => type === "approved" && data.signRequestId === request.id);
  return event ? { seq: event.seq, at: event.at, ...(await provedBy(ctx, request, event, chain, sources)) } : null;
}

/** How the person proved their identity at an event, and the network address. */
async function provedBy(
  ctx: Ctx,
  request: SignRequest,
  event: ChainEvent,
  chain: ChainDocument,
  { accountsById, events }: Sources,
): Promise<Omit<EvidenceApproval, "seq" | "at">> {
  return {
    proof: await proofOf(ctx, request, event, events),
    addressProof: addressProofOf(event, accountsById),
    isAddressInInbox:
      ctx.usesMessageInbox ||
      chain.data.some(
        ({ type, data }) => type === "mail.sent" && data.signRequestId === request.id && data.isKept === true,
      ),
    address: personalOf(chain, event, "net.address"),
    userAgent: personalOf(chain, event, "net.userAgent"),
    attachments: attachmentsIn(event),
  };
}

/** Null if it was not recorded, or was erased. */
function personalOf({ personal }: ChainDocument, { seq }: ChainEvent, path: string): string | null {
  return personal.find((value) => value.seq === seq && value.path === path)?.value ?? null;
}

function attachmentsIn({ data }: ChainEvent): EvidenceAttachment[] {
  const parsed = attachedFiles.safeParse(data.attachments);
  return parsed.success ? parsed.data : [];
}

function skippedIn({ data }: ChainEvent): SkippedField[] {
  const parsed = skippedFields.safeParse(data.skipped);
  return parsed.success ? parsed.data : [];
}

function invitationOf(request: SignRequest, mine: readonly ChainEvent[]): EvidenceSigner["invited"] {
  if (!request.notifiedAt) return null;
  if (!request.notify) return { at: request.notifiedAt.toISOString(), way: "not_notified" };
  const sent = mine.find(({ type, data }) => type === "mail.sent" && data.template === "invitation");
  return sent ? { at: sent.at, way: sent.data.isKept === true ? "inbox" : "mail" } : null;
}

/** A signer's signature as recorded in the chain, or null if there is none. */
async function gatherSignature(
  ctx: Ctx,
  request: SignRequest,
  chain: ChainDocument,
  sources: Sources,
): Promise<EvidenceSignature | null> {
  const event = chain.data.findLast(({ type, data }) => type === "signed" && data.signRequestId === request.id);
  if (!event || !request.signature) return null;
  const { subject, name = null, issuer, serialNumber } = request.signature;
  const stamped = chain.data.findLast(
    ({ type, data }) => type === "timestamp.added" && data.signature === "signer" && data.signRequestId === request.id,
  );
  return {
    seq: event.seq,
    at: event.at,
    ...(await provedBy(ctx, request, event, chain, sources)),
    reason: personalOf(chain, event, "data.reason"),
    location: personalOf(chain, event, "data.location"),
    skipped: skippedIn(event),
    fieldName: String(event.data.fieldName),
    level: typeof event.data.level === "string" ? event.data.level : "B-B",
    timestamp: typeof stamped?.data.timestamp === "string" ? stamped.data.timestamp : null,
    certificate: {
      subject,
      name,
      issuer,
      serialNumber,
      sha256: typeof event.data.certificateSha256 === "string" ? event.data.certificateSha256 : null,
    },
    image: await imageOf(ctx, event),
  };
}

async function proofOf(
  ctx: Ctx,
  request: SignRequest,
  event: ChainEvent,
  events: readonly ChainEvent[],
): Promise<SigningProof> {
  const { method, by, clickedAt, challengeId, enteredAt, entered } = event.auth;
  if (method === "link")
    return {
      kind: "link",
      by: by === "account" ? by : "link",
      clickedAt: typeof clickedAt === "string" ? clickedAt : event.at,
      isInInbox: ctx.usesMessageInbox,
    };
  if (typeof challengeId !== "number") return { kind: "password" };
  const sent = events.find(({ type, data }) => sentEvents.has(type) && data.challengeId === challengeId);
  const [challenge] = await ctx.db
    .select({ sentTo: challenges.sentTo })
    .from(challenges)
    .where(eq(challenges.id, challengeId));
  const channel = sent?.data.channel ?? request.signMethod;
  const known = (["sms", "telegram", "signal"] as const).find((name) => name === channel) ?? "email";
  const mailed = events.find(({ type, data }) => type === "mail.sent" && data.challengeId === challengeId);
  const isInInbox = known === "email" && (mailed ? mailed.data.isKept === true : ctx.usesMessageInbox);
  return {
    kind: "code",
    isInInbox,
    channel: known,
    sentTo: challenge?.sentTo ?? null,
    enteredAt: typeof enteredAt === "string" ? enteredAt : event.at,
    ...(entered === "to_open" ? { isOpeningCode: true } : {}),
  };
}

const sentEvents: ReadonlySet<string> = new Set(["code.sent", "identify.code.sent"]);

function addressProofOf({ actor }: ChainEvent, accountsById: ReadonlyMap<number, KnownAccount>): AddressProof {
  if (actor.kind === "guest") return actor.method === "link" ? "link" : "guest";
  if (typeof actor.accountId !== "number") return "unknown";
  return accountsById.get(actor.accountId)?.proof ?? "unknown";
}

/** Images may be changed at any time, so the one that was used is identified by its hash. */
async function imageOf(ctx: Ctx, { actor, data }: ChainEvent): Promise<EvidenceSignature["image"]> {
  if (typeof data.imageSha256 !== "string") return null;
  const [accountId, signRequestId] = [actor.accountId, actor.signRequestId];
  const stored =
    typeof accountId === "number"
      ? await ctx.db
          .select({ png: storedSignatures.png })
          .from(storedSignatures)
          .where(eq(storedSignatures.accountId, accountId))
      : typeof signRequestId === "number"
        ? await ctx.db
            .select({ png: guestSignatures.png })
            .from(guestSignatures)
            .where(eq(guestSignatures.signRequestId, signRequestId))
        : [];
  const used = stored.find(({ png }) => sha256Hex(png) === data.imageSha256);
  return used ? { png: used.png } : "changed";
}
