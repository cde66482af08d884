import {
  cancelBulkSendOperation,
  checkBulkSendOperation,
  getBulkSendOperation,
  listBulkRowsOperation,
  listBulkSendsOperation,
  pauseBulkSendOperation,
  resumeBulkSendOperation,
  retryBulkSendOperation,
  startBulkSendOperation,
} from "@/lib/api/operations/bulk-sends";
import {
  changeTemplateOperation,
  createFromTemplateOperation,
  createTemplateOperation,
  deleteTemplateOperation,
  getTemplateOperation,
  getTemplateVersionOperation,
  listTemplatesOperation,
  listTemplateSuggestionsOperation,
  listTemplateVersionsOperation,
} from "@/lib/api/operations/templates";
import { example } from "./account";
import {
  asFileAnswer,
  createdAt,
  exampleDetails,
  exampleDraft,
  fileId,
  fileUuid,
  origin,
  sha256,
  shortPdf,
} from "./values";

const coordinates = { page: 1, left: 60, top: 640, width: 150, height: 50 };
const content = {
  roles: [
    {
      name: "Tenant",
      description: "Please sign by Friday.",
      signingOrder: 1,
      signMethod: null,
      identifyMethod: null,
      role: "signer" as const,
      copyAt: [],
      attachmentRequests: [],
      notify: true,
    },
    {
      name: "Landlord",
      description: null,
      signingOrder: 2,
      signMethod: "email" as const,
      identifyMethod: "email" as const,
      role: "signer" as const,
      copyAt: [],
      attachmentRequests: [],
      notify: true,
    },
  ],
  fields: [
    {
      name: "Signature",
      role: "Tenant",
      type: "signature" as const,
      coordinates,
      required: true,
      label: null,
      value: null,
      readOnly: false,
      fontSize: null,
      alignment: null,
      dateFormat: null,
      ...exampleDetails,
    },
    {
      name: "Rent",
      role: "Landlord",
      type: "text" as const,
      coordinates: { ...coordinates, top: 300 },
      required: true,
      label: "Rent",
      value: "900",
      readOnly: false,
      fontSize: null,
      alignment: null,
      dateFormat: null,
      ...exampleDetails,
    },
  ],
  expiresInDays: 14,
  allowDelegation: false,
  signatureOptions: null,
  reminders: { firstAfterDays: 3, everyDays: 3, atMost: 2, warnDays: 1 },
  documentPages: [{ page: 1, width: 595.28, height: 841.89, rotation: 0 as const }],
  sha256,
  frozenFields: 0,
};
const summary = {
  id: 12,
  name: "Lease",
  version: 1,
  pages: 1,
  roles: ["Tenant", "Landlord"],
  uses: 0,
  lastUsedAt: null,
  createdAt,
  updatedAt: createdAt,
  thumbnail: `${origin}/api/v1/templates/12/pages/1/image?width=160&format=webp`,
};
const template = { ...summary, ...content };

export const templateExamples = [
  example(listTemplatesOperation, { answer: { data: [summary], pagination: { nextCursor: null } } }),
  example(createTemplateOperation, {
    body: {
      name: "Lease",
      file: { base64: shortPdf },
      roles: [
        { name: "Tenant", description: "Please sign by Friday." },
        { name: "Landlord", signingOrder: 2 },
      ],
      fields: [
        { role: "Tenant", type: "signature", coordinates },
        { role: "Landlord", name: "Rent", type: "text", coordinates: { ...coordinates, top: 300 }, value: "900" },
      ],
      expiresInDays: 14,
    },
    answer: template,
  }),
  example(getTemplateOperation, { answer: template }),
  example(changeTemplateOperation, {
    body: { file: { fileId }, version: 1 },
    answer: {
      ...template,
      version: 2,
      fields: content.fields.slice(0, 1),
      unfit: [{ name: "Rent", page: 1, reason: "outside_page" }],
    },
  }),
  example(deleteTemplateOperation, { answer: { message: "The template is deleted." } }),
  example(listTemplateVersionsOperation, {
    answer: {
      data: [
        { version: 2, name: "Lease", createdAt, fields: 1, requests: 0 },
        { version: 1, name: "Lease", createdAt, fields: 2, requests: 31 },
      ],
    },
  }),
  example(getTemplateVersionOperation, {
    answer: { templateId: 12, version: 1, name: "Lease", createdAt, ...content },
  }),
  example(listTemplateSuggestionsOperation, {
    answer: {
      data: [
        {
          type: "signature",
          source: "text",
          signer: 1,
          role: "Tenant",
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
  example(createFromTemplateOperation, {
    body: {
      people: {
        Tenant: { email: "bo@example.org", displayName: "Bo Lindqvist" },
        Landlord: { email: "ana@example.org" },
      },
      values: { Rent: "950" },
      status: 0,
    },
    answer: asFileAnswer("The request is stored.", exampleDraft),
  }),
];

const csv = { text: "Tenant e-mail;Tenant name;Landlord e-mail;Rent\r\nbo@example.org;Bo;ana@example.org;950\r\n" };
const running = {
  id: 3,
  name: "Leases 2028",
  templateId: 12,
  templateName: "Lease",
  templateVersion: 1,
  state: "running" as const,
  pausedReason: null,
  waitsUntil: null,
  total: 250,
  counts: { queued: 190, sent: 59, failed: 1, cancelled: 0 },
  documents: { open: 57, signed: 2, ended: 0 },
  createdAt,
  endedAt: null,
  contentDeletedAt: null,
};
const people = [
  { role: "Tenant", email: "bo@example.org", displayName: "Bo" },
  { role: "Landlord", email: "ana@example.org", displayName: null },
];

export const bulkSendExamples = [
  example(checkBulkSendOperation, {
    body: { csv },
    answer: {
      rows: 2,
      good: 1,
      columns: ["Tenant e-mail", "Tenant name", "Landlord e-mail", "Rent"],
      unknownColumns: [],
      problems: [
        {
          row: 3,
          column: "Tenant e-mail",
          code: "address_malformed",
          detail: "Tenant e-mail is not an e-mail address",
        },
      ],
      preview: [{ row: 2, title: "Lease", people, values: { Rent: "950" } }],
    },
  }),
  example(startBulkSendOperation, { body: { csv, name: "Leases 2028" }, answer: running }),
  example(listBulkSendsOperation, { answer: { data: [running], pagination: { nextCursor: null } } }),
  example(getBulkSendOperation, { answer: running }),
  example(listBulkRowsOperation, {
    answer: {
      data: [
        { row: 2, state: "sent", people, uuid: fileUuid, problem: null },
        {
          row: 3,
          state: "failed",
          people,
          uuid: null,
          problem: {
            code: "glyph_missing",
            column: "Rent",
            detail: "values.Rent contains characters that cannot be drawn",
          },
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
  example(pauseBulkSendOperation, { answer: { ...running, state: "paused", pausedReason: "owner" } }),
  example(resumeBulkSendOperation, { answer: running }),
  example(cancelBulkSendOperation, {
    answer: {
      ...running,
      state: "cancelled",
      counts: { queued: 0, sent: 59, failed: 1, cancelled: 190 },
      endedAt: createdAt,
    },
  }),
  example(retryBulkSendOperation, { answer: { ...running, counts: { ...running.counts, queued: 191, failed: 0 } } }),
];
