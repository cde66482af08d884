/**
 * Signing with a timestamp authority against signing without, and augmenting a sealed file to B-LTA against reading and
 * hashing it: `npm run bench timestamps`.
 *
 * The authority is an HTTP server on loopback in this process that makes real tokens with node:crypto and a
 * pre-generated key. Its cost is measured and reported separately. The figures contain no network latency.
 *
 * floor            read in 1 MiB chunks, SHA-256
 * without          open, fill one field, hash, CMS with chain, write the tail (tools/bench/signing.ts)
 * with             the same, a request over HTTP, the answer checked, the token embedded
 * to B-LTA         list the signatures, validation data, document timestamp with its request, two tails written
 * its data         an OCSP response and two CRLs made and signed: the same for every size, and reported separately
 */
import { createHash, createPrivateKey, randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { augment } from "@/lib/pades/augmentation/augment";
import { listSignatures } from "@/lib/pades/augmentation/list-signatures";
import { buildOcspQuery } from "@/lib/pades/augmentation/revocation-requests";
import { signFields, type SignPlan } from "@/lib/pades/sign-fields";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { answerTimestampRequest, type TokenPlan } from "@/lib/pades/testing/make-token";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { makeTsaAuthority } from "@/lib/pades/testing/tsa-authority";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { imprintOfSignature, withSignatureTimestamp } from "@/lib/pades/timestamps/signature-timestamp";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { openSegments, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { makeIssuingCertificate, makeRootCertificate } from "@/lib/x509/issued-certificates";
import { makeOcspResponse, makeRevocationList, readOcspRequest } from "@/lib/x509/revocation";
import { localKey } from "@/lib/x509/signing-key";
import { makeKeyPair } from "@/lib/x509/wrapped-key";

const FILE_UUID = "0198f7a2-1111-4222-8333-444455556666";
const ROUNDS = 7;
const SIZES = [
  { label: "1 page, 52 KB", pages: 1, bytes: 52_000, runs: 101 },
  { label: "100 pages, 5 MB", pages: 100, bytes: 5_000_000, runs: 31 },
  { label: "20 pages, 50 MB", pages: 20, bytes: 50_000_000, runs: 7 },
];
/**
 * Per size: limit of augmenting to B-LTA, relative to the floor. Costs independent of the size weigh most on small
 * files.
 */
const BARS = [null, 3, 1.3];

const folder = mkdtempSync(path.join(tmpdir(), "paraph-bench-"));
const chunk = Buffer.alloc(1024 * 1024);

function store(name: string, bytes: Buffer): SegmentPath {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
}

function readAndHash(segments: readonly SegmentPath[]): void {
  const hash = createHash("sha256");
  for (const segment of segments) {
    const fd = openSync(segment.path, "r");
    for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
      hash.update(chunk.subarray(0, count));
    }
    closeSync(fd);
  }
  hash.digest();
}

async function onSegments<T>(
  segments: readonly SegmentPath[],
  use: (source: ReturnType<typeof openSegments>) => Promise<T>,
): Promise<T> {
  const source = openSegments(segments);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

/** The best median of alternating rounds, so that other load affects all of them alike. */
async function compare(
  works: Record<string, () => Promise<void> | void>,
  runs: number,
): Promise<Record<string, number>> {
  const best: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const started = performance.now();
        await work();
        times.push(performance.now() - started);
      }
      times.sort((one, other) => one - other);
      best[name] = Math.min(best[name] ?? Infinity, times[Math.floor(runs / 2)] ?? Infinity);
    }
  }
  return best;
}

const tsa = await makeTsaAuthority();
const plan: TokenPlan = {
  certificate: await tsa.der("tsa"),
  chain: [await tsa.der("root")],
  key: createPrivateKey(readFileSync(tsa.file("tsa.key"))),
};
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request
    .on("data", (part: Buffer) => parts.push(part))
    .on("end", () => response.end(answerTimestampRequest(Buffer.concat(parts), plan)));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const timestamper = httpTimestamper(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);

