import {
  changeAccountOperation,
  changeSettingsOperation,
  createAccountOperation,
  getSettingsOperation,
  listAccountsOperation,
  readInboxOperation,
} from "../operations/administration";
import { healthOperation, readinessOperation } from "../operations/system";
import { example } from "./example";
import { createdAt, linkUuid, origin, releasedAt } from "./values";

const ana = {
  id: 3,
  email: "ana@example.org",
  displayName: "Ana Silva",
  role: "requester" as const,
  emailProved: true,
  phone: null,
  language: null,
  createdAt,
};
const settings = {
  sign_method: "email" as const,
  allowed_sign_methods: ["email" as const, "password" as const],
  identify_method: ["account" as const],
  signup: "invited" as const,
  twofactor_gateway: [],
};

export const administrationExamples = [
  example(getSettingsOperation, { answer: settings }),
  example(changeSettingsOperation, { body: { signup: "open" }, answer: { ...settings, signup: "open" } }),
  example(listAccountsOperation, {
    answer: {
      data: [{ ...ana, madeBy: "administrator", locked: false, sessions: 1, lastSeenAt: releasedAt }],
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
