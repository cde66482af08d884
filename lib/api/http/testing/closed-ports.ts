import { Readable } from "node:stream";
import type { Ctx } from "@/lib/context/context";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const bot = {
  send: () => Promise.resolve({ providerId: "1" }),
  botName: () => Promise.resolve("ParaphBot"),
  updates: () => Promise.resolve([]),
};

/**
 * Context overrides for a walk over all operations: a Telegram bot that accepts everything, and no outbound calls.
 * Every URL is allowed, a document by URL is a generated page, and any other call fails.
 */
export const closedPorts = {
  gateways: { sms: null, telegram: bot, signal: null },
  outbound: {
    assertAllowed: () => Promise.resolve(),
    fetch: () => Promise.reject(new Error("nothing goes out here")),
    download: () => Readable.from([makePdf({ pages: [{}] })]),
  },
} as unknown as Partial<Ctx>;
