import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { accounts, accountSignatureElements } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { guestSignatureElements } from "@/db/schema/guests";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { codeWasKept } from "@/lib/sign-methods/code-was-kept";
import type { ActProof, AddressProof, EvidenceSignature } from "./evidence-facts";
import type { ChainDocument, ChainEvent } from "./schema";

/** One signer's signature as the chain tells it; null where there is none. */
export async function gatherSignature(
  ctx: Ctx,
  request: SignRequest,
  chain: ChainDocument,
): Promise<EvidenceSignature | null> {
  const event = chain.data.findLast(({ type, data }) => type === "signed" && data.signRequestId === request.id);
  if (!event || !request.signature) return null;
  const personal = (path: string): string | null =>
    chain.personal.find((value) => value.seq === event.seq && value.path === path)?.value ?? null;
  const { subject, issuer, serialNumber } = request.signature;
  const stamped = chain.data.findLast(
    ({ type, data }) => type === "timestamp.added" && data.signature === "signer" && data.signRequestId === request.id,
  );
  return {
    seq: event.seq,
    at: event.at,
    proof: await proofOf(ctx, request, event, chain.data),
    addressProof: await addressProofOf(ctx, event),
    isAddressKept:
      ctx.mailIsKept ||
      chain.data.some(
        ({ type, data }) => type === "mail.sent" && data.signRequestId === request.id && data.isKept === true,
      ),
    address: personal("net.address"),
    userAgent: personal("net.userAgent"),
    fieldName: String(event.data.fieldName),
    level: typeof event.data.level === "string" ? event.data.level : "B-B",
    timestamp: typeof stamped?.data.timestamp === "string" ? stamped.data.timestamp : null,
    certificate: {
      subject,
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
): Promise<ActProof> {
  const { challengeId, enteredAt } = event.auth;
  if (typeof challengeId !== "number") return { kind: "password" };
  const sent = events.find(({ type, data }) => type === "code.sent" && data.challengeId === challengeId);
  const [challenge] = await ctx.db
    .select({ sentTo: challenges.sentTo })
    .from(challenges)
    .where(eq(challenges.id, challengeId));
  const channel = sent?.data.channel ?? request.signMethod;
  const known = (["sms", "telegram", "signal"] as const).find((name) => name === channel) ?? "email";
  const isKept = await codeWasKept(ctx, request.fileId, { channel: known, challengeId });
  return {
    kind: "code",
    isKept,
    channel: known,
    sentTo: challenge?.sentTo ?? null,
    enteredAt: typeof enteredAt === "string" ? enteredAt : event.at,
  };
}

async function addressProofOf(ctx: Ctx, { actor }: ChainEvent): Promise<AddressProof> {
  if (actor.kind === "guest") return "guest";
  if (typeof actor.accountId !== "number") return "unknown";
  const [account] = await ctx.db
    .select({ proof: accounts.emailProof })
    .from(accounts)
    .where(eq(accounts.id, actor.accountId));
  return account?.proof ?? "unknown";
}

/** Pictures may be changed at any time: the one that was used is known by its hash. */
async function imageOf(ctx: Ctx, { actor, data }: ChainEvent): Promise<EvidenceSignature["image"]> {
  if (typeof data.imageSha256 !== "string") return null;
  const [accountId, signRequestId] = [actor.accountId, actor.signRequestId];
  const stored =
    typeof accountId === "number"
      ? await ctx.db
          .select({ png: accountSignatureElements.png })
          .from(accountSignatureElements)
          .where(eq(accountSignatureElements.accountId, accountId))
      : typeof signRequestId === "number"
        ? await ctx.db
            .select({ png: guestSignatureElements.png })
            .from(guestSignatureElements)
            .where(eq(guestSignatureElements.signRequestId, signRequestId))
        : [];
  const used = stored.find(({ png }) => createHash("sha256").update(png).digest("hex") === data.imageSha256);
  return used ? { png: used.png } : "changed";
}
