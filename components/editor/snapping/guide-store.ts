import type { SnapLines } from "./snap";

export interface Guides extends SnapLines {
  page: number;
}

/** The guide lines that are shown while a box is moved. They stand outside of React's state: only the page that they are on is drawn again. */
export interface GuideStore {
  show: (guides: Guides | null) => void;
  /** The same object for as long as the same lines are shown. */
  on: (page: number) => Guides | null;
  subscribe: (listener: () => void) => () => void;
}

export function guideStore(): GuideStore {
  let shown: Guides | null = null;
  const listeners = new Set<() => void>();
  return {
    show: (guides) => {
      const next = guides && guides.upright.length + guides.level.length > 0 ? guides : null;
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
