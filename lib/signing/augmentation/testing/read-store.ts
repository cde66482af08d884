import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The contents of a /DSS, as read by qpdf. */
export interface ReadStore {
  certificates: Buffer[];
  ocspAnswers: Buffer[];
  revocationLists: Buffer[];
  /** The number of references in each entry of /VRI. */
  entries: Map<string, { certificates: number; ocspAnswers: number; revocationLists: number }>;
}

type Values = Record<string, unknown>;

/** Throws when there is none. */
export function storeOf(pdf: Buffer): ReadStore {
  return inFolder((folder) => {
    writeFileSync(path.join(folder, "document.pdf"), pdf);
    const json = execFileSync(
      "qpdf",
      ["--json=2", "--json-stream-data=inline", "--decode-level=none", "document.pdf"],
      { cwd: folder, maxBuffer: 1 << 28 },
    );
    const [, objects] = (
      JSON.parse(json.toString()) as { qpdf: [unknown, Record<string, { value?: unknown; stream?: { data: string } }>] }
    ).qpdf;
    const at = (value: unknown): unknown =>
      typeof value === "string" && / R$/.test(value) ? objects[`obj:${value}`]?.value : value;
    const streams = (list: unknown): Buffer[] =>
      ((at(list) ?? []) as string[]).map((ref) => Buffer.from(objects[`obj:${ref}`]?.stream?.data ?? "", "base64"));
    const catalog = at((objects.trailer?.value as Values)["/Root"]) as Values;
    const store = at(catalog["/DSS"]) as Values;
    const count = (entry: Values, key: string): number => ((at(entry[key]) ?? []) as unknown[]).length;
    const entries = Object.entries((at(store["/VRI"]) ?? {}) as Values).map(
      ([key, ref]): [string, ReturnType<ReadStore["entries"]["get"]> & object] => {
        const entry = at(ref) as Values;
        return [
          key.slice(1),
          {
            certificates: count(entry, "/Cert"),
            ocspAnswers: count(entry, "/OCSP"),
            revocationLists: count(entry, "/CRL"),
          },
        ];
      },
    );
    return {
      certificates: streams(store["/Certs"]),
      ocspAnswers: streams(store["/OCSPs"]),
      revocationLists: streams(store["/CRLs"]),
      entries: new Map(entries),
    };
  });
}

/** openssl's report about the CRLs and OCSP responses, each checked against one of the authorities. */
export async function readStore(
  pdf: Buffer,
  authorities: readonly Buffer[],
): Promise<{ lists: string[]; answers: string[] }> {
  const { revocationLists, ocspAnswers } = storeOf(pdf);
  return inFolder((folder) => {
    const pem = authorities
      .map(
        (der) =>
          `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
      )
      .join("");
    writeFileSync(path.join(folder, "ca.pem"), pem);
    const openssl = (bytes: Buffer, args: string): string => {
      writeFileSync(path.join(folder, "data"), bytes);
      return execFileSync("sh", ["-c", `openssl ${args} 2>&1 || true`], { cwd: folder }).toString();
    };
    return {
      lists: revocationLists.map((list) => openssl(list, "crl -inform DER -in data -CAfile ca.pem -noout").trim()),
      answers: ocspAnswers.map((answer) =>
        openssl(answer, "ocsp -respin data -CAfile ca.pem -verify_other ca.pem -resp_text"),
      ),
    };
  });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-store-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
