import { and, eq, ne, sql } from "drizzle-orm";
import { files, fields as storedFields, type Field, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { invalid } from "@/lib/platform/errors";
import { matches, sizeOfPattern, type Matcher } from "@/lib/platform/field-rules/pattern";
import { charactersOf } from "./conditions";

/**
 * The fields' share of a request's budget. All fields are read each time a request is viewed, on the thread that serves
 * all callers, so the files of an envelope share the budget of one document.
 */
export interface Taken {
  fields: number;
  /** Characters of all expressions. */
  characters: number;
}

export const nothingTaken: Taken = { fields: 0, characters: 0 };

export function takenBy(fields: Parameters<typeof charactersOf>[0]): Taken {
  return { fields: fields.length, characters: charactersOf(fields) };
}

/**
 * The budget used by the stored fields in the envelope's other files. The caller's transaction holds the envelope's
 * lock.
 */
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

/** Maximum steps for all patterns of a document together: at most one second of the thread that serves all callers. */
export const mostPatternSteps = 50_000_000;

/** Steps of a larger expression take longer, because its states no longer fit into the processor's cache. */
export const largestPattern = 1000;

const longestText = 1000;
/** Compiling one character, for example of a class of all letters, takes as long as this many steps. */
const stepsToRead = 6000;

interface PatternBudget {
  /** Throws `validation_failed` if this field's pattern is too large or exceeds the budget. */
  take(field: Pick<Field, "rules">, pointer?: string | null): void;
}

/**
 * RE2 matches in linear time, but twenty characters of a pattern can expand to thousands of states, each of which may
 * be tried for every character of a text. Each field therefore uses its states times its maximum text length of the
 * document's budget, and each distinct pattern its compilation.
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
            (name) => `${name} is one too many: use fewer or shorter patterns, or a lower maxLength`,
          );
      };
      if (!read.has(pattern)) spend(pattern.length * stepsToRead);
      read.add(pattern);
      const size = sizeOfPattern(pattern);
      if (size > largestPattern && pointer !== null)
        throw invalid(member, "too_long", (name) => `${name} repeats too much: use maxLength for long texts`);
      spend(size * Math.min(rules?.maxLength ?? longestText, longestText));
    },
  };
}

/**
 * Matches the values of one call within the budget of a document. Beyond it a text counts as matching. Only documents
 * released before the budget existed get there, and a refusal would prevent their signers from ever signing. `skipped`
 * is called once per call.
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
