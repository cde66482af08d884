import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { apiClient, type ApiClient, type Person } from "./api-client";
import {
  expectStatus,
  inboxMessages,
  linkFor,
  newPerson,
  requestCode,
  strokePng,
  waitFor,
  waitUntilSigned,
  type FileAnswer,
} from "./journey";
import { pageReader, type PageReader } from "./page-reader";
import { startServer, type StartedServer } from "./server";

/** Values of the API's text fields, unique in the service's texts. */
const typed = {
  name: "Mietvertrag <Nord> & Süd",
  requester: "Ines “Nessa” Ribeiro",
  signer: "Bo O'Lindqvist-Żak",
  description: "Bitte bis Freitag <b>zeichnen</b>",
  label: "Ort der Unterschrift",
  value: "Lissabon",
  reason: "Der Preis stimmt nicht <hier>",
  token: "Nachtlauf Export",
  webhook: "Archiv im Keller",
} as const;

let server: StartedServer;
let api: ApiClient;
let pages: { nobody: PageReader; requester: PageReader; signer: PageReader };
const requester = newPerson("ines");
const bo = newPerson("bo");
const carla = newPerson("carla");
let file: FileAnswer;
let link: string;

const mailsTo = (person: Person) => inboxMessages(api, server.admin, person.email);

/** A draft with a signature field and a filled text field, sent to one signer. */
async function send(person: Person): Promise<{ file: FileAnswer; link: string }> {
  const users = [{ email: person.email, displayName: typed.signer, description: typed.description }];
  const made = expectStatus(
    await api.call<{ data: FileAnswer }>("POST", "/request-signature", {
      as: requester,
      json: { name: typed.name, file: { base64: makePdf({ pages: [{}] }).toString("base64") }, users },
    }),
    200,
    "create",
  ).data;
  const signRequestId = made.signers[0]?.signRequestId;
  const box = (type: string, top: number, more = {}) => ({
    type,
    signRequestId,
    coordinates: { page: 1, left: 60, top, width: 180, height: 40 },
    ...more,
  });
  for (const json of [box("signature", 100), box("text", 200, { label: typed.label, value: typed.value })]) {
    expectStatus(await api.call("POST", `/file/${made.uuid}/elements`, { as: requester, json }), 200, "place");
  }
  expectStatus(
    await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: made.uuid, status: 1 } }),
    200,
    "release",
  );
  return { file: made, link: await linkFor(api, server.admin, person.email) };
}

beforeAll(async () => {
  server = await startServer();
  api = apiClient(server.origin);
  expectStatus(
    await api.call("POST", "/admin/users", {
      as: server.admin,
      json: {
        email: requester.email,
        password: requester.password,
        displayName: typed.requester,
        role: "requester",
        emailProved: true,
      },
    }),
    200,
    "account",
  );
  ({ file, link } = await send(bo));
  expectStatus(
    await api.call("POST", `/account/create/${link}`, { json: { email: bo.email, password: bo.password } }),
    200,
    "register",
  );
  expectStatus(
    await api.call("POST", "/account/signature/elements", {
      as: bo,
      json: { elements: [{ type: "signature", file: { base64: (await strokePng()).toString("base64") } }] },
    }),
    200,
    "image",
  );
  pages = {
    nobody: await pageReader(server.origin, null),
    requester: await pageReader(server.origin, requester),
    signer: await pageReader(server.origin, bo),
  };
});
afterAll(() => server.stop());

describe("a file's name @exhaustive", () => {
  test("is in the subject and the text of the invitation", async () => {
    const mail = (await mailsTo(bo)).find(({ subject }) => subject.includes("asks you to sign"));
    expect(mail?.subject).toContain(typed.name);
    expect(mail?.text).toContain(typed.name);
  });

  test("is the title of the document's page, the sign link's and the verify page, and appears in the list", async () => {
    for (const [reader, path] of [
      [pages.requester, `/documents/${file.uuid}`],
      [pages.signer, `/sign/${link}`],
      [pages.requester, `/verify/${file.uuid}`],
    ] as const) {
      const page = await reader.read(path);
      expect(page.title, path).toContain(typed.name);
      expect(page.text, path).toContain(typed.name);
    }
    expect((await pages.requester.read("/documents?tab=all")).text).toContain(typed.name);
  });

  test("is the name of the downloaded file, for requester and signer", async () => {
    for (const [path, as] of [
      [`/file/${file.uuid}/content`, requester],
      [`/sign/uuid/${link}/content`, bo],
    ] as const) {
      const { authorization } = {
        authorization: `Basic ${Buffer.from(`${as.email}:${as.password}`).toString("base64")}`,
      };
      const response = await fetch(`${server.origin}/api/v1${path}`, { headers: { authorization } });
      await response.arrayBuffer();
      expect(decodeURIComponent(response.headers.get("content-disposition") ?? "")).toContain("Mietvertrag");
      expect(decodeURIComponent(response.headers.get("content-disposition") ?? "")).toContain("Süd");
    }
  });
});

