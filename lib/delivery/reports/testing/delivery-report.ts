interface ReportChanges {
  reference: string;
  action?: string;
  kind?: "delivery" | "abuse";
  /** Additional fields of the recipient's block. */
  diagnostic?: string;
}

/** A delivery report in the form of Postfix, or an abuse report in that of a mailbox provider. */
export function deliveryReport({
  reference,
  action = "failed",
  kind = "delivery",
  diagnostic = "smtp; 550 5.1.1 <ana@x.example>: Recipient address\r\n    rejected: User unknown",
}: ReportChanges): Buffer {
  const report =
    kind === "abuse"
      ? ["Content-Type: message/feedback-report", "", "Feedback-Type: abuse", "Version: 1", ""]
      : [
          "Content-Type: message/delivery-status",
          "",
          "Reporting-MTA: dns; mx.example",
          `Original-Envelope-Id: ${reference}`,
          "",
          "Final-Recipient: rfc822; ana@x.example",
          `Action: ${action}`,
          "Status: 5.1.1",
          `Diagnostic-Code: ${diagnostic}`,
          "",
        ];
  const type = kind === "abuse" ? "feedback-report" : "delivery-status";
  return Buffer.from(
    [
      "From: MAILER-DAEMON@mx.example",
      "Subject: Undelivered Mail Returned to Sender",
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=${type};`,
      '\tboundary="AB12.34/mx.example"',
      "",
      "This is a MIME-encapsulated message.",
      "",
      "--AB12.34/mx.example",
      "Content-Type: text/plain; charset=us-ascii",
      "",
      "I'm sorry to have to inform you …",
      "",
      "--AB12.34/mx.example",
      ...report,
      "--AB12.34/mx.example",
      "Content-Type: text/rfc822-headers",
      "",
      "From: Paraph <sign@paraph.test>",
      `Message-ID: <${reference}@paraph.test>`,
      "",
      "--AB12.34/mx.example--",
      "",
    ].join("\r\n"),
    "latin1",
  );
}
