/** The common name in a subject as node:crypto writes it; the whole subject where it has none. */
export function commonNameOf(subject: string): string {
  return /(?:^|\n)CN=(.*)/.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ");
}
