import { useCallback, useEffect, useRef, type FocusEvent, type RefObject } from "react";
import { nodeOfBox } from "./boxes/gesture";

/**
 * What has the focus may go, as a copy does that is undone, or be drawn anew, as a box on another page: the focus then goes to the same box,
 * else to the pages, so that the editor's keys are heard on.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, pane: RefObject<HTMLElement | null>) {
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const node = focused.current;
    if (!node || node.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const { boxKey } = node.dataset;
    ((boxKey === undefined ? null : nodeOfBox(boxKey)) ?? pane.current)?.focus({ preventScroll: true });
  });
  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      // A dialog's events come here as well, though it is drawn elsewhere.
      focused.current = root.current?.contains(target) ? target : null;
    },
    [root],
  );
  // Not heard when the element goes.
  const onBlur = useCallback(() => {
    focused.current = null;
  }, []);
  return { onFocus, onBlur };
}
