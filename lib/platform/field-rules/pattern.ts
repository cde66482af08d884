import { RE2JS } from "re2js";

/** Matches in linear time, whatever the expression and the text (decision 86). */
export type Matcher = (pattern: string, text: string) => boolean;

const cache = new Map<string, RE2JS>();
const mostCached = 100;

/** Whether the whole text matches. Throws for an expression that RE2 does not support. */
export const matches: Matcher = (pattern, text) => compile(pattern).matches(text);

/** Whether RE2 supports this expression. */
export function isPattern(pattern: string): boolean {
  try {
    compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * The number of states that RE2 creates for the expression, which bounds the steps per character. 0 if RE2 does not
 * support it.
 */
export function sizeOfPattern(pattern: string): number {
  return isPattern(pattern) ? compile(pattern).programSize() : 0;
}

function compile(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  if (cache.size >= mostCached) cache.clear();
  cache.set(pattern, made);
  return made;
}
