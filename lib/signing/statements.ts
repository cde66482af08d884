import { assertDrawable } from "@/lib/documents/fields/rules";
import type { Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import type { SignatureOptions, StatementRule } from "@/lib/platform/signature-appearance";
import type { SignInput } from "./schema";

/** Reason and location of a signature, as the signer states them or the requester set them. */
export interface Statements {
  reason: string | null;
  location: string | null;
}

/** Throws `validation_failed` for a statement that is required and missing, or not asked for; `glyph_missing`. */
export async function readStatements(
  ctx: Ctx,
  options: Pick<SignatureOptions, "reason" | "location">,
  given: Pick<SignInput, "reason" | "location">,
): Promise<Statements> {
  const statements = {
    reason: statementOf("reason", options.reason, given.reason),
    location: statementOf("location", options.location, given.location),
  };
  await assertDrawable(
    ctx,
    (["reason", "location"] as const).flatMap((member) => {
      const text = statements[member];
      return text === null ? [] : [{ text, pointer: `/${member}`, subject: `The ${member}` }];
    }),
  );
  return statements;
}

function statementOf(
  member: "reason" | "location",
  { ask, preset }: StatementRule,
  given: string | undefined,
): string | null {
  if (given && ask === "no") throw invalid(`/${member}`, "not_allowed", `This request asks for no ${member}`);
  const text = given || preset || null;
  if (text === null && ask === "required") throw invalid(`/${member}`, "required", `${member} is required`);
  return text;
}
