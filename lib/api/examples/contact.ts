import {
  changePhoneOperation,
  createTelegramLinkOperation,
  getTelegramLinkOperation,
  removeTelegramLinkOperation,
} from "../operations/contact";
import { example } from "./example";
import { createdAt, expiresAt } from "./values";

const [email, phone] = ["bo@example.org", "+491701234567"];

export const contactExamples = [
  example(changePhoneOperation, {
    body: { phone },
    answer: {
      status: "success",
      data: { userId: email, phone, displayname: "Bo Lindqvist", email, message: "The telephone number is saved" },
    },
  }),
  example(getTelegramLinkOperation, { answer: { configured: true, linkedAt: createdAt } }),
  example(createTelegramLinkOperation, {
    body: { currentPassword: "three small green boats" },
    answer: { url: "https://t.me/ParaphCodesBot?start=Qm9hdHMgYXJlIGdyZWVuIGFuZCBzbWFsbCB0b2RheSE", expiresAt },
  }),
  example(removeTelegramLinkOperation, {
    answer: { message: "No Telegram chat is linked with your account any more" },
  }),
];
