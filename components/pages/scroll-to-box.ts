/** A box on a page, in points from the page's top left corner. */
export interface PlacedBox {
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Brings a place on the page into sight, whatever around it scrolls, with the room that `scroll-padding` keeps for bars. */
export function scrollToBox(
  page: HTMLElement | null,
  box: PlacedBox,
  { block = "center" }: { block?: ScrollLogicalPosition } = {},
): void {
  if (!page) return;
  const scale = page.clientWidth / Number(page.dataset["widthPt"]);
  const marker = document.createElement("span");
  Object.assign(marker.style, {
    position: "absolute",
    left: `${box.left * scale}px`,
    top: `${box.top * scale}px`,
    width: `${box.width * scale}px`,
    height: `${box.height * scale}px`,
  });
  page.append(marker);
  marker.scrollIntoView({ block, inline: "nearest" });
  marker.remove();
}
