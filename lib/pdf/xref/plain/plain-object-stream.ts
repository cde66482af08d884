import type { ObjectStream } from "@/lib/pdf/syntax/object-streams";

/**
 * Whether an object stream's header holds as many pairs of plain numbers as it says, no number twice, and offsets that rise: readers
 * that go by index, by number or by the order of the data then find the same objects (ISO 32000-2, 7.5.7).
 */
export function isPlainObjectStream({ bytes, first, count, slots }: ObjectStream): boolean {
  const words = bytes
    .toString("latin1", 0, first)
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  const isWhole =
    slots.length === count && words.length === 2 * count && words.every((word) => /^\d{1,10}$/.test(word));
  const rises = slots.every(({ offset }, index) => offset > (slots[index - 1]?.offset ?? -1) && offset < bytes.length);
  return isWhole && rises && new Set(slots.map(({ num }) => num)).size === count;
}
