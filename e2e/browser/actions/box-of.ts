import type { Locator } from "@playwright/test";

/** Position and size in the window, in CSS pixels. */
export async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${String(part)} is not shown`);
  return box;
}
