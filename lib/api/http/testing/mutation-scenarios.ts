import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { sessions, type Account } from "@/db/schema/accounts";
import { files, signRequests, type SignRequestRole } from "@/db/schema/files";
import { webhookDeliveries } from "@/db/schema/webhooks";
import { outboxJobs, settings } from "@/db/schema/work";
import { insertAccountLink, makeLinkToken } from "@/lib/accounts/account-link";
import { createToken } from "@/lib/accounts/tokens";
import { startSession } from "@/lib/auth/session";
import type { Actor, Ctx } from "@/lib/context/context";
import { sendTest } from "@/lib/delivery/webhooks/deliveries";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { setLegalHold } from "@/lib/evidence/retention/retention";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { cancelBulkSend, pauseBulkSend } from "@/lib/requests/bulk/control";
import { startBulkSend } from "@/lib/requests/bulk/start";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { createTemplate } from "@/lib/requests/templates/create";
import { uploadAttachment } from "@/lib/signing/attachments/upload";
import { askForCode, makeLink, tokenOf } from "@/lib/signing/direct-links/testing/visitor";
import { startDrawing } from "@/lib/signing/drawing/phone-drawing";
import { confirmIdentification, identify } from "@/lib/signing/identification/confirm";
import { sendOpeningCode } from "@/lib/signing/identification/open-by-code";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { envelopeScenario, pdfsOf } from "@/lib/signing/testing/envelope-scenario";
import {
  draftScenario,
  newestCode,
  readFile,
  releasedScenario,
  storeStroke,
  strokeBase64,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import type { OperationCall } from "@/lib/testing/call-operation";

/** A request that succeeds, after its preconditions were created. */
export type PrepareCall = (ctx: Ctx) => Promise<OperationCall>;

const nobody = { kind: "public" } as const;
const pdf = makePdf({ pages: [{}] });
const base64 = pdf.toString("base64");
const password = "a long and quiet evening";
const users = [{ email: "ana@x.example" }];
const coordinates = { page: 1, left: 10, top: 10, width: 100, height: 40 };

async function as(ctx: Ctx, account: Account): Promise<Record<string, string>> {
  return { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl };
}

async function anybody(
  ctx: Ctx,
  values: Partial<Account> = {},
): Promise<{ account: Account; headers: Record<string, string> }> {
  const account = await makeAccount(ctx, values);
  return { account, headers: await as(ctx, account) };
}

/** A draft, or with `isReleased` a released file, of two signers; the first is called Ana. */
async function request(
  ctx: Ctx,
  isReleased: boolean,
  role: SignRequestRole = "signer",
): Promise<
  Scenario & {
    uuid: string;
    headers: Record<string, string>;
    ana: Scenario["signers"][number];
    anaHeaders: Record<string, string>;
  }
> {
  const fields = role === "signer" ? [{ type: "text" as const, required: false }] : [];
  const people = [{ name: "Ana", role, fields }, { name: "Bo" }] satisfies [unknown, unknown];
  const scenario = isReleased ? await releasedScenario(ctx, people) : await draftScenario(ctx, people);
  const [ana] = scenario.signers;
  const { uuid } = await readFile(ctx, scenario.fileId);
  return {
    ...scenario,
    uuid,
    ana,
    headers: await as(ctx, scenario.requester.account),
    anaHeaders: await as(ctx, ana.actor.account),
  };
}

/** A draft of two files with one signer. */
async function envelope(
  ctx: Ctx,
): Promise<{ uuid: string; headers: Record<string, string>; file: string; signRequestId: number }> {
  const scenario = await envelopeScenario(ctx, [pdf, pdf], [{ name: "Ana", signs: [0] }], 0);
  const [, second] = await pdfsOf(ctx, scenario);
  return {
    uuid: scenario.uuid,
    headers: await as(ctx, scenario.requester.account),
    file: second?.uuid ?? "",
    signRequestId: scenario.people[0]?.signRequestId ?? 0,
  };
}

/** A released request whose first signer must add a PDF. */
async function attaching(ctx: Ctx): ReturnType<typeof request> {
  const made = await request(ctx, true);
  const request1 = {
    id: 1,
    label: "ID",
    help: null,
    required: false,
    types: ["pdf" as const],
    maxBytes: 1e6,
    maxCount: 2,
  };
  await ctx.db
    .update(signRequests)
    .set({ attachmentRequests: [request1] })
    .where(eq(signRequests.id, made.ana.signRequestId));
  return made;
}

/** A signer without an account, who may sign with access to the mailbox alone. */
async function guest(ctx: Ctx): Promise<{ u: string; uuid: string; signRequestId: number }> {
  await ctx.db
    .insert(settings)
    .values({ name: "identify_method", value: ["email"] })
    .onConflictDoUpdate({ target: settings.name, set: { value: ["email"] } });
  const { fileId, ana } = await request(ctx, true);
  const email = `${randomUUID()}@guest.example`;
  const [row] = await ctx.db
    .update(signRequests)
    .set({ email, identifyMethods: ["email"] })
    .where(eq(signRequests.id, ana.signRequestId))
    .returning();
  if (!row) throw new Error("a signer");
  return { u: revealLink(ctx, row.linkSealed), uuid: (await readFile(ctx, fileId)).uuid, signRequestId: row.id };
}

async function confirmedGuest(ctx: Ctx): Promise<{ u: string; headers: Record<string, string> }> {
  const { u } = await guest(ctx);
  await identify(ctx, nobody, { u });
  const { token } = await confirmIdentification(ctx, nobody, { u, code: await newestCode(ctx) });
  return { u, headers: { authorization: `Bearer ${token}` } };
}

async function drawingSecret(ctx: Ctx): Promise<string> {
  const { ana } = await request(ctx, true);
  const { url } = await startDrawing(ctx, ana.actor, { u: ana.link, type: "signature" });
  return new URL(url).hash.slice(1);
}

async function mailedLink(ctx: Ctx, account: Account, purpose: "confirmation" | "reset"): Promise<string> {
  const token = makeLinkToken();
  await insertAccountLink(ctx, account.id, purpose, token);
  return token;
}

async function webhook(ctx: Ctx): Promise<{ headers: Record<string, string>; id: number; deliveryId: number }> {
  const { account, headers } = await anybody(ctx);
  const { endpoint } = await addEndpoint(ctx, actingAs(account), { url: "https://hooks.example/paraph" });
  await sendTest(ctx, actingAs(account), endpoint.id);
  const [delivery] = await ctx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, endpoint.id));
  return { headers, id: endpoint.id, deliveryId: delivery?.id ?? 0 };
}

