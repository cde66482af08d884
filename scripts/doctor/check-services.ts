import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createTransport } from "nodemailer";
import type { CertificateEnd } from "@/lib/authority/authorities";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { blobKey, type BlobStore } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { Config } from "@/lib/platform/config";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import { dayMs } from "@/lib/platform/locale/format";
import { checkSender, type NameServers } from "./check-names";
import { finding, reasonOf, type Finding } from "./finding";

/** Connects to the provider as for sending, and looks up the sender's domain. Sends nothing. */
export async function checkMail(
  mail: Config["mail"],
  names: NameServers,
  selector: string | null = null,
): Promise<Finding[]> {
  if (mail.kind === "inbox") return [finding("mail", "warning", "mail_kept")];
  const provider = mail.kind === "smtp" ? await checkSmtp(mail.url) : finding("mail", "ok", "mail_by_resend");
  const domain = /@([^\s>]+)/.exec(mail.from)?.[1]?.toLowerCase() ?? "";
  if (domain === "" || domain === "localhost") return [provider, finding("mail", "failing", "mail_sender_missing")];
  return [provider, ...(await checkSender(domain, names, selector))];
}

async function checkSmtp(url: string): Promise<Finding> {
  const server = new URL(url).host;
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 });
  try {
    await transport.verify();
    return finding("mail", "ok", "mail_connected", { server });
  } catch (error) {
    return finding("mail", "failing", "mail_refused", { server, reason: reasonOf(error) });
  } finally {
    transport.close();
  }
}

/** Writes, reads and deletes bytes under a document that does not exist. Leftovers are swept like any orphan. */
export async function checkStorage(blobs: BlobStore, place: string): Promise<Finding> {
  const bytes = randomBytes(1024);
  const key = blobKey(randomUUID(), sha256Hex(bytes));
  try {
    await blobs.put(key, bytes);
    await blobs.verifyStored({ key, size: bytes.length });
    await blobs.remove(key);
    if (await blobs.has(key)) throw new Error("it is still there");
    return finding("storage", "ok", "storage_works", { place });
  } catch (error) {
    return finding("storage", "failing", "storage_fails", { place, reason: reasonOf(error) });
  }
}

export async function checkTimestamps({
  tsaUrl,
  trustedRoots,
}: Pick<Config, "tsaUrl" | "trustedRoots">): Promise<Finding[]> {
  if (tsaUrl === null) return [finding("timestamps", "off", "timestamps_off")];
  const timestamper = httpTimestamper(tsaUrl);
  const { url } = timestamper;
  const startedAt = performance.now();
  try {
    const { at } = await timestamper.stamp(createHash("sha256").update(randomBytes(32)).digest());
    const ms = Math.round(performance.now() - startedAt);
    const seconds = roundedSeconds(at.getTime() - Date.now());
    return [
      finding("timestamps", "ok", "timestamps_work", { url, ms }),
      ...(trustedRoots === null ? [finding("timestamps", "warning", "timestamps_untrusted")] : []),
      finding("clock", Math.abs(seconds) > clockSeconds.warning ? "warning" : "ok", "clock_of_authority", { seconds }),
    ];
  } catch (error) {
    return [finding("timestamps", "failing", "timestamps_fail", { url, reason: reasonOf(error) })];
  }
}

/** AWS refuses requests from a clock that is off by five minutes; retention pauses at one hour. */
const clockSeconds = { warning: 5, failing: 60 };

/**
 * `readDatabaseMs`: milliseconds since 1970 by the database's clock, read at some moment between request and answer.
 */
export async function checkClock(
  readDatabaseMs: () => Promise<number>,
  now: () => number = () => Date.now(),
): Promise<Finding> {
  const before = now();
  const databaseMs = await readDatabaseMs();
  const after = now();
  const seconds = roundedSeconds(databaseMs - (before + after) / 2);
  const size = Math.abs(seconds) - (after - before) / 2000;
  const state = size > clockSeconds.failing ? "failing" : size > clockSeconds.warning ? "warning" : "ok";
  return finding("clock", state, state === "ok" ? "clock_agrees" : "clock_differs", { seconds });
}

function roundedSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

const warningDays = 30;
export function checkCertificates(ends: readonly CertificateEnd[], now: Date): Finding[] {
  if (ends.length === 0) return [finding("certificates", "off", "certificates_none")];
  return ends.map(({ role, expiresAt }) => {
    const facts = { role, day: expiresAt.toISOString().slice(0, 10) };
    const left = expiresAt.getTime() - now.getTime();
    if (left <= 0) return finding("certificates", "failing", "certificate_ended", facts);
    return left < warningDays * dayMs
      ? finding("certificates", "warning", "certificate_ends", facts)
      : finding("certificates", "ok", "certificate_valid", facts);
  });
}

const patienceMs = 20_000;

/**
 * Starts LibreOffice, or requests the health of the service at CONVERT_URL (`GET /health` of Gotenberg). Converts
 * nothing.
 */
export async function checkConverter(converter: ConverterConfig | null): Promise<Finding> {
  if (converter === null) return finding("converter", "off", "converter_none");
  return converter.kind === "program" ? checkProgram(converter.path) : checkService(converter.url);
}

async function checkProgram(program: string): Promise<Finding> {
  const profile = await mkdtemp(path.join(tmpdir(), "paraph-doctor-"));
  try {
    const options = [`-env:UserInstallation=${pathToFileURL(profile).href}`, "--version"];
    const { stdout } = await promisify(execFile)(program, options, { timeout: patienceMs });
    return finding("converter", "ok", "converter_starts", { program, version: stdout.trim().split("\n")[0] ?? "" });
  } catch (error) {
    return finding("converter", "failing", "converter_fails", { place: program, reason: reasonOf(error) });
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function checkService(url: string): Promise<Finding> {
  const { host } = new URL(url);
  try {
    const { status } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
    if (status === 200) return finding("converter", "ok", "converter_answers", { host });
    return finding("converter", "failing", "converter_fails", { place: host, reason: `status ${status}` });
  } catch (error) {
    return finding("converter", "failing", "converter_fails", { place: host, reason: reasonOf(error) });
  }
}
