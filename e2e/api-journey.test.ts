import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { apiClient, type ApiClient, type Person } from "./api-client";
import { fullJourney } from "./full-journey";
import {
  expectStatus,
  linkFor,
  registerSigner,
  requestCode,
  signPassword,
  startJourney,
  waitUntilSigned,
} from "./journey";
import { startServer, type StartedServer } from "./server";

let server: StartedServer;
let api: ApiClient;
let admin: Person;

beforeAll(async () => {
  server = await startServer();
  api = apiClient(server.origin);
  admin = server.admin;
});
afterAll(() => server.stop());

const boxes = {
  byCode: { page: 1, left: 40, top: 60, width: 180, height: 60 },
  byPassword: { page: 1, left: 60, top: 200, width: 150.5, height: 50.25 },
};

describe("the main job over HTTP", () => {
  const documents: [string, FixturePage][] = [
    ["a plain page @exhaustive", {}],
    ["a page turned by 180 degrees @exhaustive", { rotate: 180 }],
    ["a page turned by 270 degrees @exhaustive", { rotate: 270 }],
    [
      "a cropped, turned page whose box does not start at the origin",
      { mediaBox: [0, 0, 700, 800], cropBox: [100, 50, 500, 700], rotate: 90 },
    ],
    ["a page of large units @exhaustive", { mediaBox: [0, 0, 306, 396], userUnit: 2 }],
  ];
  test.each(documents)(
    "lets two signers sign %s so that outside tools accept it, with stamps in their rectangles",
    async (name, page) => {
      const findings = await fullJourney(api, admin, makePdf({ pages: [page] }), name, boxes);
      expect(findings.complaints).toEqual([]);
      expect(findings.signatures).toBe(4);
    },
  );
});

test("keeps both signatures of two simultaneous signers, in each of five rounds @exhaustive", async () => {
  const pdf = makePdf({ pages: [{}] });
  const first = await startJourney(api, admin, pdf, "round 0", boxes);
  await registerSigner(api, first.signers.byCode, { signPassword: true });
  await registerSigner(api, first.signers.byPassword, { signPassword: true });
  const signers = [first.signers.byCode, first.signers.byPassword].map(({ person, link }) => ({ person, link }));
  for (let round = 1; round <= 5; round++) {
    const created = expectStatus(
      await api.call<{ uuid: string }>("POST", "/request-signature", {
        as: admin,
        json: {
          file: { base64: pdf.toString("base64") },
          name: `round ${round}`,
          status: 1,
          users: signers.map(({ person }) => ({ email: person.email, signMethod: "password" })),
        },
      }),
      200,
      "create",
    );
    // Their accounts were made by a link, which proves the address for that one request.
    for (const signer of signers) signer.link = await linkFor(api, admin, signer.person.email, signer.link);
    const answers = await Promise.all(
      signers.map(({ person, link }) =>
        api.call("POST", `/sign/uuid/${link}`, { as: person, json: { password: signPassword } }),
      ),
    );
    expect(
      answers.map((answer) => answer.status),
      `round ${round}: ${JSON.stringify(answers.map((answer) => answer.body))}`,
    ).toEqual([200, 200]);
    await waitUntilSigned(api, admin, created.uuid);
    const signatures = pdfsig(await api.bytes(`/file/${created.uuid}/content`, admin));
    expect(signatures.map((signature) => signature.isValid)).toEqual([true, true, true, true]);
  }
});

test("creates one signature from twenty simultaneous calls with the right code @exhaustive", async () => {
  const started = await startJourney(api, admin, makePdf({ pages: [{}] }), "twenty", boxes);
  await registerSigner(api, started.signers.byCode, { signPassword: false });
  const code = await requestCode(api, admin, started.signers.byCode);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      api.call<{ code?: string }>("POST", `/sign/uuid/${started.signers.byCode.link}`, {
        as: started.signers.byCode.person,
        json: { code },
      }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
  const filled = pdfsig(await api.bytes(`/file/${started.uuid}/content`, admin)).filter(
    (signature) => signature.isValid,
  );
  expect(filled).toHaveLength(2);
});
