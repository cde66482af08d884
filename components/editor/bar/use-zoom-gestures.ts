import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Zooming } from "./use-zoom";

/** A notch of a wheel, which tells 100 pixels and more, zooms no further than a fast pinch on a touch pad. */
const mostPixels = 25;

/** Ctrl with the wheel (which is also how a pinch on a touch pad comes), and two fingers: zooms the pages instead of the window. */
export function useZoomGestures(pane: RefObject<HTMLElement | null>, zoomBy: Zooming["zoomBy"]): void {
  const onZoom = useEffectEvent(zoomBy);
  useEffect(() => {
    const node = pane.current;
    if (!node) return;
    const ended = new AbortController();
    const options = { signal: ended.signal, passive: false };
    node.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * mostPixels;
        onZoom(2 ** (-Math.min(mostPixels, Math.max(-mostPixels, pixels)) / 100), {
          x: event.clientX,
          y: event.clientY,
        });
      },
      options,
    );
    let last = 0;
    node.addEventListener(
      "touchmove",
      (event) => {
        const [first, second] = event.touches;
        // Once the browser scrolls, it is too late.
        if (!first || !second || !event.cancelable) return;
        event.preventDefault();
        const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
        if (last > 0)
          onZoom(distance / last, { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 });
        last = distance;
      },
      options,
    );
    const end = (): void => {
      last = 0;
    };
    for (const name of ["touchstart", "touchend", "touchcancel"] as const)
      node.addEventListener(name, end, { signal: ended.signal });
    return () => ended.abort();
  }, [pane]);
}
