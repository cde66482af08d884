import { expect, type Locator, type Page } from "@playwright/test";
import type { ApiClient, Person } from "@/e2e/api-client";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { boxOf } from "./box-of";

/** Helpers for the editor's specs: its URL, its fields, their state in the API, and dragging. */
export interface Placed {
  type: string;
  signRequestId: number;
  required: boolean;
  label: string | null;
  value: string | null;
  group: string | null;
  rules: object | null;
  showWhen: string | null;
  calculate: string | null;
  coordinates: { page: number; left: number; top: number; width: number; height: number };
}

export async function stored(api: ApiClient, as: Person, request: SeededRequest): Promise<Placed[]> {
  const { body } = await api.call<{ data: Placed[] }>("GET", `/file/${request.uuid}/elements`, { as });
  return body.data;
}

export const edit = (request: SeededRequest): string => `/documents/${request.uuid}/edit`;

export const anyField = (page: Page): Locator => page.getByRole("button", { name: / for .+, page \d+, / });

export const fieldOf = (page: Page, type: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${type} for .+, page \\d+, `) });

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
}

/** Converts a position on page `number`, in points, to a point of the window. */
export async function pointOn(
  page: Page,
  number: number,
  leftPt: number,
  topPt: number,
  widthPt = 612,
): Promise<{ x: number; y: number; scale: number }> {
  const sheet = await boxOf(page.getByRole("region", { name: new RegExp(`^Page ${number} of `) }));
  const scale = sheet.width / widthPt;
  return { x: sheet.x + leftPt * scale, y: sheet.y + topPt * scale, scale };
}

/** Drags the field by its middle to a point; `drop: false` keeps holding it. */
export async function dragBy(
  page: Page,
  field: Locator,
  x: number,
  y: number,
  { drop = true }: { drop?: boolean } = {},
): Promise<void> {
  const at = await boxOf(field);
  const [fromX, fromY] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + x, fromY + y, { steps: 12 });
  if (drop) await page.mouse.up();
}

/**
 * Drags a stored field and waits until its new position is stored, because "Saved" may still refer to the change
 * before.
 */
export async function dragAndSave(page: Page, field: Locator, x: number, y: number): Promise<void> {
  // Shows no time before the first change.
  await expect(page.getByText(/^Saved( \d\d:\d\d)?$/)).toBeVisible();
  const stored = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/elements") && response.ok(),
  );
  await dragBy(page, field, x, y);
  await stored;
  await expectSaved(page);
}

/** Presses Tab, or Shift+Tab, until the element is focused. */
export async function tabTo(page: Page, element: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < 60; stops++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error("the focus never came there");
}
