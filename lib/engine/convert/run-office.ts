import { spawn, spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { EngineLostError } from "@/lib/engine/lines/waiting-line";
import type { OfficeType } from "@/lib/engine/office/clean-office";
import { officeDamaged } from "@/lib/engine/office/office-error";
import { PdfError } from "@/lib/pdf/syntax/errors";

interface OfficeRun {
  program: string;
  type: OfficeType;
  /** A cleaned file (`cleanOffice`). */
  file: string;
  outputPath: string;
  limitMs: number;
  maxBytes: number;
  /** The command that wraps LibreOffice. The default removes its network access. */
  wrapper?: readonly string[];
}

/** The filter is given explicitly, so that no file is read as another type. */
const filters: Readonly<Record<OfficeType, string>> = {
  docx: "MS Word 2007 XML",
  odt: "writer8",
  rtf: "Rich Text Format",
};
const exported = JSON.stringify({
  UseTaggedPDF: { type: "boolean", value: "true" },
  ExportFormFields: { type: "boolean", value: "false" },
  ExportNotes: { type: "boolean", value: "false" },
  ReduceImageResolution: { type: "boolean", value: "false" },
  Quality: { type: "long", value: "92" },
});
/**
 * Limit of the address space, most of which is never touched: a short contract takes less than 1 GB of it, and 150 MB
 * of memory.
 */
const addressKib = 2 * 1024 * 1024;

/**
 * Converts a cleaned office file with LibreOffice, in a separate process group and with a fresh profile: without
 * network access where the system allows that, without macros, and with limits on memory, CPU time and written bytes.
 * It is killed at `limitMs`. Throws PdfError `office_damaged`, `too_large`.
 */
export async function runOffice(run: OfficeRun): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "paraph-office-"));
  try {
    const input = path.join(folder, `document.${run.type}`);
    await mkdir(path.join(folder, "profile", "user"), { recursive: true });
    await writeFile(path.join(folder, "profile", "user", "registrymodifications.xcu"), profile);
    await copyFile(run.file, input);
    await execute(run, folder, input);
    const made = path.join(folder, "out", "document.pdf");
    const size = await stat(made).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) throw officeDamaged("LibreOffice wrote no PDF");
    if (size > run.maxBytes) throw new PdfError("too_large", `${size} bytes as a PDF`);
    await copyFile(made, run.outputPath);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function execute(
  { program, type, limitMs, maxBytes, wrapper = withoutNetwork() }: OfficeRun,
  folder: string,
  input: string,
): Promise<void> {
  const seconds = Math.ceil(limitMs / 1000);
  // In blocks of 512 bytes. The limit applies to each file, including LibreOffice's temporary files.
  const limits = `ulimit -v ${addressKib} && ulimit -t ${seconds} && ulimit -f ${Math.ceil((2 * maxBytes) / 512)} && ulimit -c 0 && exec "$@"`;
  const command = [
    ...wrapper,
    program,
    "--headless",
    "--norestore",
    "--nolockcheck",
    "--nodefault",
    "--nofirststartwizard",
    `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`,
    `--infilter=${filters[type]}`,
    "--convert-to",
    `pdf:writer_pdf_Export:${exported}`,
    "--outdir",
    path.join(folder, "out"),
    input,
  ];
  const environment = {
    NODE_ENV: "production",
    HOME: folder,
    TMPDIR: folder,
    PATH: `${path.dirname(program)}:/usr/local/bin:/usr/bin:/bin`,
    LANG: "C.UTF-8",
    SAL_USE_VCLPLUGIN: "svp",
    ...unreachableProxies,
  } as const;
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...command], {
    cwd: folder,
    detached: true,
    stdio: "ignore",
    env: environment,
  });
  let isLate = false;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, limitMs);
    child.once("error", () => {
      clearTimeout(timer);
      reject(new EngineLostError("LibreOffice cannot be started"));
    });
    child.once("exit", () => {
      clearTimeout(timer);
      // Also ends its child processes.
      endGroup(child.pid);
      resolve();
    });
  });
  if (isLate) throw new PdfError("too_large", `LibreOffice takes longer than ${limitMs} ms`);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

const nowhere = "http://127.0.0.1:9";
const unreachableProxies = { http_proxy: nowhere, https_proxy: nowhere, ftp_proxy: nowhere, ALL_PROXY: nowhere };

let namespace: readonly string[] | null = null;

/**
 * The command for a network namespace without devices (Linux, where user namespaces are allowed). Elsewhere only the
 * cleaned file, the settings and the proxy protect.
 */
function withoutNetwork(): readonly string[] {
  namespace ??=
    [
      ["unshare", "--net"],
      ["unshare", "--net", "--map-root-user"],
    ].find(
      ([name = "", ...options]) =>
        spawnSync(/* turbopackIgnore: true */ name, [...options, "true"], { stdio: "ignore" }).status === 0,
    ) ?? [];
  return namespace;
}

const item = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** LibreOffice settings: no macros, no updates of links, no external pictures, no network access. */
const profile = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  item("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
  item("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
  item("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
  item("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
  item("Office.Common/Java/ApplicationSettings", "Enable", "false"),
  item("Office.Writer/Content/Update", "Link", "2"),
  item("Inet/Settings", "ooInetProxyType", "2"),
  item("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
  item("Inet/Settings", "ooInetHTTPProxyPort", "9"),
  item("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
  item("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
  item("Setup/Office", "ooSetupInstCompleted", "true"),
  "</oor:items>",
].join("\n");