const authority = await makeTestAuthority();
const [signer, service] = [await authority.issue("Ada Lovelace"), await authority.issue("Bench service")];
const [rootKey, issuingKey] = [await makeKeyPair("p256"), await makeKeyPair("p256")];
const spec = { organization: "bench", now: new Date() };
const root = {
  certificate: await makeRootCertificate(spec, localKey(rootKey.privateKey)),
  key: localKey(rootKey.privateKey),
};
const issuing = {
  certificate: await makeIssuingCertificate(spec, issuingKey.publicKey, root, null),
  key: localKey(issuingKey.privateKey),
};

/** Validation data of this instance for its own document: one OCSP response, one CRL per authority. */
async function evidence() {
  const times = { thisUpdate: new Date(), nextUpdate: new Date(Date.now() + 86_400_000) };
  const query = readOcspRequest(buildOcspQuery(issuing.certificate, root.certificate));
  if (!query) throw new Error("no query");
  const answer = await makeOcspResponse(root, query, () => ({ kind: "good" }), times);
  const lists = await Promise.all([root, issuing].map((one) => makeRevocationList(one, [], 1n, times)));
  return { ocspAnswers: [answer], revocationLists: lists };
}

const stamped: CmsMaker = async (digest) => {
  const cms = await signer.makeCms(digest);
  return withSignatureTimestamp(cms, (await timestamper.stamp(imprintOfSignature(cms))).token);
};

let isMet = true;
try {
  for (const [index, { label, pages, bytes, runs }] of SIZES.entries()) {
    const document = new GrowingDocument(
      makePdf({ pages: Array.from({ length: pages }, () => ({})), sizeBytes: bytes }),
    );
    const box = { leftPt: 100, topPt: 100, widthPt: 200, heightPt: 80 };
    await document.prepare(
      [{ signRequestId: 1, fields: [{ fieldId: 1, type: "signature", pageIndex: 0, box }] }],
      service,
    );
    const released = [store("released", document.bytes)];
    const signPlan: SignPlan = {
      fieldName: signatureFieldName(FILE_UUID, 1),
      content: { kind: "image", image: null, lines: ["Ada Lovelace"] },
      fills: [],
      images: {},
      signedAt: new Date(),
      name: "Ada",
      reason: null,
      expectedSha256: null,
    };
    const signWith = (makeCms: CmsMaker) => () =>
      onSegments(released, async (source) => void store("tail", (await signFields(source, signPlan, makeCms)).tail));
    await document.sign(1, { ...signer, makeCms: stamped });
    await document.seal(service);
    const sealed = [store("sealed", document.bytes)];
    const data = await evidence();
    const figures = await compare(
      {
        floor: () => readAndHash(sealed),
        authority: async () => void (await timestamper.stamp(randomBytes(32))),
        without: signWith(signer.makeCms),
        with: signWith(stamped),
        evidence: async () => void (await evidence()),
        augment: () =>
          onSegments(sealed, async (source) => {
            const signatures = listSignatures(source).map(({ vriKey, parties }) => ({
              vriKey,
              certificates: parties.flatMap((party) => party.certificates),
              ...data,
            }));
            const more = { fileUuid: FILE_UUID, maxPages: 2000, expectedSha256: null, signatures };
            const tails = await augment(source, more, async (digest) => (await timestamper.stamp(digest)).token);
            store("validation", tails.validation);
            store("timestamp", tails.timestamp);
          }),
      },
      runs,
    );
    const {
      floor = 0,
      authority: asking = 0,
      without = 0,
      with: withToken = 0,
      augment: raising = 0,
      evidence: proving = 0,
    } = figures;
    const bar = BARS[index] ?? null;
    const isGood = bar === null || raising / floor <= bar;
    isMet &&= isGood;
    console.log(
      `${label}: read + hash ${floor.toFixed(2)} ms; one timestamp over loopback HTTP, its making by the double included, ${asking.toFixed(2)} ms`,
    );
    console.log(
      `  sign without ${without.toFixed(2)} ms, with TSA ${withToken.toFixed(2)} ms: ratio ${(withToken / without).toFixed(2)}, the timestamp costs ${(withToken - without).toFixed(2)} ms`,
    );
    console.log(
      `  complete to B-LTA ${raising.toFixed(2)} ms: ${(raising / floor).toFixed(2)} of read + hash${bar === null ? "" : ` (bar ${String(bar)}: ${isGood ? "met" : "MISSED"})`}; its data ${proving.toFixed(2)} ms`,
    );
  }
} finally {
  server.close();
  server.closeAllConnections();
  tsa.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isMet ? 0 : 1;
