import {
  askToOpenOperation,
  cleanGuestImageOperation,
  confirmIdentificationOperation,
  getGuestImageOperation,
  identifyOperation,
  listGuestImagesOperation,
  openByCodeOperation,
  storeGuestImagesOperation,
} from "../operations/identification";
import { example } from "./example";
import { linkUuid, shortPng, signedAt } from "./values";

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

export const identificationExamples = [
  example(identifyOperation, {
    answer: { message: "A code was sent to b…@example.org.", channel: "email", sentTo: "b…@example.org", ...times },
  }),
  example(confirmIdentificationOperation, {
    body: { code: "482913" },
    answer: { message: "You have shown that you are the signer.", ...session },
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
