import type { LinkBox } from "@/lib/signing/schema";

type Placed = Pick<LinkBox, "page" | "top" | "left">;

/** In the order in which a page is read: page, then top, then left. */
export function inReadingOrder<Box extends Placed>(boxes: readonly Box[]): Box[] {
  return [...boxes].sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

/** The box that follows `current` in reading order, from the first again after the last; null when there is none. */
export function nextBox<Box extends Placed & Pick<LinkBox, "id">>(
  boxes: readonly Box[],
  current: Box | null,
): Box | null {
  const ordered = inReadingOrder(boxes);
  if (!current) return ordered[0] ?? null;
  const after = inReadingOrder([...boxes.filter(({ id }) => id !== current.id), current]);
  const place = after.findIndex(({ id }) => id === current.id);
  return after[place + 1] ?? ordered[0] ?? null;
}
