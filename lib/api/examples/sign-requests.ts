import {
  declineByLinkOperation,
  listPagesByLinkOperation,
  openLinkOperation,
  readPageByLinkOperation,
  renewByLinkOperation,
  viewedByLinkOperation,
} from "../operations/sign-links";
import {
  addSignersOperation,
  createRequestOperation,
  listPeopleOperation,
  registerRequestOperation,
  remindSignerOperation,
  remindSignersOperation,
  updateRequestOperation,
  withdrawFileOperation,
  withdrawNamedOperation,
  withdrawSignerOperation,
} from "../operations/sign-requests";
import { example } from "./example";
import {
  asFileAnswer,
  exampleDraft,
  exampleReleased,
  exampleSigner,
  fileId,
  fileUuid,
  linkUuid,
  shortPdf,
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

export const signRequestsExamples = [
  example(listPeopleOperation, { answer: { data: [{ email: "bo@example.org", displayName: "Bo Larsen" }] } }),
  example(createRequestOperation, {
    body: {
      name: "Lease",
      file: { base64: shortPdf },
      status: 0,
      users: [
        {
          email: "bo@example.org",
          displayName: "Bo Lindqvist",
          description: "Please sign until Friday.",
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
  example(openLinkOperation, {
    answer: {
      ...exampleReleased,
      signers: [{ ...exampleSigner, status: "pending", me: true }],
      settings: asSigner,
      accountExists: false,
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
  example(viewedByLinkOperation, { body: { consent: { version: "1", locale: "en" } }, answer: { message: "Noted" } }),
  example(renewByLinkOperation, { answer: { message: "The sender is asked for more time" } }),
];
