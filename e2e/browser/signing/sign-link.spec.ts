import { expect, test } from "@/e2e/browser/fixtures";
import { passDeadline } from "@/e2e/browser/world/pass-deadline";
import { stranger } from "@/e2e/browser/world/seed";
import type { World } from "@/e2e/browser/world/world";

interface State {
  state: string;
  link: (world: World) => string | undefined;
  as?: (world: World) => World["returning"];
  status: number;
  heading: RegExp;
  /** Accessible names of the page's links and buttons. */
  offers: readonly (string | RegExp)[];
}

const first = (request: World["draft"]) => request.signers[0].link;
const returning = (world: World) => world.returning;

// docs/spec/interface.md#link-states: each state has its own page.
const states: readonly State[] = [
  {
    state: "ready, without an account",
    link: (world) => first(world.waiting),
    status: 200,
    heading: /^Ines Ribeiro asks you to sign Lease 2027$/,
    offers: ["Create account"],
  },
  {
    state: "ready, with an account, logged out",
    link: (world) => first(world.mixed),
    status: 200,
    heading: /^Ines Ribeiro asks you to sign Employment contract$/,
    offers: ["Log in", "Forgot password?"],
  },
  {
    state: "ready, the right account",
    link: (world) => first(world.mixed),
    as: returning,
    status: 200,
    heading: /^Employment contract$/,
    offers: ["Next field", "Sign document"],
  },
  {
    state: "logged in as someone else",
    link: (world) => first(world.mixed),
    as: (world) => world.other,
    status: 403,
    heading: /^This request is for a…@example\.org$/,
    offers: ["Switch account"],
  },
  {
    state: "not your turn",
    link: (world) => world.ordered.signers[1]?.link,
    as: (world) => world.other,
    status: 200,
    heading: /^Waiting for 1 person before you$/,
    offers: [],
  },
  {
    state: "signed by you",
    link: (world) => first(world.partly),
    as: returning,
    status: 200,
    heading: /^You signed this on \d+ \w+ \d{4}, \d\d:\d\d$/,
    offers: ["Download", "Verify"],
  },
  {
    state: "completed",
    link: (world) => first(world.completed),
    as: returning,
    status: 200,
    heading: /^Everyone has signed$/,
    offers: ["Download", "Verify", /^Evidence/, /ZIP/],
  },
  {
    state: "declined by you",
    link: (world) => first(world.declined),
    as: returning,
    status: 200,
    heading: /^You declined on \d+ \w+ \d{4}, \d\d:\d\d$/,
    offers: [/^E-mail /],
  },
  {
    state: "declined by another",
    link: (world) => world.declined.signers[1]?.link,
    as: (world) => world.other,
    status: 200,
    heading: /^Declined on /,
    offers: [/^E-mail /],
  },
  {
    state: "expired",
    link: (world) => first(world.expired),
    status: 410,
    heading: /^The deadline passed on /,
    offers: ["Ask for more time"],
  },
  {
    state: "withdrawn",
    link: (world) => first(world.withdrawn),
    status: 410,
    heading: /^Withdrawn by the sender$/,
    offers: [],
  },
  {
    state: "unknown",
    link: (world) => world.unknownLink,
    status: 404,
    heading: /^This link isn’t valid$/,
    offers: ["Log in"],
  },
  { state: "garbled", link: () => "not-a-link", status: 404, heading: /./, offers: [] },
  {
    state: "locked after wrong codes",
    link: (world) => first(world.locked),
    as: returning,
    status: 429,
    heading: /^Too many wrong codes$/,
    offers: ["Try again"],
  },
];

test("answers a sign link in every state with its status and one heading for it @exhaustive", async ({
  page,
  world,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of (403|404|410|429)/);
  for (const { state, link, as, status, heading, offers } of states) {
    await test.step(state, async () => {
      await page.context().clearCookies();
      if (as) await loggedIn(page, as(world));
      const answer = await page.goto(`/sign/${link(world) ?? ""}`);
      expect(answer?.status()).toBe(status);
      expect(answer?.headers()["cache-control"]).toContain("no-store");
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      for (const name of offers)
        await expect(page.getByRole("button", { name }).or(page.getByRole("link", { name })).first()).toBeVisible();
    });
  }
});

