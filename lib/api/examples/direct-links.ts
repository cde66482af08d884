import {
  changeDirectLinkOperation,
  createDirectLinkOperation,
  deleteDirectLinkOperation,
  getDirectLinkOperation,
  listDirectLinksOperation,
  requestVisitorCodeOperation,
  rotateDirectLinkOperation,
  showPublicLinkOperation,
  startByLinkOperation,
} from "@/lib/api/operations/direct-links";
import { example } from "./account";
import { createdAt, expiresAt, linkUuid, origin, signedAt } from "./values";

const link = {
  id: 3,
  templateId: 12,
  url: `${origin}/l/5f0c2b9a8d7e4c1b6a3f9e2d1c0b8a79`,
  name: "Website",
  role: "Tenant",
  version: null,
  people: { Landlord: { ask: false, email: "ana@example.org", displayName: "Ana Silva" } },
  isOn: true,
  endsAt: expiresAt,
  maxUses: 100,
  maxUsesPerDay: 20,
  maxUsesPerAddress: 1,
  embedOrigins: ["https://www.example.org"],
  state: "open" as const,
  problem: null,
  uses: 4,
  usesToday: 1,
  lastUsedAt: signedAt,
  createdAt,
  updatedAt: createdAt,
};
const challenge = "dc_qH1t2bVvT0cJ8Yw3nKfXr5mZsLd7pAeU9gRiOhBxQyE";

export const directLinkExamples = [
  example(listDirectLinksOperation, { answer: { data: [link] } }),
  example(createDirectLinkOperation, {
    body: {
      name: "Website",
      role: "Tenant",
      people: { Landlord: { email: "ana@example.org", displayName: "Ana Silva" } },
      endsAt: expiresAt,
      maxUses: 100,
      maxUsesPerDay: 20,
      maxUsesPerAddress: 1,
      embedOrigins: ["https://www.example.org"],
    },
    answer: { ...link, uses: 0, usesToday: 0, lastUsedAt: null },
  }),
  example(getDirectLinkOperation, { answer: link }),
  example(changeDirectLinkOperation, { body: { isOn: false }, answer: { ...link, isOn: false, state: "off" } }),
  example(deleteDirectLinkOperation, { answer: { message: "The direct link is deleted." } }),
  example(rotateDirectLinkOperation, {
    answer: { ...link, url: `${origin}/l/0a9d3c7b5e1f4826b7c0d9e8f7a61524` },
  }),
  example(showPublicLinkOperation, {
    answer: {
      documentName: "Lease",
      pages: 1,
      sender: { name: "Ana Silva", email: "ana@example.org" },
      role: { name: "Tenant", does: "signer" },
      message: "Please sign by Friday.",
      asks: [],
      hasPreview: true,
      opensAt: null,
    },
  }),
  example(requestVisitorCodeOperation, {
    body: { email: "bo@example.org", language: "en" },
    answer: { message: "A code is on its way.", challenge, expiresAt, resendAt: createdAt },
  }),
  example(startByLinkOperation, {
    body: { challenge, code: "482913", email: "bo@example.org", displayName: "Bo Lindqvist" },
    answer: {
      message: "Your document is ready.",
      url: `${origin}/sign/${linkUuid}`,
      token: "gt_3f1c…",
      expiresAt,
    },
  }),
];
