import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import {
  expectStatus,
  linkFor,
  registerSigner,
  requestCode,
  signPassword,
  startJourney,
  waitUntilSigned,
} from "@/e2e/journey";
import { startServer } from "@/e2e/server";
import { unboundedRates } from "@/e2e/unbounded-rates";
import { factsFile, fixtureFile, fixturePassphrase, fixtureSecret, type FixtureFacts } from "@/e2e/upgrade/fixture";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import packageJson from "@/package.json";

/**
 * `node scripts/run.mjs tools/upgrade-fixture.ts`: fills an instance of this version and backs it up to e2e/upgrade,
 * for the test that upgrades it in every later version. Run it once for each release, on the built release, and commit
 * both files.
 */
async function main(): Promise<void> {
  const release = `release-${packageJson.version}`;
  const env = { APP_SECRET: fixtureSecret, LIMITS: JSON.stringify(unboundedRates), OUTBOUND_ALLOW: "127.0.0.1:9" };
  const server = await startServer({ env });
  try {
    const facts = await fill(apiClient(server.origin), server.admin);
    const file = fixtureFile(release);
    const run = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/backup.ts", file], {
      cwd: path.resolve("."),
      env: { ...process.env, ...env, DATA_DIR: server.dataDir, BACKUP_PASSPHRASE: fixturePassphrase },
      stdio: "inherit",
    });
    if (run.status !== 0) throw new Error("the backup failed");
    writeFileSync(factsFile(release), `${JSON.stringify(facts, null, 2)}\n`);
  } finally {
    await server.stop();
  }
}

const boxes = {
  byCode: { page: 1, left: 60, top: 600, width: 180, height: 60 },
  byPassword: { page: 1, left: 300, top: 600, width: 180, height: 60 },
};

async function fill(api: ApiClient, admin: Person): Promise<FixtureFacts> {
  const pdf = makePdf({ pages: [{}] });
  const token = expectStatus(
    await api.call<{ token: string }>("POST", "/account/tokens", { as: admin, json: { name: "upgrade" } }),
    200,
    "token",
  ).token;
  const webhook = expectStatus(
    await api.call<{ id: number; secret: string }>("POST", "/webhooks", {
      as: admin,
      json: { url: "http://127.0.0.1:9/" },
    }),
    200,
    "webhook",
  );
  const draft = expectStatus(
    await api.call<{ data: { uuid: string } }>("POST", "/request-signature", {
      as: admin,
      json: { file: { base64: pdf.toString("base64") }, name: "Draft", users: [{ email: "ana@example.org" }] },
    }),
    200,
    "draft",
  ).data.uuid;
  const completed = await sign(api, admin, pdf, "Completed", { both: true });
  const { uuid, fileId, bo, link } = await sign(api, admin, pdf, "Open", { both: false });
  const declined = await startJourney(api, admin, pdf, "Declined", boxes);
  const decliner = declined.signers.byCode;
  await registerSigner(api, decliner, { signPassword: false });
  expectStatus(
    await api.call("POST", `/sign/uuid/${decliner.link}/decline`, {
      as: decliner.person,
      json: { reason: "Not this year" },
    }),
    200,
    "decline",
  );
  const { body } = await api.call<{ sha256: string }>("GET", `/file/validate/uuid/${completed.uuid}`, { as: admin });
  return {
    admin,
    token,
    webhook: { id: webhook.id, secret: webhook.secret },
    draft,
    completed: { uuid: completed.uuid, sha256: body.sha256 },
    declined: declined.uuid,
    open: { uuid, fileId, bo, link },
  };
}

async function sign(
  api: ApiClient,
  admin: Person,
  pdf: Buffer,
  name: string,
  { both }: { both: boolean },
): Promise<{ uuid: string; fileId: number; bo: Person; link: string }> {
  const { uuid, fileId, signers } = await startJourney(api, admin, pdf, name, boxes);
  const { byCode: ana, byPassword: bo } = signers;
  await registerSigner(api, ana, { signPassword: false });
  const code = await requestCode(api, admin, ana);
  expectStatus(
    await api.call("POST", `/sign/uuid/${ana.link}`, { as: ana.person, json: { code } }),
    200,
    "sign by code",
  );
  await registerSigner(api, bo, { signPassword: true });
  if (both) {
    expectStatus(
      await api.call("POST", `/sign/file_id/${String(fileId)}`, { as: bo.person, json: { password: signPassword } }),
      200,
      "sign by password",
    );
    await waitUntilSigned(api, admin, uuid);
  }
  return { uuid, fileId, bo: bo.person, link: await linkFor(api, admin, bo.person.email) };
}

await main();