test("counts down on the page of a locked link, and returns the time of the next try @exhaustive", async ({
  page,
  world,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  await loggedIn(page, world.returning);
  const answer = await page.goto(`/sign/${first(world.locked) ?? ""}`);
  expect(Number(answer?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByRole("timer")).toHaveText(/^\d+:\d\d$/);
  await expect(page.getByRole("button", { name: "Try again" })).toBeDisabled();
});

test("in another account's session, masks the address, leaves the document out, and keeps the link through Switch account @exhaustive", async ({
  page,
  world,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const link = first(world.waiting) ?? "";
  const invited = world.waiting.signers[0].person.email ?? "";
  await loggedIn(page, world.other);
  await page.goto(`/sign/${link}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^This request is for d…@example\.org$/);
  const html = await page.content();
  expect(html).not.toContain(world.waiting.name);
  expect(html).not.toContain(invited);
  expect(html).not.toContain(world.waiting.uuid);
  await expect(page.getByRole("region", { name: /^Page \d/ })).toHaveCount(0);
  const image = await page.request.get(`/api/v1/sign/uuid/${link}/pages/1/image?width=400`);
  expect(image.status()).toBe(403);
  await page.getByRole("button", { name: "Switch account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ines Ribeiro asks you to sign Lease 2027");
  expect(page.url()).toContain(`/sign/${link}`);
});

test("ends only this browser's session when switching accounts on a link @exhaustive", async ({
  page,
  world,
  newSigner,
  loggedIn,
  open,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const someone = await newSigner("Greta Holm");
  await loggedIn(page, someone);
  await page.goto(`/sign/${first(world.waiting) ?? ""}`);
  await page.getByRole("button", { name: "Switch account" }).click();
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  const own = await open(`/sign/${first(world.mixed) ?? ""}`);
  await expect(own.getByRole("button", { name: "Log in" })).toBeVisible();
});

// docs/spec/guarantees.md#under-attack.
test("does not count a mail scanner's fetch of the link as viewed, but a person's visit", async ({
  page,
  api,
  newRequest,
  requester,
  server,
}) => {
  const request = await newRequest({ signers: [{ person: stranger("Dora Novak") }] });
  const link = `/sign/${first(request) ?? ""}`;
  for (const method of ["GET", "HEAD", "GET"]) await fetch(`${server.origin}${link}`, { method });
  expect(await views()).toBe(0);
  const file = await api.call<{ status: number; signers: { status: string }[] }>(
    "GET",
    `/file/validate/uuid/${request.uuid}`,
    { as: requester },
  );
  expect([file.body.status, file.body.signers.map(({ status }) => status)]).toEqual([1, ["pending"]]);
  await page.goto(link);
  await expect.poll(views).toBe(1);

  async function views(): Promise<number> {
    const { body } = await api.call<{ data: { type: string }[] }>("GET", `/file/${request.uuid}/audit`, {
      as: requester,
    });
    return body.data.filter(({ type }) => type === "document.viewed").length;
  }
});

test("shows the time of signing when the link is opened again, with the document and its verification @exhaustive", async ({
  page,
  world,
  loggedIn,
}) => {
  await loggedIn(page, world.returning);
  await page.goto(`/sign/${first(world.partly) ?? ""}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You signed this on/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole("link", { name: "Verify" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/verify/${world.partly.uuid}$`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("asks the sender for a new link from an expired one with one click, with one e-mail a day at most @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  newRequester,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of 410/);
  const sender = await newRequester("Kofi Mensah");
  const request = await newRequest({ requester: sender, signers: [{ person: await newSigner() }] });
  await passDeadline(server.dataDir, request.uuid);
  await page.goto(`/sign/${first(request) ?? ""}`);
  const before = (await inbox.to(sender.email)).length;
  await page.getByRole("button", { name: "Ask for more time" }).click();
  await expect(page.getByText(/^We e-mailed Kofi Mensah/)).toBeVisible();
  await expect.poll(async () => (await inbox.to(sender.email)).length).toBe(before + 1);
  await page.reload();
  await page.getByRole("button", { name: "Ask for more time" }).click();
  await expect(page.getByText(/at most once a day/)).toBeVisible();
  expect(await inbox.to(sender.email)).toHaveLength(before + 1);
});
