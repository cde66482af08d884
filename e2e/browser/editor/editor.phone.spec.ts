import type { CDPSession, Page } from "@playwright/test";
import { boxOf } from "@/e2e/browser/actions/box-of";
import { anyField, edit, expectSaved, fieldOf, stored } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { stranger } from "@/e2e/browser/world/seed";

type Finger = { x: number; y: number };

/** Dispatches real touch events, because Playwright only supports taps. */
async function touches(
  page: Page,
): Promise<{ send: (type: "touchStart" | "touchMove" | "touchEnd", fingers: readonly Finger[]) => Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    send: async (type, fingers) => {
      await session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: fingers.map(({ x, y }, id) => ({ x, y, id })),
      });
    },
  };
}

async function middleOf(page: Page, type: string): Promise<Finger> {
  const at = await boxOf(fieldOf(page, type));
  return { x: at.x + at.width / 2, y: at.y + at.height / 2 };
}

test("on a phone, places a field with two taps and drags it without scrolling the page", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 2,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  await page.getByRole("button", { name: "Signature", exact: true }).tap();
  await page.getByRole("region", { name: "Page 1 of 2" }).tap({ position: { x: 150, y: 120 } });
  await expect(anyField(page)).toHaveCount(1);
  await expectSaved(page);
  const [before] = await stored(api, requester, request);
  const scroll = await page.evaluate(() => window.scrollY);
  const { send } = await touches(page);
  const from = await middleOf(page, "Signature");
  await send("touchStart", [from]);
  for (let step = 1; step <= 10; step++) await send("touchMove", [{ x: from.x + step * 6, y: from.y + step * 9 }]);
  await send("touchEnd", []);
  await expect
    .poll(
      async () => ((await stored(api, requester, request))[0]?.coordinates.top ?? 0) - (before?.coordinates.top ?? 0),
    )
    .toBeGreaterThan(60);
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
  await expectNoSidewaysScroll(page);
});

test("on a phone, gives a selected field's handle a 44-pixel target @exhaustive", async ({
  page,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  await anyField(page).tap();
  const handles = page.locator(".editor-field-handles > div");
  await expect(handles.first()).toBeAttached();
  for (const handle of await handles.all()) {
    const room = await handle.boundingBox();
    expect(Math.min(room?.width ?? 0, room?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test("on a phone, adds a field to the selection by a long press, and zooms with two fingers @exhaustive", async ({
  page,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }],
    fields: [
      { left: 100, top: 100 },
      { type: "date", left: 100, top: 250 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const { send } = await touches(page);
  await fieldOf(page, "Signature").tap();
  await send("touchStart", [await middleOf(page, "Date signed")]);
  await expect(page.getByRole("heading", { name: "2 fields selected" })).toBeVisible();
  await send("touchEnd", []);
  await expect(page.getByRole("heading", { name: "2 fields selected" })).toBeVisible();

  const sheet = page.getByRole("region", { name: "Page 1 of 1" });
  const width = (await sheet.boundingBox())?.width ?? 0;
  const name = await fieldOf(page, "Date signed").getAttribute("aria-label");
  const pinch = (apart: number): Finger[] => [
    { x: 200, y: 330 - apart },
    { x: 200, y: 330 + apart },
  ];
  await send("touchStart", pinch(20));
  for (let apart = 24; apart <= 60; apart += 4) await send("touchMove", pinch(apart));
  await send("touchEnd", []);
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.8);
  expect(await fieldOf(page, "Date signed").getAttribute("aria-label")).toBe(name);
});
