/** `2026-11-20 12:01:07 UTC`. */
export function utc(at: Date | string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
