import { and, eq, ne, sql } from "drizzle-orm";
import { files, fields as storedFields, type Field, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { invalid, memberName } from "@/lib/platform/errors";
import { matches, sizeOfPattern, type Matcher } from "@/lib/platform/field-rules/pattern";
import { charactersOf } from "./conditions";

/**
 * The share of fields in the budget of a request. All fields are read with every look at it, by the thread that serves everybody, so the files of an envelope
 * share the budget of one document.
 */
export interface Taken {
  fields: number;
  /** Of all expressions. */
  characters: number;
}

export const nothingTaken: Taken = { fields: 0, characters: 0 };

export function takenBy(fields: Parameters<typeof charactersOf>[0]): Taken {
  return { fields: fields.length, characters: charactersOf(fields) };
}

/** The budget used by the stored fields in the other files of the envelope. The caller's transaction holds the envelope's lock. */
export async function takenElsewhere(ctx: Ctx, file: Pick<File, "id" | "envelopeId">): Promise<Taken> {
  if (file.envelopeId === null) return nothingTaken;
  const { showWhen, requireWhen, calculate } = storedFields;
  const [row] = await ctx.db
    .select({
      fields: sql<number>`count(*)::int`,
      characters: sql<number>`coalesce(sum(char_length(concat(${showWhen}, ${requireWhen}, ${calculate}))), 0)::int`,
    })
    .from(storedFields)
    .innerJoin(files, eq(files.id, storedFields.fileId))
    .where(and(eq(files.envelopeId, file.envelopeId), ne(files.id, file.id)));
  return row ?? nothingTaken;
}

/** Steps that the patterns of a document may take together: at most a second of the thread that serves everybody. */
export const mostPatternSteps = 50_000_000;

/** Steps of a larger expression take longer, because what they need no longer fits into the processor's cache. */
export const largestPattern = 1000;

const longestText = 1000;
/** Reading one character, such as one of a class of all letters, takes as long as this many steps. */
const stepsToRead = 6000;

interface PatternBudget {
  /** Throws `validation_failed` when the pattern of this field is too large, or one too many. */
  take(field: Pick<Field, "rules">, pointer?: string | null): void;
}

/**
 * RE2 matches in linear time, but twenty characters may stand for thousands of states, each of which may be tried for every character of a text. A
 * field therefore takes its states times its longest text, and each different pattern its reading, from what a document has.
 */
export function makePatternBudget(most = mostPatternSteps): PatternBudget {
  const read = new Set<string>();
  let steps = 0;
  return {
    take({ rules }, pointer = null) {
      const pattern = rules?.pattern;
      if (pattern === undefined) return;
      const member = `${pointer ?? ""}/rules/pattern`;
      const spend = (more: number): void => {
        steps += more;
        if (steps > most && pointer !== null)
          throw invalid(
            member,
            "too_long",
            `${memberName(member)} is one too many: use fewer or shorter patterns, or a lower maxLength`,
          );
      };
      if (!read.has(pattern)) spend(pattern.length * stepsToRead);
      read.add(pattern);
      const size = sizeOfPattern(pattern);
      if (size > largestPattern && pointer !== null)
        throw invalid(member, "too_long", `${memberName(member)} repeats too much: use maxLength for long texts`);
      spend(size * Math.min(rules?.maxLength ?? longestText, longestText));
    },
  };
}

/**
 * Matches the values of one call within the budget of a document. Beyond it a text counts as matching: only documents released before there was a budget
 * get there, and a refusal would keep their signers from ever signing. `skipped` is called once for a call.
 */
export function makeMatcherWithinBudget(skipped: () => void, most = mostPatternSteps): Matcher {
  const read = new Set<string>();
  let steps = 0;
  const skip = (): true => {
    if (steps !== Infinity) skipped();
    steps = Infinity;
    return true;
  };
  return (pattern, text) => {
    if (!read.has(pattern)) steps += pattern.length * stepsToRead;
    read.add(pattern);
    if (steps > most) return skip();
    const size = sizeOfPattern(pattern);
    steps += size * text.length;
    return steps > most || size > largestPattern ? skip() : matches(pattern, text);
  };
}
