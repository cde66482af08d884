import { bytesPerRow } from "@/lib/accounts/stored-bytes";
import type { FieldContent } from "./field-content";

/** What a field counts as stored. */
export function sizeOfField(content: FieldContent): number {
  const { label, value, rules, help, placeholder, showWhen, requireWhen, calculate } = content;
  const texts = [label, value, help, placeholder, showWhen, requireWhen, calculate, rules && JSON.stringify(rules)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), bytesPerRow);
}
