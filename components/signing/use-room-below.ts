import { useEffect, useRef, type RefObject } from "react";

/**
 * Keeps the room that a panel at the lower edge takes: whatever is scrolled into sight, by focus too, ends above it (WCAG 2.4.11), and the
 * end of the page can be scrolled above it.
 */
export function useRoomBelow(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const root = document.documentElement;
    const measure = (): void => {
      const height = getComputedStyle(element).position === "fixed" ? element.offsetHeight : 0;
      root.style.setProperty("scroll-padding-bottom", `${height + 16}px`);
      document.body.style.setProperty("padding-bottom", `${height}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      root.style.removeProperty("scroll-padding-bottom");
      document.body.style.removeProperty("padding-bottom");
    };
  }, []);
  return panel;
}
