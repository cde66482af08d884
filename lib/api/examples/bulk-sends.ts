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
import { example } from "./own-data";
import { createdAt, fileUuid } from "./values";

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
            detail: "values.Rent holds characters that cannot be drawn",
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
