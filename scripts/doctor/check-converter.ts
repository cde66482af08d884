import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import { finding, reasonOf, type Finding } from "./finding";

const patienceMs = 20_000;

/** Starts LibreOffice, or asks the service of CONVERT_URL whether it is well (`GET /health` of Gotenberg). Converts nothing. */
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
