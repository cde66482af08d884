import { spawn } from "node:child_process";
import type { KeyObject } from "node:crypto";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { GateFullError, makeWorkGate } from "@/lib/platform/secrets/argon2-hasher";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import { KeyServiceError, type KeyServiceFault } from "@/lib/x509/key-service-error";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import { assertSameKey, readPublicKey } from "./call-key-service";

type Place = RemoteKeyPlace & { kind: "pkcs11" };

const service = "the PKCS #11 token";
/** Milliseconds for one run. A network HSM logs in within one or two seconds. */
const timeoutMs = 6_000;
const longestAnswer = 64 * 1024;
/** Runs are serialized: SoftHSM, for one, fails to find its token while several processes open it. */
const runsAtOnce = 1;
const longestQueue = 64;
const tries = 3;
/** The DigestInfo prefix for SHA-256 (RFC 8017 section 9.2). */
const digestInfo = Buffer.from("3031300d060960864801650304020105000420", "hex");

/**
 * A key in a PKCS #11 token, used through OpenSC's `pkcs11-tool`. The vendor's library is native code that may crash
 * or hang, so it runs in a separate process and is not installed with this service (decision 62). The token must hold
 * the public key too. Throws KeyServiceError.
 */
export async function openPkcs11(place: Place, expected: KeyObject): Promise<DigestSigner> {
  const der = await runWithRetries(place, ["--read-object", "--type", "pubkey"], null);
  assertSameKey(service, readPublicKey(service, { key: der, format: "der", type: "spki" }), expected);
  const gate = makeWorkGate({ atOnce: runsAtOnce, waiting: longestQueue });
  const mechanism = isRsa(expected)
    ? ["--mechanism", "RSA-PKCS"]
    : ["--mechanism", "ECDSA", "--signature-format", "openssl"];
  return {
    sign: (digest) =>
      gate
        .run(() =>
          runWithRetries(
            place,
            ["--sign", ...mechanism],
            isRsa(expected) ? Buffer.concat([digestInfo, digest]) : digest,
          ),
        )
        .catch(refuseWhenFull),
  };
}

function refuseWhenFull(error: unknown): never {
  throw error instanceof GateFullError ? new KeyServiceError({ code: "queue_full", service }) : error;
}

/**
 * Retries, because another process may be using the token. A wrong PIN is tried only once, because a token locks
 * after a few.
 */
async function runWithRetries(place: Place, operation: string[], input: Buffer | null): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await outgoing("key_service", "pkcs11", () => run(place, operation, input)).catch(
      (error: unknown) => error,
    );
    if (Buffer.isBuffer(outcome)) return outcome;
    const isFinal = !(outcome instanceof KeyServiceError) || isAboutPin(outcome);
    if (isFinal || attempt === tries) throw outcome;
  }
}

function run({ module, token, id }: Place, operation: string[], input: Buffer | null): Promise<Buffer> {
  const args = [
    "--module",
    module,
    "--token-label",
    token,
    "--login",
    "--pin",
    "env:PKCS11_PIN",
    ...operation,
    "--id",
    id,
  ];
  return new Promise((resolve, reject) => {
    // The PIN is passed in the environment, because every user of the machine can read the arguments of a process.
    const child = spawn("pkcs11-tool", args, {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    const output: Buffer[] = [];
    let length = 0;
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestAnswer) output.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors = (errors + chunk).slice(-2000)));
    child.stdin.on("error", () => undefined).end(input ?? "");
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new KeyServiceError(
          error.code === "ENOENT"
            ? { code: "tool_missing" }
            : { code: "tool_failed", systemCode: error.code ?? "no reason" },
        ),
      ),
    );
    child.on("close", (status, signal) => {
      if (status === 0 && length <= longestAnswer) resolve(Buffer.concat(output));
      else reject(refusal(errors, signal));
    });
  });
}

function isAboutPin({ fault }: KeyServiceError): boolean {
  return fault.code === "refused" && fault.serviceCode.startsWith("CKR_PIN_");
}

function refusal(errors: string, signal: NodeJS.Signals | null): KeyServiceError {
  return new KeyServiceError(faultOf(errors, signal));
}

/** With the PKCS #11 name of the error, such as CKR_PIN_INCORRECT. The tool's other output can contain object names. */
function faultOf(errors: string, signal: NodeJS.Signals | null): KeyServiceFault {
  if (signal === "SIGKILL") return { code: "timeout", service, ms: timeoutMs };
  const serviceCode = /CKR_\w+/.exec(errors)?.[0];
  if (serviceCode !== undefined) return { code: "refused", service, status: null, serviceCode };
  return signal ? { code: "ended", service, signal } : { code: "no_such_key", service };
}