async function template(ctx: Ctx): Promise<{ headers: Record<string, string>; id: number }> {
  const { account, headers } = await anybody(ctx);
  const { templateId } = await createTemplate(ctx, actingAs(account), {
    name: "Lease",
    file: { base64 },
    roles: [{ name: "Tenant" }],
    fields: [{ role: "Tenant", type: "signature", coordinates }],
  });
  return { headers, id: templateId };
}

const csvText = "E-mail\nana@x.example\n";

async function bulkSend(
  ctx: Ctx,
  steps: readonly ((ctx: Ctx, actor: Actor, input: { id: number }) => Promise<void>)[],
): Promise<{ headers: Record<string, string>; params: { id: number } }> {
  const { account, headers } = await anybody(ctx);
  const actor = actingAs(account);
  const { templateId } = await createTemplate(ctx, actor, {
    name: "Lease",
    file: { base64 },
    roles: [{ name: "Tenant" }],
  });
  const { bulkSendId: id } = await startBulkSend(ctx, actor, { id: templateId, csv: { text: csvText } });
  for (const step of steps) await step(ctx, actor, { id });
  return { headers, params: { id } };
}

async function directLink(
  ctx: Ctx,
): Promise<{ headers: Record<string, string>; params: { id: number; linkId: number } }> {
  const { account, headers } = await anybody(ctx);
  const { templateId: id, linkId } = await makeLink(
    ctx,
    { people: {} },
    { owner: actingAs(account), template: { name: "Lease", file: { base64 }, roles: [{ name: "Member" }] } },
  );
  return { headers, params: { id, linkId } };
}

