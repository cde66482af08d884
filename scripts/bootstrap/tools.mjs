import { spawnSync } from "node:child_process";

/** The programs of others that judge our PDFs in the tests, and the Debian packages that bring them. The product needs none. */
const tools = [
  { program: "pdfsig", aptPackage: "poppler-utils" },
  { program: "pdftoppm", aptPackage: "poppler-utils" },
  { program: "qpdf", aptPackage: "qpdf" },
  { program: "mutool", aptPackage: "mupdf-tools" },
  { program: "openssl", aptPackage: "openssl" },
];

/** Installs what is missing where it can (root, apt-get); elsewhere ends with one line that says what to install. */
export function installMissingTools() {
  const missing = findMissing();
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((tool) => tool.aptPackage))];
  if (process.getuid?.() === 0 && isRunnable("apt-get")) aptInstall(packages);
  const left = findMissing();
  if (left.length === 0) return;
  console.error(`The tests judge PDFs by outside tools. Please install: ${left.map((tool) => tool.program).join(", ")} (Debian: apt-get install ${packages.join(" ")})`);
  process.exit(1);
}

function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")} for the tests …`);
  const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
}

function findMissing() {
  return tools.filter((tool) => !isRunnable(tool.program));
}

/** A program that exists starts, whatever it then says about its arguments. */
function isRunnable(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
