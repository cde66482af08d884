import { isIP } from "node:net";
import { finding, reasonOf, type Finding } from "./finding";

/** The part of `node:dns/promises` that is used. */
export interface NameServers {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
}

/** Whether the address in all links can be resolved. */
export async function checkAddress(publicUrl: string, names: NameServers): Promise<Finding[]> {
  const { hostname, protocol } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host === "::1" || host.startsWith("127."))
    return [finding("address", "off", "address_local", { host })];
  const plain = protocol === "http:" ? [finding("address", "warning", "address_plain", { host })] : [];
  if (isIP(host) !== 0) return [finding("address", "ok", "address_resolves", { host, addresses: host }), ...plain];
  const [four, six] = await Promise.all([ask(names.resolve4(host)), ask(names.resolve6(host))]);
  const addresses = [...four.found, ...six.found];
  if (addresses.length > 0)
    return [finding("address", "ok", "address_resolves", { host, addresses: addresses.join(", ") }), ...plain];
  const reason = four.reason ?? six.reason;
  return [
    reason === null
      ? finding("address", "failing", "address_missing", { host })
      : finding("address", "warning", "address_unanswered", { host, reason }),
    ...plain,
  ];
}

/** Selectors that providers and guides commonly use. */
const usualSelectors = [
  "default",
  "dkim",
  "mail",
  "smtp",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "selector1",
  "selector2",
  "google",
  "resend",
  "mx",
];

/**
 * Whether mailbox providers will accept e-mails as coming from the sender's domain: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 7489).
 */
export async function checkSender(
  domain: string,
  names: NameServers,
  selector: string | null = null,
): Promise<Finding[]> {
  const findings = await Promise.all([
    checkSpf(domain, names),
    checkDkim(domain, names, selector),
    checkDmarc(domain, names),
  ]);
  return findings.flat();
}

async function checkSpf(domain: string, names: NameServers): Promise<Finding> {
  const { found, reason } = await texts(names, domain);
  if (reason !== null) return finding("mail", "warning", "dns_unanswered", { domain, reason });
  const records = found.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record = ""] = records;
  if (records.length === 0) return finding("mail", "warning", "spf_missing", { domain });
  if (records.length > 1) return finding("mail", "failing", "spf_twice", { domain, count: records.length });
  return /(^| )\+?all( |$)/i.test(record)
    ? finding("mail", "warning", "spf_open", { domain, record })
    : finding("mail", "ok", "spf_found", { domain, record });
}

/** A key can only be looked up by its selector, which the provider defines. */
async function checkDkim(domain: string, names: NameServers, selector: string | null): Promise<Finding> {
  const selectors = selector === null ? usualSelectors : [selector];
  const answers = await Promise.all(selectors.map((one) => texts(names, `${one}._domainkey.${domain}`)));
  const at = answers.findIndex(({ found }) => found.some((text) => /(^|;)\s*p=[A-Za-z0-9+/]/.test(text)));
  if (at >= 0) return finding("mail", "ok", "dkim_found", { domain, selector: selectors[at] ?? "" });
  return selector === null
    ? finding("mail", "off", "dkim_unknown", { domain })
    : finding("mail", "failing", "dkim_missing", { domain, selector });
}

/** The record of a parent domain applies to its subdomains (RFC 7489, 6.6.3). */
async function checkDmarc(domain: string, names: NameServers): Promise<Finding> {
  const labels = domain.split(".");
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const { found, reason } = await texts(names, `_dmarc.${labels.slice(from).join(".")}`);
    if (reason !== null) return finding("mail", "warning", "dns_unanswered", { domain, reason });
    const record = found.find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (record !== undefined) return finding("mail", "ok", "dmarc_found", { domain, record });
  }
  return finding("mail", "warning", "dmarc_missing", { domain });
}

interface TextRecords {
  found: string[];
  /** Why there was no answer; null where the name has no such record. */
  reason: string | null;
}

async function texts(names: NameServers, name: string): Promise<TextRecords> {
  // A record may be split into strings of 255 bytes.
  return ask(names.resolveTxt(name).then((records) => records.map((pieces) => pieces.join(""))));
}

function ask(asking: Promise<string[]>): Promise<TextRecords> {
  return asking.then(
    (found) => ({ found, reason: null }),
    (error: unknown) => {
      const reason = reasonOf(error);
      return { found: [], reason: reason === "ENOTFOUND" || reason === "ENODATA" ? null : reason };
    },
  );
}
