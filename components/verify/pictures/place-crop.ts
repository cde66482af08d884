/** Lengths in points, from the top left corner of the page as a reader sees it. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Enough around a place to know where on the page one is: two or three lines, and some words to both sides. */
const air = 36;
const least = { width: 260, height: 110 };

/** The part of a page that is shown for a place: the place with what is around it, all of it on the page. */
export function cropAround(place: Area, page: { width: number; height: number }): Area {
  const [left, width] = span(place.left, place.width, least.width, page.width);
  const [top, height] = span(place.top, place.height, least.height, page.height);
  return { left, top, width, height };
}

function span(from: number, length: number, shortest: number, whole: number): [from: number, length: number] {
  const wanted = Math.min(whole, Math.max(shortest, length + 2 * air));
  const middle = from + length / 2;
  return [Math.min(Math.max(0, middle - wanted / 2), whole - wanted), wanted];
}
