import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { signRequests, type File, type SignRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { EvidenceFacts, EvidenceSigner, People } from "./evidence-facts";
import { gatherSignature } from "./gather-signature";
import { readChain } from "./read-chain";
import type { ChainDocument, ChainEvent } from "./schema";

/** Everything that the evidence document of a completed file says. */
export async function gatherFacts(ctx: Ctx, file: File): Promise<EvidenceFacts> {
  const whole = await readChain(ctx, file);
  const { sealed } = whole;
  const completed = whole.data.findLast(({ type }) => type === "file.completed");
  if (!sealed || !completed || !file.completedAt) throw new Error(`file ${file.id} is not sealed`);
  const chain = upTo(whole, sealed.seq);
  const requests = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.fileId, file.id))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const people = await readPeople(ctx, requests, chain.data);
  const [sender] = await ctx.db
    .select({ name: accounts.displayName, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, file.requesterId));
  return {
    chain,
    sealed,
    people,
    sealedRevision: { sha256: String(completed.doc.sha256), size: Number(completed.doc.size) },
    completedAt: file.completedAt,
    releasedAt: file.releasedAt,
    sender: sender ?? { name: "", email: "" },
    signers: await Promise.all(requests.filter(wasAsked).map((request) => gatherSigner(ctx, request, chain, people))),
    verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}`,
    madeAt: await ctx.now(),
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

/** Who was taken off a draft was never part of the request. */
function wasAsked(request: SignRequest): boolean {
  return request.removedAt === null || request.toldAt !== null;
}

async function readPeople(ctx: Ctx, requests: readonly SignRequest[], events: readonly ChainEvent[]): Promise<People> {
  const ids = [
    ...new Set(events.flatMap(({ actor }) => (typeof actor.accountId === "number" ? [actor.accountId] : []))),
  ];
  const addresses = [...new Set(requests.map(({ email }) => email))];
  const acting =
    ids.length === 0
      ? []
      : await ctx.db
          .select({ id: accounts.id, name: accounts.displayName, email: accounts.email })
          .from(accounts)
          .where(inArray(accounts.id, ids));
  const invited =
    addresses.length === 0
      ? []
      : await ctx.db
          .select({ name: accounts.displayName, email: accounts.email })
          .from(accounts)
          .where(and(inArray(accounts.email, addresses), isNotNull(accounts.emailProvedAt)));
  const names = new Map(invited.map(({ email, name }) => [email, name]));
  return {
    bySignRequest: new Map(
      requests.map(({ id, displayName, email }) => [id, displayName || names.get(email) || email]),
    ),
    byAccount: new Map(acting.map(({ id, name, email }) => [id, name || email])),
  };
}

async function gatherSigner(
  ctx: Ctx,
  request: SignRequest,
  chain: ChainDocument,
  people: People,
): Promise<EvidenceSigner> {
  const mine = chain.data.filter(({ data }) => data.signRequestId === request.id);
  const first = (type: string): ChainEvent | undefined => mine.find((event) => event.type === type);
  const consent = mine.findLast(({ type }) => type === "consent.given");
  return {
    signRequestId: request.id,
    name: people.bySignRequest.get(request.id) ?? "",
    email: request.erasedAt ? null : request.email,
    outcome:
      request.status === "signed"
        ? "signed"
        : request.status === "declined"
          ? "declined"
          : request.removedAt
            ? "withdrawn"
            : "not_signed",
    closedAt: request.closedAt,
    invited: invitationOf(request, mine),
    opened: first("link.opened")?.at ?? null,
    viewed: first("document.viewed")?.at ?? null,
    consent: consent
      ? { version: String(consent.data.version), locale: String(consent.data.locale), at: consent.at }
      : null,
    signature: await gatherSignature(ctx, request, chain),
  };
}

function invitationOf(request: SignRequest, mine: readonly ChainEvent[]): EvidenceSigner["invited"] {
  if (!request.toldAt) return null;
  if (!request.notify) return { at: request.toldAt.toISOString(), way: "not_told" };
  const sent = mine.find(({ type, data }) => type === "mail.sent" && data.template === "invitation");
  return sent ? { at: sent.at, way: sent.data.isKept === true ? "kept" : "mail" } : null;
}