const codeFor = async (ctx: Ctx, { ana, fileId }: Awaited<ReturnType<typeof request>>): Promise<string> => {
  await requestCode(ctx, ana.actor, { fileId });
  return newestCode(ctx);
};

/** Every mutating operation, each with a successful call. */
export const mutations: Record<string, PrepareCall> = {
  uploadFile: async (ctx) => ({ headers: (await anybody(ctx)).headers, query: "?name=Lease", body: pdf }),
  fetchFile: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { url: "https://files.example/lease.pdf", name: "Lease" },
  }),
  duplicateFile: async (ctx) => {
    const { uuid, headers } = await request(ctx, false);
    return { params: { uuid }, headers, body: { name: "Lease again" } };
  },
  deleteFile: async (ctx) => {
    const { uuid, headers } = await request(ctx, false);
    return { params: { uuid }, headers };
  },
  createRequest: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { file: { base64 }, name: "Lease", users, status: 1 },
  }),
  registerRequest: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { file: { base64 }, name: "Lease", users, callback: "https://hooks.example/done" },
  }),
  updateRequest: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, false);
    return {
      headers,
      body: {
        uuid,
        name: "Renamed",
        visibleElements: [{ type: "signature", signRequestId: ana.signRequestId, coordinates }],
        status: 1,
      },
    };
  },
  createEnvelope: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { name: "Contract", files: [{ name: "Lease", file: { base64 } }], users, status: 1 },
  }),
  updateEnvelope: async (ctx) => {
    const { uuid, headers } = await envelope(ctx);
    return { params: { uuid }, headers, body: { name: "Renamed", status: 1 } };
  },
  deleteEnvelope: async (ctx) => {
    const { uuid, headers } = await envelope(ctx);
    return { params: { uuid }, headers };
  },
  addEnvelopeFiles: async (ctx) => {
    const { uuid, headers } = await envelope(ctx);
    return { params: { uuid }, headers, body: { files: [{ name: "Annex", file: { base64 } }], position: 1 } };
  },
  removeEnvelopeFile: async (ctx) => {
    const { uuid, headers, file } = await envelope(ctx);
    return { params: { uuid, file }, headers };
  },
  saveEnvelopeFields: async (ctx) => {
    const { uuid, headers, file, signRequestId } = await envelope(ctx);
    return { params: { uuid }, headers, body: { fields: [{ type: "text", file, signRequestId, coordinates }] } };
  },
  addSigners: async (ctx) => {
    const { uuid, headers } = await request(ctx, false);
    return { headers, body: { uuid, users: [{ email: "new@x.example" }] } };
  },
  withdrawNamed: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, true);
    return { headers, body: { uuid, users: [{ email: ana.actor.account.email }] } };
  },
  withdrawFile: async (ctx) => {
    const { fileId, headers } = await request(ctx, true);
    return { headers, params: { fileId } };
  },
  replaceSigner: async (ctx) => {
    const { fileId, headers, ana } = await request(ctx, true);
    return { headers, params: { fileId, signRequestId: ana.signRequestId }, body: { email: "other@x.example" } };
  },
  withdrawSigner: async (ctx) => {
    const { fileId, headers, ana } = await request(ctx, true);
    return { headers, params: { fileId, signRequestId: ana.signRequestId } };
  },
  remindSigners: async (ctx) => {
    const { fileId, headers } = await request(ctx, true);
    return { headers, body: { fileId } };
  },
  remindSigner: async (ctx) => {
    const { fileId, headers, ana } = await request(ctx, true);
    return { headers, body: { fileId, signRequestId: ana.signRequestId } };
  },
  skipReminder: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, true);
    return { headers, params: { uuid }, body: { signRequestId: ana.signRequestId } };
  },
  addElement: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, false);
    return { headers, params: { uuid }, body: { type: "signature", signRequestId: ana.signRequestId, coordinates } };
  },
  changeElement: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, false);
    return {
      headers: { ...headers, "if-match": "*" },
      params: { uuid, elementId: ana.fieldIds[0] ?? 0 },
      body: { coordinates: { top: 300 } },
    };
  },
  removeElement: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, false);
    return { headers, params: { uuid, elementId: ana.fieldIds[0] ?? 0 } };
  },
  setFormValues: async (ctx) => {
    const form = formPdf({ widgets: ["/FT/Tx/T(town)/V(Lisbon)/Rect[10 10 110 30]/F 4"] });
    const { requester, fileId } = await draftScenario(ctx, [{ name: "Ana" }], form);
    const { uuid } = await readFile(ctx, fileId);
    return { headers: await as(ctx, requester.account), params: { uuid }, body: { values: "fields" } };
  },
  saveElements: async (ctx) => {
    const { uuid, headers, ana } = await request(ctx, false);
    return {
      headers,
      params: { uuid },
      body: {
        create: [{ type: "date", signRequestId: ana.signRequestId, coordinates }],
        update: [{ elementId: ana.fieldIds[0] ?? 0, label: "Tenant" }],
      },
    };
  },
  declineByLink: async (ctx) => ({ params: { u: (await request(ctx, true)).ana.link }, body: { reason: "Not mine" } }),
  delegateByLink: async (ctx) => {
    const { ana, anaHeaders, fileId } = await request(ctx, true);
    await ctx.db.update(files).set({ allowDelegation: true }).where(eq(files.id, fileId));
    return { headers: anaHeaders, params: { u: ana.link }, body: { email: "other@x.example" } };
  },
  viewedByLink: async (ctx) => ({ params: { u: (await request(ctx, true)).ana.link } }),
  renewByLink: async (ctx) => {
    const { ana, fileId } = await request(ctx, true);
    await ctx.db.update(files).set({ status: "expired" }).where(eq(files.id, fileId));
    await ctx.db.update(signRequests).set({ status: "expired" }).where(eq(signRequests.fileId, fileId));
    return { params: { u: ana.link } };
  },
  requestCodeByFile: async (ctx) => {
    const { fileId, anaHeaders } = await request(ctx, true);
    return { headers: anaHeaders, params: { fileId } };
  },
  requestCodeByLink: async (ctx) => {
    const { ana, anaHeaders } = await request(ctx, true);
    return { headers: anaHeaders, params: { u: ana.link } };
  },
  checkFieldsByLink: async (ctx) => {
    const { ana, anaHeaders } = await request(ctx, true);
    return { headers: anaHeaders, params: { u: ana.link }, body: { fields: [] } };
  },
  signByFile: async (ctx) => {
    const made = await request(ctx, true);
    return { headers: made.anaHeaders, params: { fileId: made.fileId }, body: { code: await codeFor(ctx, made) } };
  },
  signByLink: async (ctx) => {
    const made = await request(ctx, true);
    return { headers: made.anaHeaders, params: { u: made.ana.link }, body: { code: await codeFor(ctx, made) } };
  },
  approveByLink: async (ctx) => {
    const made = await request(ctx, true, "approver");
    return { headers: made.anaHeaders, params: { u: made.ana.link }, body: { code: await codeFor(ctx, made) } };
  },
  pagesSeenByLink: async (ctx) => {
    const { ana, anaHeaders } = await request(ctx, true, "viewer");
    return { headers: anaHeaders, params: { u: ana.link }, body: { pages: [1] } };
  },
  uploadAttachment: async (ctx) => {
    const { ana, anaHeaders } = await attaching(ctx);
    return { headers: anaHeaders, params: { u: ana.link, requestId: 1 }, query: "?name=id.pdf", body: pdf };
  },
  removeAttachment: async (ctx) => {
    const { ana, anaHeaders } = await attaching(ctx);
    const file = { stream: [pdf], formName: null };
    const { id } = await uploadAttachment(ctx, ana.actor, { u: ana.link, requestId: 1, file });
    return { headers: anaHeaders, params: { u: ana.link, id } };
  },
  validatePdf: async () => Promise.resolve({ body: pdf }),
  identify: async (ctx) => ({ params: { u: (await guest(ctx)).u } }),
  confirmIdentification: async (ctx) => {
    const { u } = await guest(ctx);
    await identify(ctx, nobody, { u });
    return { params: { u }, body: { code: await newestCode(ctx) } };
  },
  setRetention: async (ctx) => {
    const { headers, uuid } = await request(ctx, true);
    return { headers, params: { uuid }, body: { days: 30 } };
  },
  setAccountRetention: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { id: (await anybody(ctx)).account.id },
    body: { days: 30 },
  }),
  placeLegalHold: async (ctx) => {
    const { uuid } = await request(ctx, true);
    return { headers: (await anybody(ctx, { role: "admin" })).headers, params: { uuid } };
  },
  liftLegalHold: async (ctx) => {
    const { uuid } = await request(ctx, true);
    const admin = await anybody(ctx, { role: "admin" });
    await setLegalHold(ctx, actingAs(admin.account), { uuid, onHold: true });
    return { headers: admin.headers, params: { uuid } };
  },
  confirmRetentionClock: async (ctx) => ({ headers: (await anybody(ctx, { role: "admin" })).headers }),
  startDrawing: async (ctx) => {
    const { ana, anaHeaders } = await request(ctx, true);
    return { params: { u: ana.link }, headers: anaHeaders, body: { type: "signature" } };
  },
  openDrawing: async (ctx) => ({ body: { secret: await drawingSecret(ctx) } }),
  deliverDrawing: async (ctx) => ({
    body: { secret: await drawingSecret(ctx), file: { base64: await strokeBase64() } },
  }),
  cleanGuestImage: async (ctx) => {
    const { u, headers } = await confirmedGuest(ctx);
    return { params: { u }, headers, body: { file: { base64: await strokeBase64() } } };
  },
  storeGuestImages: async (ctx) => {
    const { u, headers } = await confirmedGuest(ctx);
    return {
      params: { u },
      headers,
      body: { elements: [{ type: "signature", file: { base64: await strokeBase64() } }] },
    };
  },
  openByCode: async (ctx) => {
    const { uuid, signRequestId } = await guest(ctx);
    const target = { uuid, signRequestId };
    await sendOpeningCode(ctx, { secret: JSON.stringify({ ...target, request: null }) });
    return { params: target, body: { code: await newestCode(ctx) } };
  },
  askToOpen: async (ctx) => {
    const { uuid, signRequestId } = await guest(ctx);
    return { params: { uuid, signRequestId } };
  },
  createInvitedAccount: async (ctx) => {
    const { u, signRequestId } = await guest(ctx);
    return { params: { signRequestUuid: u }, body: { email: await addressOf(ctx, signRequestId), password } };
  },
  setSigningPassword: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    await setSigningPassword(ctx, actingAs(account), { signPassword: "the first signing words" });
    return { headers, body: { signPassword: "a quiet green harbour", currentPassword: "the first signing words" } };
  },
  cleanSignatureImage: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { file: { base64: await strokeBase64() } },
  }),
  storeSignatureImages: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: {
      elements: [
        { type: "signature", file: { base64: await strokeBase64() } },
        { type: "initial", file: { base64: await strokeBase64() } },
      ],
    },
  }),
  changeSignatureImage: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    return { headers, params: { id: await storeStroke(ctx, actingAs(account)) }, body: { type: "initial" } };
  },
  removeSignatureImage: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    return { headers, params: { id: await storeStroke(ctx, actingAs(account)) } };
  },
  createToken: async (ctx) => ({ headers: (await anybody(ctx)).headers, body: { name: "integration" } }),
  revokeToken: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    return { headers, params: { id: (await createToken(ctx, actingAs(account), { name: "t" })).row.id } };
  },
  changeOwnAccount: async (ctx) => ({ headers: (await anybody(ctx)).headers, body: { displayName: "Somebody Else" } }),
  changeOwnPassword: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { currentPassword: testPassword, password },
  }),
  endSession: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    await startSession(ctx, account);
    const [other] = await ctx.db
      .select()
      .from(sessions)
      .where(eq(sessions.accountId, account.id))
      .orderBy(desc(sessions.id));
    return { headers, params: { id: other?.id ?? 0 } };
  },
  changePhone: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    return { headers, params: { user_id: account.id }, body: { phone: "+4917012345678" } };
  },
  createTelegramLink: async (ctx) => ({ headers: (await anybody(ctx)).headers, body: {} }),
  removeTelegramLink: async (ctx) => ({ headers: (await anybody(ctx)).headers }),
  register: async (ctx) => {
    await ctx.db
      .insert(settings)
      .values({ name: "signup", value: "open" })
      .onConflictDoUpdate({ target: settings.name, set: { value: "open" } });
    return { body: { email: `${randomUUID()}@x.example`, displayName: "New", password } };
  },
  confirmAddress: async (ctx) => {
    const { account, headers } = await anybody(ctx, { emailProvedAt: null, emailProof: null });
    return { headers, body: { token: await mailedLink(ctx, account, "confirmation") } };
  },
  askForConfirmation: async (ctx) => ({
    headers: (await anybody(ctx, { emailProvedAt: null, emailProof: null })).headers,
  }),
  askForReset: async (ctx) => ({ body: { email: (await makeAccount(ctx)).email } }),
  resetPassword: async (ctx) => ({ body: { token: await mailedLink(ctx, await makeAccount(ctx), "reset"), password } }),
  changeSettings: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    body: { signup: "open" },
  }),
  previewAppearance: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    // Small, because large responses are not stored, and without the time.
    body: { appearance: { layout: "text", lines: ["{{id}}"] }, width: 40, height: 10 },
  }),
  changeBranding: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    body: { name: "Harbour Rentals", colour: "#0a6c67" },
  }),
  createAccount: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    body: { email: `${randomUUID()}@x.example`, displayName: "Made", role: "requester" },
  }),
  changeAccount: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { id: (await makeAccount(ctx)).id },
    body: { password },
  }),
  rotateKey: async (ctx) => ({ headers: (await anybody(ctx, { role: "admin" })).headers, body: { key: "seal" } }),
  revokeCertificate: async (ctx) => {
    const { serialNumber } = await setSigningPassword(ctx, actingAs(await makeAccount(ctx)), {
      signPassword: "a quiet green harbour",
    });
    return {
      headers: (await anybody(ctx, { role: "admin" })).headers,
      params: { serialNumber },
      body: { reason: "superseded" },
    };
  },
  erasePerson: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    body: { email: (await makeAccount(ctx)).email },
  }),
  eraseOneself: async (ctx) => ({ headers: (await anybody(ctx)).headers }),
  endOtherSessions: async (ctx) => {
    const { account, headers } = await anybody(ctx);
    await startSession(ctx, account);
    return { headers };
  },
  testGateway: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { channel: "email" },
    body: {},
  }),
  mailReset: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { id: (await makeAccount(ctx)).id },
  }),
  endSessionsOf: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { id: (await anybody(ctx)).account.id },
  }),
  retryJob: async (ctx) => ({
    headers: (await anybody(ctx, { role: "admin" })).headers,
    params: { id: await deadJob(ctx) },
  }),
  retryJobs: async (ctx) => {
    await deadJob(ctx);
    return { headers: (await anybody(ctx, { role: "admin" })).headers, body: { kind: "accountMail" } };
  },
  retryFailedDelivery: async (ctx) => {
    const { deliveryId } = await webhook(ctx);
    await ctx.db
      .update(webhookDeliveries)
      .set({ status: "failed", tries: 10 })
      .where(eq(webhookDeliveries.id, deliveryId));
    return { headers: (await anybody(ctx, { role: "admin" })).headers, params: { id: deliveryId } };
  },
  createTemplate: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { name: "Lease", file: { base64 }, roles: [{ name: "Tenant" }] },
  }),
  changeTemplate: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id }, body: { name: "Lease 2028" } };
  },
  deleteTemplate: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id } };
  },
  createFromTemplate: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id }, body: { people: { Tenant: { email: "ana@x.example" } }, status: 1 } };
  },
  startBulkSend: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id }, body: { csv: { text: csvText } } };
  },
  checkBulkSend: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id }, body: { csv: { text: csvText } } };
  },
  pauseBulkSend: (ctx) => bulkSend(ctx, []),
  resumeBulkSend: (ctx) => bulkSend(ctx, [pauseBulkSend]),
  cancelBulkSend: (ctx) => bulkSend(ctx, []),
  retryBulkSend: (ctx) => bulkSend(ctx, [cancelBulkSend]),
  createDirectLink: async (ctx) => {
    const { headers, id } = await template(ctx);
    return { headers, params: { id }, body: { name: "Website", role: "Tenant" } };
  },
  changeDirectLink: async (ctx) => ({ ...(await directLink(ctx)), body: { isOn: false } }),
  deleteDirectLink: async (ctx) => directLink(ctx),
  rotateDirectLink: async (ctx) => directLink(ctx),
  requestVisitorCode: async (ctx) => {
    const token = await tokenOf(ctx, (await directLink(ctx)).params.linkId);
    return { params: { token }, body: { email: "mia@x.example" } };
  },
  startByLink: async (ctx) => {
    const token = await tokenOf(ctx, (await directLink(ctx)).params.linkId);
    const email = "mia@x.example";
    const { challenge, code } = await askForCode(ctx, token, email);
    return { params: { token }, body: { challenge, code, email, displayName: "Mia" } };
  },
  createWebhook: async (ctx) => ({
    headers: (await anybody(ctx)).headers,
    body: { url: "https://hooks.example/paraph" },
  }),
  changeWebhook: async (ctx) => {
    const { headers, id } = await webhook(ctx);
    return { headers, params: { id }, body: { description: "Ours" } };
  },
  deleteWebhook: async (ctx) => {
    const { headers, id } = await webhook(ctx);
    return { headers, params: { id } };
  },
  testWebhook: async (ctx) => {
    const { headers, id } = await webhook(ctx);
    return { headers, params: { id } };
  },
  rotateWebhookSecret: async (ctx) => {
    const { headers, id } = await webhook(ctx);
    return { headers, params: { id } };
  },
  redeliverWebhookDelivery: async (ctx) => {
    const { headers, id, deliveryId } = await webhook(ctx);
    return { headers, params: { id, deliveryId } };
  },
};

/** An e-mail that failed permanently. */
async function deadJob(ctx: Ctx): Promise<number> {
  const [job] = await ctx.db
    .insert(outboxJobs)
    .values({
      kind: "accountMail",
      payload: { template: "password_changed", accountId: (await makeAccount(ctx)).id },
      attempts: 5,
      lastError: "away",
      deadAt: new Date(),
    })
    .returning();
  return job?.id ?? 0;
}

async function addressOf(ctx: Ctx, signRequestId: number): Promise<string> {
  const [row] = await ctx.db
    .select({ email: signRequests.email })
    .from(signRequests)
    .where(eq(signRequests.id, signRequestId));
  return row?.email ?? "";
}
