import { and, desc, eq } from "drizzle-orm";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import type { Violation } from "@/lib/errors";
import { codeBinding, sameHmac } from "@/lib/otp/code";
import type { CodedAct } from "./code-history";

type Fate = "used" | "replaced";

const details: { readonly [fate in Fate]: string } = {
  used: "This code was used already",
  replaced: "This code was replaced by a newer one; only the newest counts",
};

/** More than are sent to one signer in two days. */
const newest = 25;

/**
 * Says of six digits that are not, or no longer, right that they once were: `used` or `replaced`, as a violation of `/code`; empty for digits that
 * were never sent. Somebody whose earlier answer was lost learns by it what became of the code. Such a code is never right again, so this tells nothing of worth.
 */
export async function codeFate(ctx: Ctx, { signRequest, purpose }: CodedAct, code: string): Promise<Violation[]> {
  const earlier = await ctx.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.signRequestId, signRequest.id), eq(challenges.purpose, purpose)))
    .orderBy(desc(challenges.id))
    .limit(newest);
  const sent = earlier.find(({ codeHmac, preparation }) =>
    sameHmac(
      ctx.secrets.hmac("code", codeBinding(code, { purpose, signRequestId: signRequest.id, preparation })),
      codeHmac,
    ),
  );
  const fate = sent?.consumedAt ? "used" : sent?.supersededAt ? "replaced" : null;
  return fate ? [{ pointer: "/code", code: fate, detail: details[fate] }] : [];
}
