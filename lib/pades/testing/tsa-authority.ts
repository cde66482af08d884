import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const keyArguments = {
  p256: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  rsa2048: ["-newkey", "rsa:2048"],
};

const CONFIG = `
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[ca]
default_ca = root
[root]
database = index
certificate = root.pem
private_key = root.key
default_md = sha256
default_crl_days = 7
crlnumber = crlnumber
[req]
distinguished_name = name
[name]
`;

export interface TsaAuthorityOptions {
  kind?: keyof typeof keyArguments;
  /** Origin of the OCSP and CRL URLs in the certificates; without it they contain none. */
  origin?: string;
  /** Replaces the critical timeStamping purpose. */
  purpose?: string;
  /** Validity of the timestamping certificate in days. */
  days?: number;
}

/** A root, a time-stamping authority and an OCSP responder below it, made by openssl in a folder. */
export type TsaAuthority = Awaited<ReturnType<typeof makeTsaAuthority>>;

export async function makeTsaAuthority({
  kind = "p256",
  origin,
  purpose = "critical,timeStamping",
  days = 3650,
}: TsaAuthorityOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-tsa-"));
  const file = (name: string): string => path.join(folder, name);
  const openssl = async (...args: string[]): Promise<string> => (await run("openssl", args, { cwd: folder })).stdout;
  const places =
    origin === undefined
      ? []
      : [
          `authorityInfoAccess=OCSP;URI:${origin}/ocsp,caIssuers;URI:${origin}/root.cer`,
          `crlDistributionPoints=URI:${origin}/list.crl`,
        ];
  writeFileSync(file("config"), CONFIG);
  writeFileSync(file("serial"), "1000\n");
  writeFileSync(file("crlnumber"), "01\n");
  writeFileSync(file("index"), "");

  async function make(name: string, serial: string, extensions: readonly string[], lifetime = 3650): Promise<void> {
    const isRoot = name === "root";
    const subject = [
      "-subj",
      `/O=Time Tests/CN=Time ${name}`,
      "-keyout",
      `${name}.key`,
      "-nodes",
      "-config",
      "config",
      ...keyArguments[kind],
    ];
    await openssl("req", "-new", ...subject, "-out", `${name}.csr`);
    writeFileSync(file(`${name}.ext`), ["subjectKeyIdentifier=hash", ...extensions].join("\n"));
    const signedBy = isRoot ? ["-signkey", "root.key"] : ["-CA", "root.pem", "-CAkey", "root.key"];
    await openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-days",
      String(lifetime),
      "-set_serial",
      `0x${serial}`,
      "-extfile",
      `${name}.ext`,
      ...signedBy,
      "-out",
      `${name}.pem`,
    );
    appendFileSync(file("index"), `V\t490101000000Z\t\t${serial}\tunknown\t/CN=${name}\n`);
  }

  await make("root", "01", ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"]);
  await make("tsa", "02", ["keyUsage=critical,digitalSignature", `extendedKeyUsage=${purpose}`, ...places], days);
  await make("responder", "03", [
    "keyUsage=critical,digitalSignature",
    "extendedKeyUsage=OCSPSigning",
    "noCheck=ignored",
  ]);

  /**
   * TimeStampReq to TimeStampResp by `openssl ts`. Calls run one after the other, because they share a file of serial
   * numbers.
   */
  let last: Promise<unknown> = Promise.resolve();
  function reply(query: Buffer): Promise<Buffer> {
    const mine = last.then(async () => {
      writeFileSync(file("query"), query);
      await openssl("ts", "-reply", "-config", "config", "-queryfile", "query", "-out", "reply");
      return readFileSync(file("reply"));
    });
    last = mine.catch(() => undefined);
    return mine;
  }

  /** OCSPRequest to OCSPResponse by `openssl ocsp`, signed by `signer`. */
  async function answerOcsp(request: Buffer, signer: "responder" | "root" | "tsa" = "responder"): Promise<Buffer> {
    writeFileSync(file("request"), request);
    await openssl(
      "ocsp",
      "-index",
      "index",
      "-CA",
      "root.pem",
      "-rsigner",
      `${signer}.pem`,
      "-rkey",
      `${signer}.key`,
      "-reqin",
      "request",
      "-respout",
      "response",
      "-ndays",
      "7",
    );
    return readFileSync(file("response"));
  }

  async function revocationList(): Promise<Buffer> {
    await openssl("ca", "-gencrl", "-config", "config", "-out", "list.pem");
    await openssl("crl", "-in", "list.pem", "-outform", "DER", "-out", "list.crl");
    return readFileSync(file("list.crl"));
  }

  /** Revokes the timestamping certificate as of now. */
  function revoke(): void {
    const index = readFileSync(file("index"), "utf8");
    writeFileSync(file("index"), index.replace(/^V\t(\d+Z)\t\t02/m, "R\t$1\t260101000000Z,keyCompromise\t02"));
  }

  async function der(name: "root" | "tsa" | "responder"): Promise<Buffer> {
    await openssl("x509", "-in", `${name}.pem`, "-outform", "DER", "-out", `${name}.der`);
    return readFileSync(file(`${name}.der`));
  }

  return {
    file,
    openssl,
    reply,
    answerOcsp,
    revocationList,
    revoke,
    der,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
