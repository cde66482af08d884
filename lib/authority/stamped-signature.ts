import type { Ctx } from "@/lib/context/context";
import { DEFAULT_PLACEHOLDER_BYTES, type CmsMaker } from "@/lib/pades/sign-revision";
import { TimestampError, type TimestampFailure } from "@/lib/pades/timestamps/resting-timestamper";
import { imprintOfSignature, withSignatureTimestamp } from "@/lib/pades/timestamps/signature-timestamp";
import type { AuditRecord, NewAuditEvent } from "@/lib/records/audit/events";
import type { DocumentSigner } from "./document-signer";

/** The outcome of timestamping one signature. `none`: no authority is configured. */
export type SignatureTimestamp =
  | { kind: "none" }
  | { kind: "added"; at: Date }
  | { kind: "failed"; failure: TimestampFailure };

export interface StampedSignature {
  makeCms: CmsMaker;
  /** Bytes for /Contents. */
  placeholderBytes: number;
  /** The timestamp of the latest CMS. */
  timestamp: () => SignatureTimestamp;
}

/** Space for a token with its certificates. A chain of four takes 6 KB. */
const tokenBytes = 8 * 1024;

/**
 * The signer's CMS with a timestamp over its signature value, if TSA_URL is set (PAdES B-T). Signatures do not wait for
 * an unresponsive authority: after at most 5 s the signature is created without one (B-B), and `timestamp` contains the
 * reason. Call it outside any transaction.
 */
export function stampedSignature(ctx: Ctx, signer: DocumentSigner): StampedSignature {
  let timestamp: SignatureTimestamp = { kind: "none" };
  const { timestamper } = ctx;
  if (!timestamper)
    return { makeCms: signer.makeCms, placeholderBytes: DEFAULT_PLACEHOLDER_BYTES, timestamp: () => timestamp };
  const placeholderBytes = roomFor(signer);
  const makeCms: CmsMaker = async (digest) => {
    const cms = await signer.makeCms(digest);
    try {
      const { token, at } = await timestamper.stamp(imprintOfSignature(cms));
      const withToken = withSignatureTimestamp(cms, token);
      // The engine doubles the space once. A token that still does not fit must not prevent the signature.
      if (withToken.length > 2 * placeholderBytes)
        throw new TimestampError({ code: "token_too_large", size: token.length });
      timestamp = { kind: "added", at };
      return withToken;
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      timestamp = { kind: "failed", failure: error.failure };
      ctx.log.warn(
        { authority: timestamper.url, failure: error.failure, problem: error.problem },
        `timestamps: a signature is made without one: ${error.message}`,
      );
      return cms;
    }
  };
  return { makeCms, placeholderBytes, timestamp: () => timestamp };
}

/** Space for the CMS and a timestamp (docs/spec/signing.md#signatures). */
function roomFor({ certificate, chain }: DocumentSigner): number {
  const chainBytes = [certificate, ...chain].reduce((sum, der) => sum + der.length, 0);
  return Math.max(DEFAULT_PLACEHOLDER_BYTES, chainBytes + tokenBytes);
}

/** The trail's entry for the timestamp. `of` identifies the signature. */
export function timestampEvent(timestamp: SignatureTimestamp, of: AuditRecord): NewAuditEvent[] {
  if (timestamp.kind === "none") return [];
  if (timestamp.kind === "added")
    return [{ type: "timestamp.added", data: { ...of, timestamp: timestamp.at.toISOString() } }];
  return [{ type: "timestamp.failed", data: { ...of, reason: timestamp.failure } }];
}
