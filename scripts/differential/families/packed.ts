import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { integer, pick, truths, type Draw, type Family } from "../family";
import { sheet, stream } from "../raw-file";

/** What qpdf makes of a file of two pages; it exits with 3 where it only warns. */
function rewritten(draw: Draw, options: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "differential-qpdf-"));
  try {
    const { one, two } = truths(draw);
    const [from, to] = [path.join(folder, "in.pdf"), path.join(folder, "out.pdf")];
    writeFileSync(
      from,
      sheet({
        content: one,
        objects: {
          2: "<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2>>",
          6: stream(two),
          7: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>",
        },
      }),
    );
    execFileSync("qpdf", ["--static-id", "--static-aes-iv", "--compress-streams=n", ...options, from, to], {
      stdio: "ignore",
    });
    return readFileSync(to, "latin1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const linear = (draw: Draw): string => rewritten(draw, ["--linearize"]);
const asBytes = (text: string): Buffer => Buffer.from(text, "latin1");

const linearized: Family = {
  name: "linearized files",
  constructs: [
    ["sound", (draw) => asBytes(linear(draw))],
    ["of another length", (draw) => asBytes(linear(draw).replace(/\/L \d/, `/L ${integer(draw, 1, 8)}`))],
    [
      "with another first page",
      (draw) =>
        asBytes(
          linear(draw).replace(
            /\/O (\d+)/,
            (_, num: string) => `/O ${String(integer(draw, 1, 9)).padStart(num.length, "0")}`,
          ),
        ),
    ],
    ["with another count of pages", (draw) => asBytes(linear(draw).replace(/\/N 2/, `/N ${integer(draw, 1, 9)}`))],
    ["with bytes behind the end", (draw) => asBytes(`${linear(draw)}${"\n% more".repeat(integer(draw, 1, 20))}\n`)],
    [
      "whose first section says that an object lies elsewhere",
      (draw) => {
        const text = linear(draw);
        const at = text.indexOf(" 00000 n", text.indexOf("xref\n"));
        return asBytes(`${text.slice(0, at - 1)}${integer(draw, 1, 9)}${text.slice(at)}`);
      },
    ],
    [
      "with a later revision",
      (draw) => {
        const text = linear(draw);
        const startXref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? "0";
        const num = /\/Contents (\d+) 0 R/.exec(text)?.[1] ?? "4";
        const size = /\/Size (\d+)/.exec(text)?.[1] ?? "9";
        const root = /\/Root (\d+ 0 R)/.exec(text)?.[1] ?? "1 0 R";
        const at = text.length;
        const body = `${num} 0 obj\n${stream("BT /F 18 Tf 40 300 Td (Pay EUR 999999) Tj ET")}\nendobj\n`;
        return asBytes(
          `${text}${body}xref\n${num} 1\n${String(at).padStart(10, "0")} 00000 n \ntrailer\n<</Size ${size}/Root ${root}/Prev ${startXref}>>\nstartxref\n${at + body.length}\n%%EOF\n`,
        );
      },
    ],
  ],
};

const ciphers: readonly (readonly string[])[] = [
  ["40", "--"],
  ["128", "--use-aes=n", "--"],
  ["128", "--use-aes=y", "--"],
  ["256", "--"],
];
const locked = (draw: Draw, user = "", more: readonly string[] = []): string => {
  const [bits = "256", ...rest] = pick(draw, ciphers);
  return rewritten(draw, [
    "--allow-weak-crypto",
    "--encrypt",
    user,
    "owner",
    bits,
    ...(bits === "40" ? [] : more),
    ...rest,
  ]);
};

const encryption: Family = {
  name: "encryption",
  constructs: [
    ["with an empty password", (draw) => asBytes(locked(draw))],
    ["with a password", (draw) => asBytes(locked(draw, "secret"))],
    [
      "with metadata in clear",
      (draw) =>
        asBytes(rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--cleartext-metadata", "--"])),
    ],
    [
      "with /Encrypt of null behind it",
      (draw) => asBytes(locked(draw).replace(/\/Encrypt (\d+) 0 R/, (whole) => `${whole}/Encrypt null`)),
    ],
    [
      "with an /Encrypt that is missing",
      (draw) =>
        asBytes(
          locked(draw).replace(/\/Encrypt (\d+) 0 R/, (_, num: string) => `/Encrypt ${"9".repeat(num.length)} 0 R`),
        ),
    ],
    [
      "with a content that names the identity filter",
      (draw) =>
        asBytes(
          rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--"]).replace(
            /\/StmF \/StdCF/,
            "/StmF /Identity",
          ),
        ),
    ],
    [
      "with strings in clear",
      (draw) =>
        asBytes(
          rewritten(draw, ["--encrypt", "", "owner", "128", "--use-aes=y", "--"]).replace(
            /\/StrF \/StdCF/,
            "/StrF /Identity",
          ),
        ),
    ],
    ["with an unknown handler", (draw) => asBytes(locked(draw).replace("/Filter /Standard", "/Filter /Standerd"))],
    ["with an unknown version", (draw) => asBytes(locked(draw).replace(/\/V (\d)/, `/V ${integer(draw, 6, 9)}`))],
  ],
};

export const packedFamilies: readonly Family[] = [linearized, encryption];
