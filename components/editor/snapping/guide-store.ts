import type { Gap } from "./equal-gaps";
import type { SnapLines } from "./snap";

export interface Guides extends SnapLines {
  page: number;
  gaps?: readonly Gap[];
}

/** The snap lines shown while a field is moved. They are outside React's state, so that only their page re-renders. */
export interface GuideStore {
  show: (guides: Guides | null) => void;
  /** The same object as long as the lines stay the same. */
  on: (page: number) => Guides | null;
  subscribe: (listener: () => void) => () => void;
}

export function guideStore(): GuideStore {
  let shown: Guides | null = null;
  const listeners = new Set<() => void>();
  return {
    show: (guides) => {
      const isAny = guides && guides.vertical.length + guides.horizontal.length + (guides.gaps?.length ?? 0) > 0;
      const next = isAny ? guides : null;
      if (JSON.stringify(next) === JSON.stringify(shown)) return;
      shown = next;
      for (const listener of listeners) listener();
    },
    on: (page) => (shown?.page === page ? shown : null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
