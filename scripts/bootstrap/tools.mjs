import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Third-party programs that check our PDFs and pages in the tests, and the Debian packages that contain them. The
 * product needs none of them, except LibreOffice to convert office files.
 */
const tools = [
  { program: "pdfsig", aptPackage: "poppler-utils" },
  { program: "pdftoppm", aptPackage: "poppler-utils" },
  { program: "qpdf", aptPackage: "qpdf" },
  { program: "mutool", aptPackage: "mupdf-tools" },
  { program: "openssl", aptPackage: "openssl" },
  { program: "softhsm2-util", aptPackage: "softhsm2" },
  { program: "pkcs11-tool", aptPackage: "opensc" },
  { program: "pgbouncer", aptPackage: "pgbouncer" },
  { program: "faketime", aptPackage: "faketime" },
  { program: "soffice", aptPackage: "libreoffice-writer-nogui" },
  { program: "chromium", aptPackage: "chromium-headless-shell", isThere: async () => (await findChromium()) !== null },
];

/** Installs missing programs if it can (root, apt-get); otherwise exits with one line that names the missing ones. */
export async function installMissingTools() {
  const missing = await findMissing();
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((tool) => tool.aptPackage))];
  if (process.getuid?.() === 0 && isRunnable("apt-get")) aptInstall(packages);
  const left = await findMissing();
  if (left.length === 0) return;
  const chromiumWords = left.some((tool) => tool.program === "chromium")
    ? "; Chromium also: npx playwright install chromium"
    : "";
  console.error(
    `The tests judge PDFs and pages by outside tools. Please install: ${left.map((tool) => tool.program).join(", ")} (Debian: apt-get install ${packages.join(" ")}${chromiumWords})`,
  );
  process.exit(1);
}

function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")} for the tests …`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
}

async function findMissing() {
  const found = await Promise.all(tools.map((tool) => tool.isThere?.() ?? isRunnable(tool.program)));
  return tools.filter((_tool, index) => !found[index]);
}

/** An installed program starts, whatever it prints about its arguments. */
function isRunnable(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** The headless shell comes first: without the browser's window, pages take a third less time. */
const systemNames = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/**
 * The path of a Chromium that the browser tests can drive: Playwright's own, or else the system's; null when there is
 * none.
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const candidates = systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}
