/** A page in the signed version and in the file as it is now; null where it has none. Numbers from 1. */
export interface PagePair {
  signed: number | null;
  now: number | null;
}

/**
 * Which page became which: by the page's object (`keys`, one a page in order), because a later revision keeps the objects that it does not
 * touch; pages that were replaced are paired by their number. In the order of the file as it is now, with pages that are gone where they were.
 */
export function pairPages(signedKeys: readonly string[], nowKeys: readonly string[]): PagePair[] {
  const partners = partnersOf(signedKeys, nowKeys);
  const taken = new Set(partners.filter((page) => page !== null));
  const pairs: PagePair[] = [];
  let gone = 1;
  const addGone = (until: number): void => {
    for (; gone <= until; gone += 1) if (!taken.has(gone)) pairs.push({ signed: gone, now: null });
  };
  partners.forEach((signed, index) => {
    if (signed !== null) addGone(signed - 1);
    pairs.push({ signed, now: index + 1 });
  });
  addGone(signedKeys.length);
  return pairs;
}

/** For each page as it is now, its number when it was signed. */
function partnersOf(signedKeys: readonly string[], nowKeys: readonly string[]): (number | null)[] {
  const free = new Map<string, number>();
  // A page that stands twice in a document is one object; the last one wins, and the others are paired by number.
  signedKeys.forEach((key, index) => free.set(key, index + 1));
  const taken = new Set<number>();
  const claim = (page: number | undefined): number | null => {
    if (page === undefined || taken.has(page)) return null;
    taken.add(page);
    return page;
  };
  const sameNumber = nowKeys.map((key, index) => (signedKeys[index] === key ? claim(index + 1) : null));
  const sameObject = nowKeys.map((key, index) => sameNumber[index] ?? claim(free.get(key)));
  return sameObject.map((page, index) => page ?? (index < signedKeys.length ? claim(index + 1) : null));
}
