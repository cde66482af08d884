/** The result of one check. `off`: not set up, or nothing to report. */
export interface Finding {
  check:
    | "configuration"
    | "address"
    | "mail"
    | "storage"
    | "timestamps"
    | "converter"
    | "clock"
    | "certificates"
    | "documents"
    | "quotas";
  state: "ok" | "warning" | "failing" | "off";
  code: FindingCode;
  /** The parameters of the code's sentence. */
  facts: Readonly<Record<string, string | number>>;
}

/** The sentence of each code, in which `{name}` is replaced by a fact. */
const sentences = {
  configuration_read: "the environment can be read",
  configuration_wrong: "{message}",
  address_local: "{host} is this machine, so only people on it can open links",
  address_resolves: "{host} resolves to {addresses}",
  address_missing: "{host} has no address in DNS, so nobody can open links. Check PUBLIC_URL",
  address_unanswered: "the name servers do not respond for {host} ({reason})",
  address_plain: "{host} is served without TLS. Set PUBLIC_URL to https://… and put a proxy in front",
  mail_kept: "no provider is set, so e-mails stay on this server",
  mail_connected: "{server} accepts the log-in",
  mail_refused: "{server} cannot be used ({reason}). Check SMTP_URL",
  mail_by_resend: "sent through Resend; send a test under Administration › Messages",
  mail_sender_missing: "MAIL_FROM is not set, so e-mails come from no-reply@localhost and are refused",
  spf_found: "{domain} publishes SPF: {record}",
  spf_missing: "{domain} has no SPF record, so mailboxes distrust its e-mails. Publish one that names your provider",
  spf_twice: "{domain} has {count} SPF records, which is invalid (RFC 7208, 3.2). Merge them",
  spf_open: "the SPF record of {domain} lets every server send for it: {record}",
  dkim_found: "{domain} publishes a DKIM key under the selector {selector}",
  dkim_unknown:
    "no DKIM key of {domain} was found under usual selectors. Ask your provider for the selector, and check it with npm run doctor -- --dkim=SELECTOR",
  dkim_missing: "{domain} has no DKIM key under the selector {selector}",
  dmarc_found: "{domain} publishes DMARC: {record}",
  dmarc_missing: "{domain} has no DMARC record. Publish v=DMARC1; p=none as a start",
  dns_unanswered: "the name servers do not respond for {domain} ({reason})",
  storage_works: "a probe was written, read and deleted in {place}",
  storage_fails: "a probe cannot be written, read and deleted in {place} ({reason})",
  timestamps_off: "TSA_URL is not set",
  timestamps_work: "{url} answers in {ms} ms",
  timestamps_fail: "{url} returned no timestamp ({reason})",
  timestamps_untrusted: "TRUSTED_ROOTS is not set, so this service's own verifier trusts no timestamp",
  converter_none:
    "DOCX, ODT and RTF are refused. Install LibreOffice (Debian: libreoffice-writer-nogui) or set CONVERT_URL to a Gotenberg service",
  converter_starts: "{program} starts: {version}",
  converter_answers: "{host} answers",
  converter_fails: "{place} cannot be used ({reason}), so DOCX, ODT and RTF are refused",
  clock_agrees: "the database and this machine differ by {seconds} s",
  clock_differs: "the database and this machine differ by {seconds} s. Synchronise both with NTP",
  clock_of_authority: "the time-stamping authority and this machine differ by {seconds} s",
  certificate_valid: "the {role} certificate is valid until {day}",
  certificate_ends: "the {role} certificate expires on {day}. See Certificate expiring in docs/operations.md",
  certificate_ended: "the {role} certificate expired on {day}. See Certificate expiring in docs/operations.md",
  certificates_none: "no certificates yet: they are created with the first document",
  certificates_unreadable: "{message}",
  documents_whole: "Every stored document is present and unaltered.",
  storage_agrees: "the storage totals match the stored data",
  storage_corrected: "the storage totals of {count} accounts were wrong and have been corrected",
  documents_damaged: "{count} blobs are missing or altered. Restore them from a backup of {place}.",
} as const;

type FindingCode = keyof typeof sentences;

export function finding(
  check: Finding["check"],
  state: Finding["state"],
  code: FindingCode,
  facts: Finding["facts"] = {},
): Finding {
  return { check, state, code, facts };
}

/** `warning  mail           example.org has no DMARC record. …` */
export function lineOf({ check, state, code, facts }: Finding): string {
  const text = sentences[code].replace(/\{(\w+)\}/g, (_whole, name: string) => String(facts[name] ?? "?"));
  return `${state.padEnd(8)} ${check.padEnd(13)} ${text}`;
}

/** The short code of an error, because messages may contain addresses with credentials. */
export function reasonOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("failure" in cause && typeof cause.failure === "string") return cause.failure;
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return error instanceof Error ? error.name : "no reason";
}
