const fromRightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name as a value of a sentence: one that is written from right to left stands between U+2068 and U+2069 (first strong isolate), so that what follows it keeps
 * its place. Where a name is an element of its own, `<bdi>` does the same.
 */
export function isolate(name: string): string {
  return fromRightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
