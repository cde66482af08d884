import {
  changePhoneOperation,
  createTelegramLinkOperation,
  getTelegramLinkOperation,
  removeTelegramLinkOperation,
} from "@/lib/api/operations/account";
import {
  changeAccountOperation,
  changeBrandingOperation,
  changeSettingsOperation,
  createAccountOperation,
  getBrandingOperation,
  getSettingsOperation,
  listAccountsOperation,
  readInboxOperation,
} from "@/lib/api/operations/administration";
import {
  listAuthoritiesOperation,
  listCertificatesOperation,
  revokeCertificateOperation,
  rotateKeyOperation,
} from "@/lib/api/operations/authority";
import {
  deliverDrawingOperation,
  openDrawingOperation,
  readDrawingOperation,
  startDrawingOperation,
} from "@/lib/api/operations/drawing";
import { listRevisionsOperation, showAuditOperation } from "@/lib/api/operations/evidence";
import {
  addElementOperation,
  changeElementOperation,
  listElementsOperation,
  listSuggestionsOperation,
  previewAppearanceOperation,
  removeElementOperation,
  saveFieldsOperation,
  setFormValuesOperation,
} from "@/lib/api/operations/fields";
import {
  deleteFileOperation,
  duplicateFileOperation,
  fetchFileOperation,
  listFilesOperation,
  listPagesOperation,
  showDashboardOperation,
  showFileByIdOperation,
  showFileByUuidOperation,
  showListMarkOperation,
  showProgressOperation,
  uploadFileOperation,
} from "@/lib/api/operations/files";
import {
  askToOpenOperation,
  cleanGuestImageOperation,
  confirmIdentificationOperation,
  getGuestImageOperation,
  identifyOperation,
  listGuestImagesOperation,
  openByCodeOperation,
  storeGuestImagesOperation,
} from "@/lib/api/operations/identification";
import {
  endSessionsOfOperation,
  listAdminActivityOperation,
  listFailedDeliveriesOperation,
  listGatewaysOperation,
  listJobsOperation,
  listLimitsOperation,
  mailResetOperation,
  retryFailedDeliveryOperation,
  retryJobOperation,
  retryJobsOperation,
  showDiagnosticsOperation,
  showHealthOperation,
  testGatewayOperation,
} from "@/lib/api/operations/operating";
import { eraseOneselfOperation, erasePersonOperation } from "@/lib/api/operations/own-data";
import {
  confirmClockOperation,
  liftHoldOperation,
  listDueOperation,
  listErasedEntriesOperation,
  placeHoldOperation,
  setAccountRetentionOperation,
  setRetentionOperation,
  showRetentionOperation,
} from "@/lib/api/operations/retention";
import {
  declineByLinkOperation,
  delegateByLinkOperation,
  listPagesByLinkOperation,
  openLinkOperation,
  readPageByLinkOperation,
  renewByLinkOperation,
  viewedByLinkOperation,
} from "@/lib/api/operations/sign-links";
import {
  addSignersOperation,
  createRequestOperation,
  listFileMailsOperation,
  listPeopleOperation,
  registerRequestOperation,
  remindSignerOperation,
  remindSignersOperation,
  replaceSignerOperation,
  showRemindersOperation,
  skipReminderOperation,
  updateRequestOperation,
  withdrawFileOperation,
  withdrawNamedOperation,
  withdrawSignerOperation,
} from "@/lib/api/operations/sign-requests";
import {
  healthOperation,
  readinessOperation,
  receiveMailReportOperation,
  receiveResendEventOperation,
} from "@/lib/api/operations/system";
import {
  changeWebhookOperation,
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listDeliveriesOperation,
  listEventsOperation,
  listFileDeliveriesOperation,
  listWebhooksOperation,
  redeliverOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
} from "@/lib/api/operations/webhooks";
import { accountExamples, example, ownDataExamples, type OperationExample } from "./account";
import { directLinkExamples } from "./direct-links";
import { envelopeExamples } from "./envelopes";
import { attachmentExamples, signingExamples } from "./signing";
import { bulkSendExamples, templateExamples } from "./templates";
import {
  asFileAnswer,
  createdAt,
  exampleDraft,
  exampleEvent,
  exampleField,
  exampleReleased,
  exampleSigner,
  expiresAt,
  fileId,
  fileUuid,
  linkUuid,
  origin,
  releasedAt,
  sha256,
  shortPdf,
  shortPng,
  signedAt,
  signRequestId,
} from "./values";

