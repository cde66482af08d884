import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { TimestampError, type Timestamper } from "@/lib/pades/timestamps/resting-timestamper";
import { readCms } from "@/lib/pades/verify/cms/cms-read";
import { useTestContext } from "@/lib/testing/test-context";
import { sealSigner } from "./document-signer";
import { stampedSignature, timestampEvent } from "./stamped-signature";

const db = useRolledBackDatabase();
const context = useTestContext();
const digest = Buffer.alloc(32, 1);
const at = new Date("2026-11-20T10:00:00Z");
const answering = (stamp: Timestamper["stamp"]): Timestamper => ({ url: "http://tsa.example", stamp });
const attribute = "1.2.840.113549.1.9.16.2.14";

async function made(timestamper: Timestamper | null) {
  const ctx = context(db(), { timestamper });
  const stamped = stampedSignature(ctx, await sealSigner(ctx));
  const cms = readCms(Buffer.from(await stamped.makeCms(digest)));
  return { stamped, hasToken: cms.unsignedAttributes.values.has(attribute) };
}

describe("a signature's timestamp", () => {
  test("covers its value and changes nothing that is signed", async () => {
    const token = Buffer.from("30030101ff", "hex");
    const digests: Buffer[] = [];
    const { stamped, hasToken } = await made(
      answering((hash) => {
        digests.push(hash);
        return Promise.resolve({ token, at });
      }),
    );
    expect(hasToken).toBe(true);
    expect(digests.map(({ length }) => length)).toEqual([32]);
    expect(stamped.timestamp()).toEqual({ kind: "added", at });
    expect(timestampEvent(stamped.timestamp(), { signature: "seal" })).toEqual([
      { type: "timestamp.added", data: { signature: "seal", timestamp: at.toISOString() } },
    ]);
  });

  test("is omitted if it would not fit into the document, and the signature succeeds", async () => {
    const huge = Buffer.concat([Buffer.from("3082f000", "hex"), Buffer.alloc(0xf000)]);
    const { stamped, hasToken } = await made(answering(() => Promise.resolve({ token: huge, at })));
    expect(hasToken).toBe(false);
    expect(stamped.timestamp()).toEqual({ kind: "failed", failure: "bad_answer" });
  });

  test("reports the reason of a failure, and nothing without an authority", async () => {
    const { stamped, hasToken } = await made(
      answering(() => Promise.reject(new TimestampError({ code: "timed_out", limitMs: 5000 }))),
    );
    expect(hasToken).toBe(false);
    expect(timestampEvent(stamped.timestamp(), {})).toEqual([
      { type: "timestamp.failed", data: { reason: "timed_out" } },
    ]);
    expect(timestampEvent((await made(null)).stamped.timestamp(), {})).toEqual([]);
  });

  test("does not mistake an internal error for an unavailable authority", async () => {
    await expect(made(answering(() => Promise.reject(new TypeError("a defect"))))).rejects.toThrow("a defect");
  });
});
