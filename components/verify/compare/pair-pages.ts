/** A page in the signed version and in the current file; null where missing. Numbers from 1. */
export interface PagePair {
  signed: number | null;
  now: number | null;
}

/**
 * Pairs pages by their PDF object (`keys`, one per page in order), because a later revision keeps objects that it does not change. Replaced pages are paired by
 * number. Ordered as in the current file, with removed pages at their old place.
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

/** The signed number of each current page. */
function partnersOf(signedKeys: readonly string[], nowKeys: readonly string[]): (number | null)[] {
  const free = new Map<string, number>();
  // A page used twice in a document is one object. The last use wins; the others are paired by number.
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
