import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import messages from "@/lib/platform/locale/en/signing.json";
import { languageCodes } from "@/lib/platform/locale/languages";
import { messagesOf } from "@/lib/platform/locale/messages";
import { readTrail } from "@/lib/records/audit/events";
import { noteViewed } from "@/lib/requests/links/find-by-link";
import { consentSentence } from "@/lib/requests/state/consent";
import { requestCode } from "@/lib/signing/proof/request-code";
import { useTestContext } from "@/lib/testing/test-context";
import { sign } from "./sign";
import { newestCode, releasedScenario } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const consent = { version: messages.confirm.consentVersion, locale: "en" };
const named = { ...consent, sha256: sha256Hex(messages.confirm.consent) };

const consents = async (ctx: Ctx, fileId: number) =>
  (await readTrail(ctx, fileId))
    .filter(({ type }) => type.startsWith("consent."))
    .map(({ type, data }) => [type, data]);

async function aboutToSign(ctx: Ctx) {
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }]);
  await requestCode(ctx, ana.actor, { fileId });
  return { fileId, ana, code: await newestCode(ctx) };
}

test.each(languageCodes)("the text on the page in %s matches its version and language", (language) => {
  const { consent: shown, consentVersion: version, consentLanguage: locale } = messagesOf(language).signing.confirm;
  expect(locale).toBe(language);
  expect(consentSentence({ version, locale })).toBe(shown);
});

test("a signature records the displayed consent: version, language and the text's hash", async () => {
  const ctx = context(db());
  const { fileId, ana, code } = await aboutToSign(ctx);
  for (let times = 0; times < 2; times++) await noteViewed(ctx, ana.actor, { u: ana.link, consent });
  await sign(ctx, ana.actor, { target: { fileId }, code, consent });
  const data = { signRequestId: ana.signRequestId, ...named };
  expect(await consents(ctx, fileId)).toEqual([
    ["consent.shown", data],
    ["consent.given", data],
  ]);
  const types = (await readTrail(ctx, fileId)).map(({ type }) => type);
  expect(types.indexOf("consent.given")).toBeLessThan(types.indexOf("signed"));
});

test("a signature through the API without consent records none", async () => {
  const ctx = context(db());
  const { fileId, ana, code } = await aboutToSign(ctx);
  await sign(ctx, ana.actor, { target: { fileId }, code });
  expect(await consents(ctx, fileId)).toEqual([]);
});

test.each([
  { version: "0", locale: "en" },
  { version: "1", locale: "xx" },
  { version: "constructor", locale: "name" },
])("rejects an unknown consent, and keeps the code usable: %o", async (unknown) => {
  const ctx = context(db());
  const { fileId, ana, code } = await aboutToSign(ctx);
  await expect(sign(ctx, ana.actor, { target: { fileId }, code, consent: unknown })).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/consent", code: "unknown" }],
  });
  await expect(noteViewed(ctx, ana.actor, { u: ana.link, consent: unknown })).rejects.toMatchObject({
    code: "validation_failed",
  });
  await sign(ctx, ana.actor, { target: { fileId }, code, consent });
  expect(await consents(ctx, fileId)).toHaveLength(1);
});