const cancelled = {
  ...exampleReleased,
  status: 7,
  statusText: "cancelled",
  signers: [{ ...exampleSigner, status: "cancelled" as const }],
};
const declined = {
  ...exampleReleased,
  status: 6,
  statusText: "declined",
  signers: [{ ...exampleSigner, status: "declined" as const, me: true }],
};
const asSigner = {
  canSign: true,
  canRequestSign: false,
  hasSignatureFile: false,
  signMethod: "email" as const,
  signerFileUuid: linkUuid,
  phoneNumber: null,
};

const nextReminder = { kind: "reminder" as const, at: "2027-03-08T09:00:00.000Z" };
const exampleReminders = {
  reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
  isDefault: false,
  signers: [{ signRequestId, used: 1, next: nextReminder }],
  requesterWarningAt: "2027-04-06T09:00:00.000Z",
};
const skippedReminders = {
  ...exampleReminders,
  signers: [{ signRequestId, used: 2, next: { kind: "reminder" as const, at: "2027-03-11T09:00:00.000Z" } }],
};

const signRequestsExamples = [
  example(listPeopleOperation, { answer: { data: [{ email: "bo@example.org", displayName: "Bo Larsen" }] } }),
  example(createRequestOperation, {
    body: {
      name: "Lease",
      file: { base64: shortPdf },
      status: 0,
      reminders: { firstAfterDays: 2, everyDays: 3, atMost: 3, warnDays: 1 },
      users: [
        {
          email: "bo@example.org",
          displayName: "Bo Lindqvist",
          timeZone: "Europe/Lisbon",
          description: "Please sign by Friday.",
          subject: "Your lease, ready to sign",
          language: "pt",
          visibleElements: [
            { type: "signature", coordinates: { page: 1, left: 60, top: 80, width: 30, height: 7, unit: "percent" } },
          ],
        },
      ],
    },
    answer: asFileAnswer("The draft is stored", exampleDraft),
  }),
  example(updateRequestOperation, {
    body: { uuid: fileUuid, status: 1 },
    answer: asFileAnswer("The request is sent", exampleReleased),
  }),
  example(withdrawFileOperation, { answer: asFileAnswer("The request is withdrawn", cancelled) }),
  example(withdrawSignerOperation, {
    answer: asFileAnswer("The signer is withdrawn", { ...exampleDraft, signers: [] }),
  }),
  example(replaceSignerOperation, {
    body: { email: "bo.lindqvist@example.org", displayName: "Bo Lindqvist" },
    answer: asFileAnswer("The signer is replaced", {
      ...exampleReleased,
      signers: exampleReleased.signers.map((signer) => ({
        ...signer,
        signRequestId: 13,
        email: "bo.lindqvist@example.org",
      })),
    }),
  }),
  example(listFileMailsOperation, {
    answer: {
      data: [
        {
          id: 5,
          template: "invitation",
          to: "signer",
          signRequestId,
          state: "bounced",
          reason: "550 5.1.1 User unknown",
          createdAt: releasedAt,
          changedAt: releasedAt,
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
  example(receiveResendEventOperation, { answer: { message: "Received" } }),
  example(receiveMailReportOperation, { answer: { message: "Received" } }),
  example(registerRequestOperation, {
    body: {
      name: "Lease",
      file: { base64: shortPdf },
      users: [{ email: "bo@example.org", display_name: "Bo Lindqvist" }],
      callback: "https://app.example.org/signed",
    },
    answer: asFileAnswer("The request is sent", exampleReleased),
  }),
  example(addSignersOperation, {
    body: { uuid: fileUuid, users: [{ email: "carla@example.org", displayName: "Carla Rossi" }] },
    answer: asFileAnswer("The request is changed", exampleReleased),
  }),
  example(withdrawNamedOperation, {
    body: { uuid: fileUuid, users: [{ email: "bo@example.org" }] },
    answer: asFileAnswer("The signers are withdrawn", { ...exampleDraft, signers: [] }),
  }),
  example(remindSignersOperation, {
    body: { fileId },
    answer: { message: "One signer is reminded", data: [{ signRequestId, notified: true, reason: null }] },
  }),
  example(remindSignerOperation, {
    body: { fileId, signRequestId },
    answer: { message: "Nobody is reminded", data: [{ signRequestId, notified: false, reason: "recently" }] },
  }),
  example(showRemindersOperation, { answer: exampleReminders }),
  example(skipReminderOperation, { body: { signRequestId, at: nextReminder.at }, answer: skippedReminders }),
  example(openLinkOperation, {
    answer: {
      ...exampleReleased,
      signers: [{ ...exampleSigner, status: "pending", me: true }],
      settings: asSigner,
      accountExists: false,
      preparation: 1,
      look: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    },
  }),
  example(readPageByLinkOperation, {
    answer: { page: 1, lines: ["Lease of a flat", "Between the landlord and the tenant named below"] },
  }),
  example(listPagesByLinkOperation, { answer: { data: [{ page: 1, width: 595.28, height: 841.89, rotation: 0 }] } }),
  example(declineByLinkOperation, {
    body: { reason: "The price is not the one we agreed on." },
    answer: asFileAnswer("You have declined", declined),
  }),
  example(delegateByLinkOperation, {
    body: { email: "carla@example.org", displayName: "Carla Reis", reason: "I am on leave until August." },
    answer: { message: "You have delegated signing. The delegate is invited." },
  }),
  example(viewedByLinkOperation, { body: { consent: { version: "1", locale: "en" } }, answer: { message: "Noted" } }),
  example(renewByLinkOperation, { answer: { message: "The sender is asked for more time" } }),
];

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const endpoint = {
  id: 4,
  url: "https://app.example.org/paraph",
  events: null,
  description: "Nightly archive",
  format: "json" as const,
  fileId: null,
  enabled: true,
  disabledReason: null,
  failuresInRow: 0,
  createdAt,
  lastDeliveryAt: releasedAt,
};
const id = "evt_2f9c1b7a";
const delivery = {
  id: 9,
  event: { id, type: "file.released", fileId, sequence: 2, timestamp: releasedAt },
  status: "succeeded" as const,
  attempts: [{ at: releasedAt, statusCode: 204, durationMs: 81, error: null, answer: "" }],
  nextAttemptAt: null,
  createdAt: releasedAt,
};
const test = {
  ...delivery,
  event: { ...delivery.event, type: "webhook.test", fileId: null, sequence: null },
  status: "pending" as const,
  attempts: [],
  nextAttemptAt: releasedAt,
};

const webhooksExamples = [
  example(listEventsOperation, {
    answer: { data: [{ id, position: 17, ...exampleEvent("file.released") }], pagination: { nextCursor: null } },
  }),
  example(listWebhooksOperation, { answer: { data: [endpoint], pagination: { nextCursor: null } } }),
  example(createWebhookOperation, {
    body: { url: endpoint.url, events: ["file.signed", "file.declined"], description: endpoint.description },
    answer: { ...endpoint, events: ["file.signed", "file.declined"], lastDeliveryAt: null, secret },
  }),
  example(getWebhookOperation, { answer: endpoint }),
  example(changeWebhookOperation, {
    body: { enabled: false },
    answer: { ...endpoint, enabled: false, disabledReason: "owner" },
  }),
  example(deleteWebhookOperation, { answer: { message: "The webhook is deleted" } }),
  example(testWebhookOperation, { answer: test }),
  example(rotateWebhookSecretOperation, { answer: { ...endpoint, secret } }),
  example(listDeliveriesOperation, { answer: { data: [delivery], pagination: { nextCursor: null } } }),
  example(listFileDeliveriesOperation, {
    answer: {
      data: [{ ...delivery, webhook: { id: endpoint.id, url: endpoint.url, fileId: null, enabled: true } }],
      pagination: { nextCursor: null },
    },
  }),
  example(redeliverOperation, { answer: { ...delivery, status: "pending", attempts: [], nextAttemptAt: releasedAt } }),
];

const ana = {
  id: 3,
  email: "ana@example.org",
  displayName: "Ana Silva",
  role: "requester" as const,
  emailProved: true,
  phone: null,
  language: null,
  timeZone: "Europe/Lisbon",
  createdAt,
};
const settings = {
  sign_method: "email" as const,
  allowed_sign_methods: ["email" as const, "password" as const],
  identify_method: ["email" as const],
  signup: "invited" as const,
  retention_days: null,
  reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
  office_hours: { from: 9, to: 17, days: [1, 2, 3, 4, 5] },
  time_zone: "UTC",
  signature_options: {
    appearance: {
      lines: ["{{name}}", "{{time}}"],
      layout: "above" as const,
      textSizePt: null,
      background: "none" as const,
      logo: false,
      timeZone: null,
    },
    reason: { ask: "no" as const, preset: null },
    location: { ask: "no" as const, preset: null },
    verificationMark: "none" as const,
  },
  twofactor_gateway: [],
};

const branding = {
  name: "Harbour Rentals",
  colour: "#0a6c67",
  shownColour: { light: "#0a6c67", dark: "#54b8b2", isAdjusted: false },
  replyTo: "office@example.org",
  privacyUrl: "https://example.org/privacy",
  termsUrl: null,
  imprintUrl: null,
  logoUrl: "/api/v1/branding/logo?v=0a1b2c3d4e5f",
};

const administrationExamples = [
  example(getBrandingOperation, { answer: branding }),
  example(changeBrandingOperation, { body: { name: "Harbour Rentals", colour: "#0a6c67" }, answer: branding }),
  example(getSettingsOperation, { answer: settings }),
  example(changeSettingsOperation, { body: { signup: "open" }, answer: { ...settings, signup: "open" } }),
  example(previewAppearanceOperation, {
    body: { appearance: { lines: ["{{name}}", "{{time}}", "{{reason}}"], layout: "left", background: "light" } },
    answer: { file: { mediaType: "image/png", base64: "iVBORw0KGgo=" } },
  }),
  example(listAccountsOperation, {
    answer: {
      data: [
        {
          ...ana,
          madeBy: "administrator",
          locked: false,
          sessions: 1,
          lastSeenAt: releasedAt,
          storage: { usedBytes: 1_480_213, limitBytes: 5_000_000_000 },
          retentionDays: null,
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
  example(createAccountOperation, {
    body: { email: ana.email, displayName: ana.displayName, role: "requester", emailProved: true },
    answer: ana,
  }),
  example(changeAccountOperation, { body: { role: "requester" }, answer: ana }),
  example(readInboxOperation, {
    answer: {
      data: [
        {
          id: 40,
          channel: "email",
          to: "bo@example.org",
          subject: "Ana Silva asks you to sign Lease",
          at: releasedAt,
          html: null,
          text: `Ana Silva asks you to sign the document "Lease".\n\n${origin}/sign/${linkUuid}\n`,
        },
      ],
    },
  }),
  example(healthOperation, { answer: { status: "ok" } }),
  example(readinessOperation, { answer: { status: "ok" } }),
];

const tested = { at: signedAt, delivered: true, sentTo: "a…@example.org", durationMs: 212, reason: null };

const operatingExamples = [
  example(showHealthOperation, {
    answer: {
      status: "warning",
      checks: [
        { name: "database", state: "ok" },
        { name: "migrations", state: "ok" },
        { name: "documents", state: "ok" },
        { name: "disk", state: "ok" },
        { name: "jobs", state: "warning" },
        { name: "webhooks", state: "ok" },
        { name: "mail", state: "ok" },
        { name: "timestamps", state: "off" },
        { name: "proxy", state: "ok" },
        { name: "retention", state: "ok" },
        { name: "sweep", state: "ok" },
      ],
      version: "1.0.0",
      node: "24.4.1",
      postgres: "18.0",
      startedAt: createdAt,
      databaseMs: 1,
      migrations: 12,
      disk: { freeBytes: 81_604_378_624, totalBytes: 214_748_364_800 },
      jobs: { waiting: 3, dead: 1, oldestSeconds: 0 },
      deliveries: { waiting: 0, oldestSeconds: 0, disabledWebhooks: 0 },
      timestamps: { url: null, waiting: 0 },
      damaged: [],
      sweep: { state: "swept", unknown: 0, total: 0 },
      documents: { draft: 4, signed: 120 },
    },
  }),
  example(showDiagnosticsOperation, {
    answer: {
      at: signedAt,
      service: {
        version: "1.0.0",
        build: "b7Zq2",
        node: "24.4.1",
        postgres: "18.0",
        converter: "program",
        system: "Linux x64 6.12.0",
        processors: 4,
        memoryBytes: 8_323_072_000,
        residentBytes: 310_000_000,
        startedAt: createdAt,
      },
      status: "ok",
      checks: [{ name: "database", state: "ok" }],
      clock: { differenceMs: 3, uncertaintyMs: 1 },
      migrations: { applied: 15, known: 15, newest: "0014_example" },
      configuration: [
        { name: "APP_SECRET", isSet: true, value: null },
        { name: "TRUST_PROXY", isSet: true, value: "1" },
      ],
      work: {
        jobs: [{ kind: "notification", waiting: 3, dead: 1 }],
        lanes: [{ lane: "mail", due: 3, oldestSeconds: 12 }],
        messagesFailing: 1,
        deliveriesWaiting: 0,
        webhooksDisabled: 0,
        engine: [{ pool: "signing", running: 1, waiting: 0, places: 32 }],
      },
      sizes: {
        databaseBytes: 48_234_496,
        tables: [{ name: "audit_events", bytes: 12_582_912, rows: 18_400 }],
        documents: { draft: 4, signed: 120 },
        contentDeleted: 0,
        disk: { freeBytes: 81_604_378_624, totalBytes: 214_748_364_800 },
      },
      certificates: [{ role: "seal", expiresAt: "2036-01-02T10:00:00.000Z" }],
      lastBackupAt: createdAt,
      errors: {
        requests: [{ code: "unavailable", cause: "57014", count: 2, lastAt: signedAt }],
        calls: [{ service: "mail", failed: 1, succeeded: 240 }],
        jobs: [{ kind: "notification", attempts: 4, dead: true, count: 1 }],
        storage: [],
      },
    },
  }),
  example(listLimitsOperation, { answer: { data: [{ name: "signersPerFile", value: 100, standard: 100 }] } }),
  example(listAdminActivityOperation, {
    answer: {
      data: [
        {
          id: 18,
          at: signedAt,
          type: "job.retried",
          by: { id: 1, displayName: "Ana Silva" },
          about: { jobId: 204, kind: "notification" },
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
  example(listGatewaysOperation, {
    answer: {
      data: [
        { channel: "email", state: "configured", waiting: 0, lastTest: tested },
        { channel: "sms", state: "off", waiting: 0, lastTest: null },
      ],
    },
  }),
  example(testGatewayOperation, {
    body: { to: "ana@example.org" },
    answer: { message: "The gateway accepted the message", channel: "email", ...tested },
  }),
  example(mailResetOperation, { answer: { message: "An e-mail with a link to set a password is on its way" } }),
  example(endSessionsOfOperation, { answer: { message: "One session has ended", ended: 1 } }),
];

const upload = { ...exampleDraft, signers: [], visibleElements: [] };

const filesExamples = [
  example(uploadFileOperation, { answer: upload }),
  example(fetchFileOperation, {
    body: { url: "https://files.example.org/lease.pdf", name: "Lease 2027" },
    answer: upload,
  }),
  example(duplicateFileOperation, { body: { name: "Lease 2028" }, answer: { ...exampleDraft, name: "Lease 2028" } }),
  example(listFilesOperation, {
    answer: {
      data: [exampleReleased],
      pagination: {
        total: 1,
        current: "/api/v1/file/list?page=1&length=20",
        next: null,
        prev: null,
        last: null,
        first: null,
        nextCursor: null,
      },
    },
  }),
  example(showDashboardOperation, {
    answer: {
      counts: { to_sign: 1, waiting: 0, completed: 0, drafts: 0, all: 1 },
      data: [
        {
          fileId: 42,
          uuid: exampleReleased.uuid,
          name: exampleReleased.name,
          status: "able_to_sign",
          createdAt: "2027-03-12T09:00:00.000Z",
          updatedAt: "2027-03-12T09:05:00.000Z",
          deadline: "2027-04-11T09:05:00.000Z",
          isDueSoon: false,
          isMine: false,
          requesterName: "Ana Lima",
          signers: [{ signRequestId: 7, name: "Bo Lindqvist", role: "signer", status: "pending", me: true }],
          signLink: null,
        },
      ],
      next: null,
      previous: null,
      mayRequest: true,
    },
  }),
  example(showListMarkOperation, { answer: { mark: "42.3.mf2k8w0g" } }),
  example(showFileByIdOperation, { answer: exampleReleased }),
  example(showFileByUuidOperation, { answer: exampleReleased }),
  example(listPagesOperation, {
    answer: {
      data: [
        { page: 1, width: 595.28, height: 841.89, rotation: 0 },
        { page: 2, width: 841.89, height: 595.28, rotation: 90 },
      ],
    },
  }),
  example(showProgressOperation, {
    answer: {
      uuid: fileUuid,
      status: 1,
      statusText: "able to sign",
      sequence: 4,
      signers: [
        {
          signRequestId,
          role: "signer",
          status: "pending",
          told: releasedAt,
          opened: null,
          done: null,
          copies: [],
          signed: null,
          declined: null,
          declineReason: null,
          mailFailed: false,
          mail: { state: "delivered", at: releasedAt },
          codeFailed: false,
        },
      ],
    },
  }),
  example(deleteFileOperation, { answer: { message: "The document is deleted" } }),
];

const notAfter = "2047-03-12T13:01:11.000Z";
const issuing = {
  serialNumber: "5b1c0ad27e5f4f3e9c10",
  subject: "O=sign.example.org, CN=Paraph Issuing CA 3FA91C20",
  issuer: "O=sign.example.org, CN=Paraph Root CA 0A77D1E4",
  notBefore: createdAt,
  notAfter,
  sha256,
  status: "in_use" as const,
  replacedAt: null,
  revokedAt: null,
  revocationReason: null,
  kind: "issuing" as const,
  issues: true,
  listUrl: `${origin}/pki/crl`,
};
const ofBo = {
  serialNumber: "61d2f09a44b7c83b5e02",
  subject: "OU=mailbox access\\, invitation link used 2027-03-12, CN=Bo Lindqvist",
  issuer: issuing.subject,
  notBefore: createdAt,
  notAfter,
  sha256,
  status: "in_use" as const,
  replacedAt: null,
  revokedAt: null,
  revocationReason: null,
  kind: "account" as const,
  owner: { accountId: 4, email: "bo@example.org", displayName: "Bo Lindqvist", erased: false },
};

const certificatesExamples = [
  example(listAuthoritiesOperation, { answer: { data: [issuing] } }),
  example(rotateKeyOperation, {
    body: { key: "seal" },
    answer: { message: "The new key is in use.", data: [issuing] },
  }),
  example(listCertificatesOperation, { answer: { data: [ofBo], nextCursor: null } }),
  example(revokeCertificateOperation, {
    body: { reason: "keyCompromise" },
    answer: {
      message: "The certificate is revoked.",
      serialNumber: ofBo.serialNumber,
      revokedAt: signedAt,
      revocationReason: "keyCompromise",
      alsoRevoked: 0,
    },
  }),
];

const hash = "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184";

const evidenceExamples = [
  example(showAuditOperation, {
    answer: {
      format: "paraph-chain-1",
      service: "https://sign.example.org",
      file: { uuid: fileUuid, name: "Lease", pages: 3, originalSha256: sha256, originalSize: 48211 },
      head: { seq: 0, hash },
      sealed: null,
      personal: [{ seq: 0, path: "actor.email", salt: "5f0c1a9be2d34c7788f1b0a6d9e3c245", value: "ana@example.org" }],
      data: [
        {
          v: 1,
          file: fileUuid,
          seq: 0,
          type: "file.created",
          at: createdAt,
          actor: {
            kind: "account",
            accountId: 3,
            email: "sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
            proof: "token",
          },
          auth: {},
          net: {},
          doc: { sha256, size: 48211, originalSha256: sha256, originalSize: 48211, pages: 3 },
          data: { alreadySigned: false },
          prev: "0".repeat(64),
          hash,
        },
      ],
    },
  }),
];

const dead = {
  id: 204,
  kind: "notification" as const,
  state: "dead" as const,
  file: { fileId, uuid: fileUuid },
  template: "invitation",
  attempts: 9,
  lastError: "the mail server refused the mail: ECONNREFUSED",
  nextTryAt: null,
  createdAt,
  deadAt: signedAt,
  mayRetry: true,
};
const failed = {
  id: 93,
  type: "file.signed",
  fileId,
  host: "hooks.example.org",
  owner: { id: 3, displayName: "Ana Silva" },
  enabled: true,
  status: "failed" as const,
  attempts: 10,
  lastError: "status" as const,
  lastStatusCode: 503,
  lastAttemptAt: signedAt,
};

const jobsExamples = [
  example(listJobsOperation, {
    answer: {
      data: [dead],
      counts: [{ kind: "notification", waiting: 0, dead: 1, scheduled: 0 }],
      pagination: { nextCursor: null },
    },
  }),
  example(retryJobOperation, {
    answer: { ...dead, state: "waiting", attempts: 0, nextTryAt: releasedAt, deadAt: null },
  }),
  example(retryJobsOperation, {
    body: { kind: "notification" },
    answer: { message: "One job is tried again", retried: 1 },
  }),
  example(listFailedDeliveriesOperation, { answer: { data: [failed], pagination: { nextCursor: null } } }),
  example(retryFailedDeliveryOperation, { answer: { ...failed, status: "pending" } }),
];

const times = { expiresAt: "2027-03-12T14:28:40.000Z", resendAt: "2027-03-12T14:19:40.000Z" };
const session = { token: "gt_Zx9q2nJ4Yy0m5rC1b7Kd3wT8uVhLe6PaQsFgHiOjMkN", expiresAt: "2027-03-13T02:18:40.000Z" };
const image = {
  id: 4,
  elementId: 4,
  type: "signature" as const,
  isDefault: true,
  width: 120,
  height: 40,
  createdAt: signedAt,
  updatedAt: signedAt,
};

const drawingSecret = "q3Vb0mXwYJ8eQm1n2yq7V0pX4o1d6Zs9kL5tR8uW3cE";
const drawingExamples = [
  example(startDrawingOperation, {
    body: { type: "signature" },
    answer: { id: 7, url: `https://sign.example.org/draw#${drawingSecret}`, expiresAt: times.expiresAt },
  }),
  example(readDrawingOperation, { answer: { id: 7, state: "opened", expiresAt: times.expiresAt, file: null } }),
  example(openDrawingOperation, {
    body: { secret: drawingSecret },
    answer: { type: "signature", expiresAt: times.expiresAt },
  }),
  example(deliverDrawingOperation, {
    body: { secret: drawingSecret, file: { base64: shortPng } },
    answer: { message: "The picture is on the other screen." },
  }),
];

const identificationExamples = [
  example(identifyOperation, {
    answer: { message: "A code was sent to b…@example.org.", channel: "email", sentTo: "b…@example.org", ...times },
  }),
  example(confirmIdentificationOperation, {
    body: { code: "482913" },
    answer: { message: "Identity confirmed.", ...session },
  }),
  example(cleanGuestImageOperation, {
    body: { file: { base64: shortPng } },
    answer: { file: { base64: shortPng, mediaType: "image/png" as const }, width: 120, height: 40, hadPaper: true },
  }),
  example(storeGuestImagesOperation, {
    body: { elements: [{ type: "signature", file: { base64: shortPng } }] },
    answer: { message: "The image is stored.", data: [image] },
  }),
  example(listGuestImagesOperation, { answer: { data: [image] } }),
  example(getGuestImageOperation, { answer: { ...image, file: { base64: shortPng, mediaType: "image/png" } } }),
  example(askToOpenOperation, {
    answer: { message: "If this leads to a signer, a code is on its way to them.", ...times },
  }),
  example(openByCodeOperation, {
    body: { code: "482913" },
    answer: { message: "This is your link.", url: `https://sign.example.org/sign/${linkUuid}`, ...session },
  }),
];

const company = { type: "checkbox", label: "Company", required: false } as const;
const vatNumber = { type: "text", label: "VAT number", required: true, showWhen: 'field("Company")' } as const;

const fieldsExamples = [
  example(listElementsOperation, { answer: { data: [exampleField] } }),
  example(addElementOperation, {
    body: { type: "signature", signRequestId, coordinates: { page: 1, top: 600, left: 60, width: 180, height: 60 } },
    answer: exampleField,
  }),
  example(changeElementOperation, {
    body: { coordinates: { top: 640 }, label: "Tenant" },
    answer: {
      ...exampleField,
      label: "Tenant",
      coordinates: { ...exampleField.coordinates, top: 640, lly: 142, ury: 202 },
    },
  }),
  example(saveFieldsOperation, {
    body: {
      create: [
        { ...company, signRequestId, coordinates: { page: 1, top: 600, left: 60, width: 18, height: 18 } },
        { ...vatNumber, signRequestId, coordinates: { page: 1, top: 640, left: 60, width: 180, height: 24 } },
      ],
      update: [],
      remove: [],
    },
    answer: {
      data: [
        {
          ...{ ...exampleField, ...company },
          coordinates: { page: 1, top: 600, left: 60, width: 18, height: 18, llx: 60, lly: 224, urx: 78, ury: 242 },
        },
        {
          ...{ ...exampleField, ...vatNumber, elementId: 8, fileElementId: 8 },
          coordinates: { page: 1, top: 640, left: 60, width: 180, height: 24, llx: 60, lly: 178, urx: 240, ury: 202 },
        },
      ],
      created: [7, 8],
    },
  }),
  example(listSuggestionsOperation, {
    answer: {
      data: [
        {
          type: "signature",
          source: "text",
          signer: 1,
          signRequestId,
          coordinates: { page: 3, top: 590, left: 72, width: 150, height: 50, llx: 72, lly: 202, urx: 222, ury: 252 },
          label: null,
          group: null,
          rules: null,
          dateFormat: null,
          required: true,
          value: null,
          isOnPage: false,
          text: "{{sig:1}}",
        },
      ],
      formFieldsLeft: 0,
      unreadTags: [],
      pagesSearched: 3,
    },
  }),
  example(setFormValuesOperation, {
    body: { values: "fields" },
    answer: {
      data: [
        {
          type: "text",
          source: "form",
          signer: null,
          signRequestId: null,
          coordinates: { page: 1, top: 120, left: 72, width: 200, height: 20, llx: 72, lly: 702, urx: 272, ury: 722 },
          label: "City",
          group: null,
          rules: { maxLength: 40 },
          dateFormat: null,
          required: true,
          value: "Lisbon",
          isOnPage: false,
          text: "form1.city",
        },
      ],
      formFieldsLeft: 2,
      unreadTags: [],
      pagesSearched: 3,
    },
  }),
  example(removeElementOperation, { answer: { message: "The field is removed" } }),
];

const field = `paraph-${fileUuid}`;

const revisionsExamples = [
  example(listRevisionsOperation, {
    answer: {
      data: [
        {
          revision: 1,
          kind: "prepared",
          signRequestId: null,
          signer: null,
          field: `${field}-certify`,
          signedAt: releasedAt,
          size: 73114,
          sha256,
        },
        {
          revision: 2,
          kind: "signature",
          signRequestId,
          signer: "Ana Silva",
          field: `${field}-s${signRequestId}`,
          signedAt,
          size: 96020,
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        },
      ],
    },
  }),
];

const [email, phone] = ["bo@example.org", "+491701234567"];

const contactExamples = [
  example(changePhoneOperation, {
    body: { phone },
    answer: {
      status: "success",
      data: { userId: email, phone, displayname: "Bo Lindqvist", email, message: "The phone number is saved" },
    },
  }),
  example(getTelegramLinkOperation, { answer: { configured: true, linkedAt: createdAt } }),
  example(createTelegramLinkOperation, {
    body: { currentPassword: "three small green boats" },
    answer: { url: "https://t.me/ParaphCodesBot?start=Qm9hdHMgYXJlIGdyZWVuIGFuZCBzbWFsbCB0b2RheSE", expiresAt },
  }),
  example(removeTelegramLinkOperation, {
    answer: { message: "No Telegram chat is linked with your account now" },
  }),
];

const answer = {
  message:
    "The person is erased. Signed documents and their evidence are kept as they are: they are the others' proof, and what the person signed in them stays readable.",
  account: true,
  signRequests: 2,
  documents: 3,
  signedDocuments: 1,
};

const erasureExamples = [
  example(erasePersonOperation, { body: { email: "bo@example.org" }, answer }),
  example(eraseOneselfOperation, { answer }),
];

const kept = {
  uuid: fileUuid,
  days: 3650,
  from: "instance" as const,
  deletionAt: "2037-03-10T14:20:05.120Z",
  announced: false,
  onHold: false,
  contentDeletedAt: null,
};

const retentionExamples = [
  example(showRetentionOperation, { answer: kept }),
  example(setRetentionOperation, { body: { days: 730 }, answer: { ...kept, days: 730, from: "document" } }),
  example(setAccountRetentionOperation, { body: { days: 1825 }, answer: { accountId: ana.id, days: 1825 } }),
  example(placeHoldOperation, { answer: { ...kept, deletionAt: null, onHold: true } }),
  example(liftHoldOperation, { answer: kept }),
  example(listDueOperation, {
    answer: {
      data: [
        {
          uuid: fileUuid,
          name: "Lease",
          sentBy: { id: ana.id, displayName: ana.displayName },
          endedAt: signedAt,
          days: 3650,
          deletionAt: kept.deletionAt,
          announced: true,
        },
      ],
      total: 1,
      onHold: 1,
      held: [
        {
          uuid: fileUuid,
          name: "Lease",
          sentBy: { id: ana.id, displayName: ana.displayName },
          heldAt: signedAt,
        },
      ],
      clock: null,
    },
  }),
  example(confirmClockOperation, {
    answer: { message: "Deletions continue. Announced deletions are announced again." },
  }),
  example(listErasedEntriesOperation, {
    answer: {
      data: [
        {
          uuid: fileUuid,
          seq: 21,
          at: kept.deletionAt,
          type: "person.erased",
          hash: sha256,
          erased: [{ path: "actor.email", events: [9, 12, 13] }],
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
];

/** The examples of all operations, by the operation's id. */
export const operationExamples: ReadonlyMap<string, OperationExample> = new Map(
  [
    ...filesExamples,
    ...revisionsExamples,
    ...evidenceExamples,
    ...signRequestsExamples,
    ...envelopeExamples,
    ...fieldsExamples,
    ...signingExamples,
    ...attachmentExamples,
    ...identificationExamples,
    ...drawingExamples,
    ...accountExamples,
    ...templateExamples,
    ...bulkSendExamples,
    ...directLinkExamples,
    ...ownDataExamples,
    ...contactExamples,
    ...webhooksExamples,
    ...administrationExamples,
    ...operatingExamples,
    ...jobsExamples,
    ...certificatesExamples,
    ...erasureExamples,
    ...retentionExamples,
  ].map((one) => [one.id, one]),
);
