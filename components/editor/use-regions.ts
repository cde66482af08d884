import { useCallback, type RefObject } from "react";

interface Regions {
  palette: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  inspector: RefObject<HTMLElement | null>;
}

const entries: Record<keyof Regions, string> = {
  palette: "[role='toolbar'] [tabindex='0'], a[href]",
  pane: "[data-box-key][tabindex='0']",
  inspector: "select:enabled, input:enabled",
};

/** F6: brings the focus to the next (`by` 1) or previous region. */
export function useRegions({ palette, pane, inspector }: Regions): (by: 1 | -1) => void {
  return useCallback(
    (by) => {
      const regions = (
        [
          ["palette", palette],
          ["pane", pane],
          ["inspector", inspector],
        ] as const
      ).flatMap(([name, { current }]) =>
        current && current.getClientRects().length > 0 ? [{ name, node: current }] : [],
      );
      const here = regions.findIndex(({ node }) => node.contains(document.activeElement));
      const next = regions.at(here < 0 ? (by > 0 ? 0 : -1) : (here + by) % regions.length);
      if (next) (next.node.querySelector<HTMLElement>(entries[next.name]) ?? next.node).focus();
    },
    [palette, pane, inspector],
  );
}
