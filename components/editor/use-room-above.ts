import { useEffect, type RefObject } from "react";

/** Tells the style how much of the window lies above the element, so that it can fill the rest: `--room-above`, in pixels. */
export function useRoomAbove(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () =>
      node.style.setProperty("--room-above", `${node.getBoundingClientRect().top + window.scrollY}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [element]);
}
