import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { isDatabaseLost } from "@/db/lost-database";
import type { MailMessage } from "./messenger";
import { smtpMessenger } from "./smtp";
import { failureOf } from "./testing/http-double";

let server: SMTPServer | null = null;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

interface Delivery {
  recipients: string[];
  source: string;
}

async function mailServer(options: SMTPServerOptions = {}) {
  const deliveries: Delivery[] = [];
  server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      void text(stream).then((source) => {
        deliveries.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    deliveries,
    messenger: smtpMessenger({ url: `smtp://127.0.0.1:${port}`, from: "Paraph <sign@paraph.test>" }),
  };
}

const mail: MailMessage = {
  to: "bo@x.org",
  subject: "Mietvertrag für Łódź",
  text: "plain words",
  html: "<p>rich</p>",
  idempotencyKey: "outbox/17",
};
const headersOf = (delivery: Delivery | undefined) =>
  (delivery?.source ?? "").split("\r\n\r\n")[0]?.replace(/\r\n[ \t]+/g, " ") ?? "";
const refusal = (code: number) => Object.assign(new Error("no"), { responseCode: code });

/** A server that accepts connections and never greets. */
async function silentServer(): Promise<{ url: string; close: () => void }> {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => void silent.close() };
}

describe("mail through SMTP", () => {
  test("does not mistake a mail server that times out for a lost database", async () => {
    const { url, close } = await silentServer();
    const failure = await failureOf(smtpMessenger({ url, from: "sign@paraph.test", timeoutMs: 100 }).send(mail));
    close();
    expect(failure.retryable).toBe(true);
    expect(failure.detail).toContain("ETIMEDOUT");
    expect(isDatabaseLost(failure)).toBe(false);
  });

  test("keeps a link or code that the server quotes in its refusal out of the error", async () => {
    const quoted = [
      "https://paraph.test/reset/yOv7HyKUFmSUPkOgUh4rrIHoizIAJMoE_AKMQnyIVTo",
      "paraph.test/sign/109dd453-d90b-4ba9-804e-21a36270292a",
      "482913",
    ];
    for (const secret of quoted) {
      const { messenger } = await mailServer({
        onData(stream, _session, done) {
          stream
            .resume()
            .once("end", () => done(Object.assign(new Error(`5.7.1 spam: ${secret}`), { responseCode: 554 })));
        },
      });
      const { detail, message } = await failureOf(messenger.send(mail));
      expect(detail).toMatch(/554 5\.7\.1 spam: \S*…$/);
      expect(message).toBe(detail);
      await new Promise<void>((resolve) => server?.close(() => resolve()));
    }
  });

  test("arrives with a plain-text and an HTML part and its attachment", async () => {
    const { deliveries, messenger } = await mailServer();
    await messenger.send({
      ...mail,
      attachments: [{ filename: "lease.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-1.7") }],
    });
    const [delivery] = deliveries;
    expect(delivery?.recipients).toEqual(["bo@x.org"]);
    expect(headersOf(delivery)).toMatch(/^Auto-Submitted: auto-generated$/m);
    for (const part of [
      "text/plain",
      "plain words",
      "text/html",
      "<p>rich</p>",
      "application/pdf",
      Buffer.from("%PDF-1.7").toString("base64"),
    ]) {
      expect(delivery?.source).toContain(part);
    }
  });

  test("has a Reply-To header only when an address for replies is given", async () => {
    const { deliveries, messenger } = await mailServer();
    await messenger.send({ ...mail, replyTo: "office@harbour.example" });
    await messenger.send({ ...mail, idempotencyKey: "outbox/18" });
    expect(deliveries.map((delivery) => /^Reply-To: (.*)$/m.exec(headersOf(delivery))?.[1]?.trim())).toEqual([
      "office@harbour.example",
      undefined,
    ]);
  });

  test("has the same Message-ID for the same key, and another for another key @exhaustive", async () => {
    const { deliveries, messenger } = await mailServer();
    const first = await messenger.send(mail);
    expect(await messenger.send(mail)).toEqual(first);
    expect(await messenger.send({ ...mail, idempotencyKey: "outbox/18" })).not.toEqual(first);
    expect(headersOf(deliveries[0])).toContain(`Message-ID: ${first.providerId}`);
    expect(first.providerId).toMatch(/^<[0-9a-f]{32}@paraph\.test>$/);
  });

  test("gains no header or recipient from line breaks in a subject or a file name", async () => {
    const { deliveries, messenger } = await mailServer();
    const content = Buffer.from("x");
    await messenger.send({
      ...mail,
      subject: "Hi\r\nBcc: eve@x.org\r\n\r\nforged body",
      attachments: [{ filename: "a\r\nX-Evil: 1.pdf", contentType: "text/plain", content }],
    });
    expect(headersOf(deliveries[0])).not.toMatch(/^Bcc:/m);
    expect(deliveries[0]?.source).not.toMatch(/^X-Evil:/m);
    expect(deliveries[0]?.recipients).toEqual(["bo@x.org"]);
    expect(headersOf(deliveries[0])).toContain("Subject: Hi Bcc: eve@x.org forged body");
  });

  test.each([
    [450, true],
    [550, false],
  ])("an answer of %i to the recipient is retryable: %s", async (code, retryable) => {
    const { messenger } = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    expect((await failureOf(messenger.send(mail))).retryable).toBe(retryable);
  });

  test("is not retried when the server refuses the content", async () => {
    const { messenger } = await mailServer({
      onData: (stream, _session, done) => void text(stream).then(() => done(refusal(554))),
    });
    expect((await failureOf(messenger.send(mail))).retryable).toBe(false);
  });

  test.each<[string, SMTPServerOptions]>([
    ["the connection", { onConnect: (_session, done) => done(refusal(554)) }],
    ["the sender", { onMailFrom: (_address, _session, done) => done(refusal(550)) }],
  ])("is retried when the server permanently refuses %s, which no recipient caused", async (_what, options) => {
    const { messenger } = await mailServer(options);
    expect((await failureOf(messenger.send(mail))).retryable).toBe(true);
  });

  test("is retried when the server is unavailable or rejects the log-in", async () => {
    const away = smtpMessenger({ url: "smtp://127.0.0.1:9", from: "a@b.test" });
    expect((await failureOf(away.send(mail))).retryable).toBe(true);
    await mailServer({ disabledCommands: ["STARTTLS"], onAuth: (_auth, _session, done) => done(refusal(535)) });
    const { port } = server?.server.address() as AddressInfo;
    const stranger = smtpMessenger({ url: `smtp://user:wrong-word@127.0.0.1:${port}`, from: "a@b.test" });
    const error = await failureOf(stranger.send(mail));
    expect(error.retryable).toBe(true);
    expect(error.message).not.toContain("wrong-word");
  });
});
