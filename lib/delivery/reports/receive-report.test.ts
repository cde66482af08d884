import { expect, test } from "vitest";
import { parseReport } from "./receive-report";
import { deliveryReport } from "./testing/delivery-report";

const reference = "0123456789abcdef0123456789abcdef";

test("reads the mail and the folded explanation of a bounce", () => {
  expect(parseReport(deliveryReport({ reference }))).toEqual({
    reference,
    news: { state: "bounced", reason: "550 5.1.1 <ana@x.example>: Recipient address rejected: User unknown" },
  });
});

test("finds the mail by its Message-ID where the server repeats no envelope id", () => {
  const text = deliveryReport({ reference })
    .toString("latin1")
    .replace(/Original-Envelope-Id:.*\r\n/, "");
  expect(parseReport(Buffer.from(text, "latin1"))?.reference).toBe(reference);
});

test("reads a report whose parts are encoded", () => {
  const text = deliveryReport({ reference }).toString("latin1");
  const [, body = ""] = /message\/delivery-status\r\n\r\n([^]*?)\r\n--AB12/.exec(text) ?? [];
  const encoded = `message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString("base64")}`;
  const whole = text.replace(`message/delivery-status\r\n\r\n${body}`, encoded);
  expect(parseReport(Buffer.from(whole, "latin1"))?.news?.state).toBe("bounced");
});

test("reads no more parts than a report has", () => {
  const [head = "", status = ""] = deliveryReport({ reference })
    .toString("latin1")
    .split(/(?=\r\nContent-Type: message\/delivery-status)/);
  const stuffed = `${head}${"\r\n\r\n--AB12.34/mx.example".repeat(30_000)}${status}`;
  expect(parseReport(Buffer.from(stuffed, "latin1"))).toBeNull();
});

test.each([
  ["an ordinary mail", "Subject: hello\r\n\r\nHello"],
  ["an automatic answer", "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nAway\r\n--a--"],
  ["nothing", ""],
])("%s is not a report", (_name, text) => {
  expect(parseReport(Buffer.from(text))).toBeNull();
});
