import type { PicturePlace, Renderer, SignatureRecord } from "../verification";

/** One place at which the file shows something else than a signed version did; lengths as in PicturePlace. */
export interface DifferentPlace extends Omit<PicturePlace, "renderer"> {
  /** The programs that drew it differently. */
  renderers: readonly Renderer[];
  /** The last signature that saw it otherwise: only what came after that one changed it. */
  signature: SignatureRecord;
  /** Bytes of the file that this signature signed. */
  end: number;
}

/** Rectangles nearer than this are one place: two programs never draw to the same pixel. In points. */
const near = 6;

/**
 * Where pictures differ, by page and from top to bottom. What changed after the last signature differs from every signed version; each page is told once, by the
 * last signature that saw it otherwise.
 */
export function differentPlaces(signatures: readonly SignatureRecord[]): DifferentPlace[] {
  const latestFirst = signatures
    .flatMap((signature) =>
      signature.pictures?.code === "different" && signature.signedRevision
        ? [{ signature, pictures: signature.pictures, end: signature.signedRevision.end }]
        : [],
    )
    .sort((a, b) => b.end - a.end);
  const told = new Set<number>();
  const places: DifferentPlace[] = [];
  for (const { signature, pictures, end } of latestFirst) {
    const fresh = pictures.places.filter(({ page }) => !told.has(page));
    for (const { page } of fresh) told.add(page);
    places.push(...joined(fresh).map((place) => ({ ...place, signature, end })));
  }
  return places.sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

type Joined = Omit<DifferentPlace, "signature" | "end">;

function joined(places: readonly PicturePlace[]): Joined[] {
  let all: Joined[] = [];
  for (const { renderer, ...place } of places) {
    let grown: Joined = { ...place, renderers: [renderer] };
    for (
      let touching = all.filter((other) => touches(other, grown));
      touching.length > 0;
      touching = all.filter((other) => touches(other, grown))
    ) {
      grown = touching.reduce(union, grown);
      all = all.filter((other) => !touching.includes(other));
    }
    all.push(grown);
  }
  return all;
}

function touches(a: Joined, b: Joined): boolean {
  return (
    a.page === b.page &&
    a.left <= b.left + b.width + near &&
    b.left <= a.left + a.width + near &&
    a.top <= b.top + b.height + near &&
    b.top <= a.top + a.height + near
  );
}

function union(a: Joined, b: Joined): Joined {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const [right, bottom] = [Math.max(a.left + a.width, b.left + b.width), Math.max(a.top + a.height, b.top + b.height)];
  return {
    page: a.page,
    left,
    top,
    width: right - left,
    height: bottom - top,
    renderers: [...new Set([...a.renderers, ...b.renderers])].sort(),
  };
}
