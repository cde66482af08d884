import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Ctx } from "@/lib/context/context";
import { startLocalTsa, type LocalTsa } from "@/lib/pades/testing/local-tsa";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, readFile, type Scenario } from "@/lib/signing/testing/signing-scenario";

/** A timestamp authority for the tests of a file, reset to honest before each. Call at the top. */
export function useLocalTsa(options: Parameters<typeof startLocalTsa>[0] = {}): () => LocalTsa {
  let tsa: LocalTsa | null = null;
  beforeAll(async () => {
    tsa = await startLocalTsa(options);
  });
  beforeEach(() => {
    if (tsa) Object.assign(tsa, { mode: "honest", ocsp: "responder" });
  });
  afterAll(() => tsa?.close());
  return () => {
    if (!tsa) throw new Error("the authority runs inside of tests only");
    return tsa;
  };
}

/** Context overrides that select this authority and allow revocation requests to it. */
export function askingOf(tsa: LocalTsa, patienceMs = 10_000): Pick<Ctx, "timestamper" | "outbound"> {
  return {
    timestamper: httpTimestamper(tsa.url, { patienceMs }),
    outbound: guardedOutbound({ allow: [new URL(tsa.origin).host] }),
  };
}

/** All signers sign by code; returns the sealed document. */
export async function signAll(
  ctx: Ctx,
  { fileId, signers }: Pick<Scenario<readonly unknown[]>, "fileId" | "signers">,
): Promise<Buffer> {
  for (const { actor } of signers) {
    await requestCode(ctx, actor, { fileId });
    await sign(ctx, actor, { target: { fileId }, code: await newestCode(ctx) });
  }
  const { status } = await readFile(ctx, fileId);
  if (status !== "signed") throw new Error(`the document is ${status}`);
  return readBytes(ctx, fileId);
}
