import { beforeAll, expect, test } from "vitest";
import { linkFor, newPerson, waitFor } from "@/e2e/journey";
import { wordsByPoppler } from "@/lib/pdf/testing/outside-tools";
import { create, expectProblem, made, pdfBytes, settleMails, sharedWorld, type Made, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const basic = () => ({
  authorization: `Basic ${Buffer.from(`${world.requester.email}:${world.requester.password}`).toString("base64")}`,
});

/** Everything the requester can read about a document, as text. */
async function readByRequester({ fileId, uuid, data }: Made): Promise<string[]> {
  const paths = [
    `/file/validate/file_id/${fileId}`,
    `/file/validate/uuid/${uuid}`,
    "/file/list",
    "/file/list?cursor=",
    `/file/${uuid}/progress`,
    `/file/${uuid}/audit`,
    `/file/${uuid}/elements`,
    `/file/${uuid}/pages`,
    `/file/${uuid}/content`,
    "/events?after=0",
    "/webhooks",
    "/account/me",
  ];
  const reminded = await world.api.call("POST", "/notify/signer", {
    as: world.requester,
    json: { fileId, signRequestId: data.signers[0]?.signRequestId },
  });
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(`${world.api.origin}/api/v1${path}`, { headers: basic() })).text()),
  );
  return [...answers, JSON.stringify(reminded.body), JSON.stringify(data)];
}

test("leaks no signer's link in answers to the requester, callbacks or the log", async () => {
  const emails = [newPerson("a").email, newPerson("b").email];
  const request = await made(
    create(
      world,
      emails.map((email) => ({ email })),
      { status: 1, callback: `${world.listener}/called` },
    ),
  );
  const links = [
    await linkFor(world.api, world.admin, emails[0] ?? ""),
    await linkFor(world.api, world.admin, emails[1] ?? ""),
  ];
  for (const link of links) await world.api.call("GET", `/sign/uuid/${link}`);
  const texts = await readByRequester(request);
  await settleMails(world);
  await waitFor(async () => Promise.resolve(world.received.length >= 3 ? true : undefined), "the callbacks");
  const everything = [
    ...texts,
    ...world.received.map(({ path, headers, body }) => `${path}${JSON.stringify(headers)}${body.toString("latin1")}`),
    world.output(),
  ].join("\n");
  expect(everything).toContain(request.uuid);
  expect(links.filter((link) => everything.includes(link))).toEqual([]);
});

const notPdf: [string, Buffer][] = [
  ["text", Buffer.from("hello")],
  ["a ZIP", Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)])],
  ["the EICAR test string", Buffer.from("X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*")],
  ["nothing", Buffer.alloc(0)],
  ["a header alone", Buffer.from("%PDF-1.7\n")],
];
test.each(notPdf)("rejects %s as no PDF", async (_name, bytes) => {
  expectProblem(await create(world, [{ email: "ana@x.example" }], { file: { base64: bytes.toString("base64") } }), 422);
  expectProblem(
    await world.api.call("POST", "/file?name=x", { as: world.requester, body: bytes, type: "application/pdf" }),
    422,
  );
});

test("converts HTML to a PDF without its scripts", async () => {
  const html = Buffer.from("<html><body><p>Lease</p><script>alert(1)</script></body></html>");
  const { uuid } = await made(
    create(world, [{ email: "ana@x.example" }], { file: { base64: html.toString("base64") } }),
  );
  const stored = Buffer.from(
    await (await fetch(`${world.api.origin}/api/v1/file/${uuid}/content`, { headers: basic() })).arrayBuffer(),
  );
  expect(stored.subarray(0, 5).toString()).toBe("%PDF-");
  expect(stored.includes("/JavaScript")).toBe(false);
  const words = wordsByPoppler(stored).join(" ");
  expect(words).toContain("Lease");
  expect(words).not.toContain("alert");
});

test("serves a stored document as a PDF to download, and never runs it", async () => {
  const html = Buffer.concat([Buffer.from("<html><script>alert(1)</script></html>\n"), pdfBytes]);
  const polyglot = await create(world, [{ email: "ana@x.example" }], { file: { base64: html.toString("base64") } });
  const uuid =
    polyglot.status === 200 ? polyglot.body.uuid : (await made(create(world, [{ email: "ana@x.example" }]))).uuid;
  const { headers } = await fetch(`${world.api.origin}/api/v1/file/${uuid}/content`, { headers: basic() });
  expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual(["application/pdf", "nosniff"]);
  expect(headers.get("content-disposition")).toMatch(/^attachment/);
  expect(headers.get("cache-control")).toContain("no-store");
});

test.each(["../../etc/passwd", "lease.exe", 'say "hi"; x=y', "Müllers Vertrag", "😀".repeat(60)])(
  "keeps the name %j as text, and the download's header on one line",
  async (name) => {
    const { uuid, data } = await made(create(world, [{ email: "ana@x.example" }], { name }));
    expect(data.name).toBe(name);
    const disposition =
      (await fetch(`${world.api.origin}/api/v1/file/${uuid}/content`, { headers: basic() })).headers.get(
        "content-disposition",
      ) ?? "";
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]+$/);
    expect(disposition).not.toMatch(/filename="[^"]*[/\\]/);
  },
);

test.each(["a\r\nX-Injected: 1", "a\u0000b", "a \u202Egnp.pdf", "   ", "x".repeat(300)])(
  "refuses the name %j",
  async (name) => {
    expectProblem(await create(world, [{ email: "ana@x.example" }], { name }), 422);
  },
);

test.each([
  "limit=1000000000",
  "length=0",
  "length=101",
  "page=0",
  "page=99999999999",
  "page=1e9",
  "sortBy=password",
  "status=9",
  "cursor=abc",
  "from=yesterday",
  "unheard=of",
])("refuses %s in the list", async (query) => {
  expectProblem(await world.api.call("GET", `/file/list?${query}`, { as: world.requester }), 422);
});

test("returns an empty page beyond the last, with a link to the last", async () => {
  const { status, body } = await world.api.call<{ data: unknown[]; pagination: { next: unknown } }>(
    "GET",
    "/file/list?page=1000000&length=100",
    { as: world.requester },
  );
  expect([status, body.data, body.pagination.next]).toEqual([200, [], null]);
});