describe("a signer's fields @exhaustive", () => {
  test("greets by display name in the e-mail, and shows it on the requester's page and in the file object", async () => {
    expect((await mailsTo(bo))[0]?.text).toContain(`Hello ${typed.signer},`);
    expect((await pages.requester.read(`/documents/${file.uuid}`)).text).toContain(typed.signer);
    expect((await api.call("GET", `/file/validate/uuid/${file.uuid}`, { as: requester })).body).toMatchObject({
      signers: [{ displayName: typed.signer, description: typed.description }],
    });
  });

  test("proposes the display name when a link without an account is opened", async () => {
    const other = await send(carla);
    expect((await pages.nobody.read(`/sign/${other.link}`)).text).toContain(typed.signer);
  });

  test("shows the description as text in the e-mail and on the signing page, before and after log-in", async () => {
    expect((await mailsTo(bo))[0]?.text).toContain(typed.description);
    expect((await pages.signer.read(`/sign/${link}`)).text).toContain(typed.description);
    expect((await pages.nobody.read(`/sign/${link}`)).text).toContain(typed.description);
  });

  test("names the sender in the e-mail's subject and on the signing page", async () => {
    expect((await mailsTo(bo))[0]?.subject).toContain(typed.requester);
    expect((await pages.nobody.read(`/sign/${link}`)).text).toContain(typed.requester);
  });
});

describe("a field's properties @exhaustive", () => {
  test("returns label and value to requester and signer", async () => {
    const { body } = await api.call<{ data: unknown[] }>("GET", `/file/${file.uuid}/elements`, { as: bo });
    expect(body.data).toContainEqual(expect.objectContaining({ label: typed.label, value: typed.value }));
  });

  test("passes label and value to the signing page, which draws its fields from them", async () => {
    const { html } = await pages.signer.read(`/sign/${link}`);
    for (const words of [typed.label, typed.value]) expect(html).toContain(words);
    const { body } = await api.call<{ visibleElements: unknown[] }>("GET", `/sign/uuid/${link}`, { as: bo });
    expect(body.visibleElements).toContainEqual(expect.objectContaining({ label: typed.label, value: typed.value }));
  });
});

describe("a decline's reason @exhaustive", () => {
  test("is in the requester's e-mail, on the requester's page as text, and in the progress", async () => {
    const declined = await send(newPerson("dora"));
    expectStatus(
      await api.call("POST", `/sign/uuid/${declined.link}/decline`, { json: { reason: typed.reason } }),
      200,
      "decline",
    );
    const mail = await waitFor(
      async () => (await mailsTo(requester)).find(({ subject }) => subject.startsWith("Declined")),
      "the mail of the decline",
    );
    expect(mail.text).toContain(typed.reason);
    expect(mail.subject).toContain(typed.name);
    expect((await pages.requester.read(`/documents/${declined.file.uuid}`)).text).toContain(typed.reason);
    expect((await api.call("GET", `/file/${declined.file.uuid}/progress`, { as: requester })).body).toMatchObject({
      signers: [{ declineReason: typed.reason }],
    });
  });
});

describe("names given by developers @exhaustive", () => {
  test("shows a token's name and a webhook's description on the developers page", async () => {
    expectStatus(
      await api.call("POST", "/account/tokens", { as: requester, json: { name: typed.token, scopes: ["read"] } }),
      200,
      "token",
    );
    expectStatus(
      await api.call("POST", "/webhooks", {
        as: requester,
        json: { url: "http://93.184.216.34/hook", description: typed.webhook, events: ["file.signed"] },
      }),
      200,
      "webhook",
    );
    const { text } = await pages.requester.read("/developers");
    for (const words of [typed.token, typed.webhook, "http://93.184.216.34/hook"]) expect(text).toContain(words);
  });
});

describe("settings and accounts @exhaustive", () => {
  test("opens the registration page with open sign-up, and shows the setting to administrators", async () => {
    expect((await pages.nobody.read("/register")).text).toContain("Accounts are by invitation only");
    expectStatus(
      await api.call("PUT", "/admin/settings", { as: server.admin, json: { signup: "open" } }),
      200,
      "settings",
    );
    expect((await pages.nobody.read("/register")).text).not.toContain("Accounts are by invitation only");
    const admin = await pageReader(server.origin, server.admin);
    expect((await admin.read("/administration")).status).toBe(200);
  });

  test("shows a changed name on the account page and in the next e-mail", async () => {
    expectStatus(
      await api.call("PATCH", "/account/me", { as: requester, json: { displayName: "Ines Neuname" } }),
      200,
      "rename",
    );
    expect((await pages.requester.read("/account")).text).toContain("Ines Neuname");
    const erik = newPerson("erik");
    await send(erik);
    expect((await mailsTo(erik))[0]?.subject).toContain("Ines Neuname");
  });
});

test("puts the signer's name into the certificate, as shown in public verification, and the file's name into the completion e-mail @exhaustive", async () => {
  const signer = { person: bo, link, signRequestId: 0, box: { page: 1, left: 0, top: 0, width: 1, height: 1 } };
  const code = await requestCode(api, server.admin, signer);
  const signed = expectStatus(
    await api.call<{ signature: { subject: string } }>("POST", `/sign/uuid/${link}`, { as: bo, json: { code } }),
    200,
    "sign",
  );
  expect(signed.signature.subject).toContain(typed.signer);
  await waitUntilSigned(api, requester, file.uuid);
  const report = await api.call<{ signatures: { signer: { subject: string } | null }[] }>("POST", "/file/validate", {
    body: await api.bytes(`/file/${file.uuid}/content`, bo),
    type: "application/pdf",
  });
  expect(report.body.signatures.some((one) => one.signer?.subject.includes(typed.signer))).toBe(true);
  const done = await waitFor(
    async () =>
      (await mailsTo(requester)).find(
        ({ subject }) => /signed|complete/i.test(subject) && subject.includes(typed.name),
      ),
    "the mail of the completion",
  );
  expect(done.text).toContain(typed.name);
});
