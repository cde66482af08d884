/**
 * Many fields: `npm run bench fields`. Compares signing 100 fields of mixed kinds with signing one on the same 52 KB
 * file, alternating in one run: by whole requests, which also check the signing password (bar 2.5x), and by the engine
 * alone. Also measures the release of a 100-page document with 500 fields (bar 1.5 s). All figures are medians.
 */
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { expectStatus, newPerson } from "@/e2e/journey";
import { startServer } from "@/e2e/server";
import { unboundedRates } from "@/e2e/unbounded-rates";
import { signFields } from "@/lib/pades/sign-fields";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { inputFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const signPassword = "a quiet green harbour";
const rounds = 7;
const releases = 3;
const bars = { ratio: 2.5, releaseSeconds: 1.5 };

/** Field kinds, used in rotation, and the value the signer enters. */
const kinds = [
  [{ type: "text" }, "Bergen"],
  [{ type: "number", rules: { decimals: 2 } }, "1234.5"],
  [{ type: "day" }, "2027-03-09"],
  [{ type: "dropdown", rules: { options: ["Monthly", "Yearly"] } }, "Yearly"],
  [{ type: "checkbox" }, true],
] as const;

const byEngine = await signByEngine();
const server = await startServer({ env: { LIMITS: JSON.stringify(unboundedRates) } });
try {
  const api = apiClient(server.origin);
  const signer = await makeSigner(api, server.admin);
  const small = makePdf({ pages: [{}], sizeBytes: 52_000 }).toString("base64");
  const times = { one: [] as number[], hundred: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.one.push(await sign(api, server.admin, signer, small, 1));
    times.hundred.push(await sign(api, server.admin, signer, small, 100));
  }
  const [one, hundred] = [median(times.one), median(times.hundred)];
  const ratio = hundred / one;
  console.log(
    `100 fields of mixed kinds signed in ${hundred.toFixed(0)} ms, one in ${one.toFixed(0)} ms: ${ratio.toFixed(2)}x (bar ${bars.ratio}x: ${verdictOf(ratio <= bars.ratio)})`,
  );
  console.log(`the engine alone: ${byEngine.hundred.toFixed(1)} ms against ${byEngine.one.toFixed(1)} ms`);
  const large = makePdf({ pages: Array.from({ length: 100 }, () => ({})) }).toString("base64");
  const seconds: number[] = [];
  for (let round = 0; round < releases; round++) {
    const { uuid } = await draft(api, server.admin, signer, large, 500, 5);
    const startedAt = performance.now();
    const answer = await api.call("PATCH", "/request-signature", { as: server.admin, json: { uuid, status: 1 } });
    seconds.push((performance.now() - startedAt) / 1000);
    expectStatus(answer, 200, "release");
  }
  const release = median(seconds);
  console.log(
    `100 pages with 500 fields released in ${release.toFixed(2)} s (bar ${bars.releaseSeconds} s: ${verdictOf(release <= bars.releaseSeconds)})`,
  );
  if (ratio > bars.ratio || release > bars.releaseSeconds) process.exitCode = 1;
} finally {
  await server.stop();
}

/** Milliseconds the engine takes to sign one field and 100 fields, both prepared beforehand. */
async function signByEngine(): Promise<{ one: number; hundred: number }> {
  const fileUuid = "00000000-0000-4000-8000-000000000001";
  const signer = await (await makeTestAuthority()).issue("Ada Lovelace");
  const base = makePdf({ pages: [{}], sizeBytes: 52_000 });
  const [one, hundred] = [1, 100].map((count) => {
    const fields = Array.from({ length: count }, (_, index) => ({
      fieldId: index + 1,
      type: index % 5 === 4 ? ("checkbox" as const) : ("text" as const),
      pageIndex: 0,
      box: { leftPt: 30 + (index % 5) * 105, topPt: 40 + Math.floor(index / 5) * 35, widthPt: 95, heightPt: 25 },
    }));
    const signature = {
      fieldId: 200,
      type: "signature" as const,
      pageIndex: 0,
      box: { leftPt: 30, topPt: 2, widthPt: 80, heightPt: 30 },
    };
    const signers = [{ signRequestId: 1, fields: [signature, ...fields] }];
    const { tail } = prepareDocument(fromBuffer(base), { fileUuid, signers, maxPages: 10, expectedSha256: null });
    const fills = fields.map(({ fieldId, type }) => ({
      fieldName: inputFieldName(fileUuid, 1, fieldId),
      content:
        type === "checkbox"
          ? ({ kind: type, isChecked: true } as const)
          : ({ kind: type, text: `Bergen ${fieldId}` } as const),
    }));
    return { file: Buffer.concat([base, tail]), fills, took: [] as number[] };
  });
  if (!one || !hundred) throw new Error("two files");
  for (let round = 0; round < 30; round++)
    for (const { file, fills, took } of [one, hundred]) {
      const startedAt = performance.now();
      await signFields(
        fromBuffer(file),
        {
          ...{
            fieldName: signatureFieldName(fileUuid, 1),
            content: { kind: "image", image: null, lines: ["Ada"] },
            fills,
            images: {},
            signedAt: new Date(),
          },
          ...{ name: "Ada Lovelace", reason: null, expectedSha256: null },
        },
        signer.makeCms,
      );
      took.push(performance.now() - startedAt);
    }
  return { one: median(one.took), hundred: median(hundred.took) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function verdictOf(holds: boolean): string {
  return holds ? "holds" : "MISSED";
}

async function makeSigner(api: ApiClient, admin: Person): Promise<Person> {
  const person = newPerson("signer");
  const account = { ...person, displayName: "Signer", role: "signer", emailProved: true };
  expectStatus(await api.call("POST", "/admin/users", { as: admin, json: account }), 200, "account");
  expectStatus(await api.call("POST", "/account/signature", { as: person, json: { signPassword } }), 200, "key");
  return person;
}

/** `perPage` fields on each page from the first, in five columns. */
async function draft(
  api: ApiClient,
  as: Person,
  signer: Person,
  base64: string,
  fields: number,
  perPage: number,
): Promise<{ uuid: string; fileId: number }> {
  const visibleElements = Array.from({ length: fields }, (_, index) => {
    const place = index % perPage;
    const [field] = kinds[index % kinds.length] ?? kinds[0];
    return {
      ...field,
      coordinates: {
        page: Math.floor(index / perPage) + 1,
        left: 30 + (place % 5) * 105,
        top: 40 + Math.floor(place / 5) * 35,
        width: 95,
        height: 25,
      },
    };
  });
  const json = {
    name: "Form",
    status: 0,
    file: { base64 },
    users: [{ email: signer.email, signMethod: "password", visibleElements }],
  };
  return expectStatus(
    await api.call<{ data: { uuid: string; fileId: number } }>("POST", "/request-signature", { as, json }),
    200,
    "draft",
  ).data;
}

async function sign(api: ApiClient, as: Person, signer: Person, base64: string, fields: number): Promise<number> {
  const { uuid, fileId } = await draft(api, as, signer, base64, fields, fields);
  expectStatus(await api.call("PATCH", "/request-signature", { as, json: { uuid, status: 1 } }), 200, "release");
  const { body } = await api.call<{ data: { elementId: number }[] }>("GET", `/file/${uuid}/elements`, { as });
  const values = body.data
    .toSorted((a, b) => a.elementId - b.elementId)
    .map(({ elementId }, index) => ({ elementId, value: (kinds[index % kinds.length] ?? kinds[0])[1] }));
  const startedAt = performance.now();
  const json = { password: signPassword, fields: values };
  const answer = await api.call("POST", `/sign/file_id/${fileId}`, { as: signer, json });
  const took = performance.now() - startedAt;
  expectStatus(answer, 200, "sign");
  return took;
}
