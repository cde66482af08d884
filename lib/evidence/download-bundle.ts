import { createHash, X509Certificate } from "node:crypto";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { SignRequest } from "@/db/schema/files";
import { authorityPem, sealSigner } from "@/lib/authority/document-signer";
import type { ReadableFile } from "@/lib/documents/access";
import { toBlobs, withPlaces } from "@/lib/documents/segments";
import { withWholeVersion } from "@/lib/documents/whole-version";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { Actor, Ctx } from "@/lib/platform/context";
import { appendDownload } from "@/lib/records/audit/append";
import { bundleReadme } from "./bundle-readme";
import { certificatesIn, certificatesText, withIssuers } from "./certificates-text";
import { closedPart, closingBytes, type ClosingRecord } from "./closing-record";
import { baseName, getCompletedFile, openEvidence } from "./download-evidence";
import { readChain } from "./read-chain";
import type { ChainDocument, ChainEvent } from "./schema";

interface Bundle {
  stream: Readable;
  fileName: string;
}

/**
 * One zip of all that an offline check needs, streamed: the PDFs pass through as they lie, stored and not packed, for requester and told
 * signers. The seal's key signs its closing record. Throws what `getCompletedFile`, `openEvidence`, `sealSigner` and `withWholeVersion` throw,
 * before the first byte.
 */
export async function downloadBundle(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Bundle> {
  const readable = await getCompletedFile(ctx, actor, input);
  const { file } = readable;
  const evidence = await openEvidence(ctx, actor, file);
  return withWholeVersion(ctx, actor, file, "current", async ({ segments, sha256, sizeBytes }) => {
    const certificates = await withPlaces(ctx, file, segments, (places) => bundleCertificates(ctx, places));
    await appendDownload(ctx, actor, file.id, { doc: { sha256, size: sizeBytes }, version: "bundle" });
    const chain = await readableChain(ctx, readable);
    const texts = {
      "README.txt": Buffer.from(bundleReadme(chain)),
      "chain.json": Buffer.from(`${JSON.stringify(chain, null, 1)}\n`),
      "certificates.pem": Buffer.from(certificates),
    };
    const closing = await closingOf(ctx, chain, {
      "README.txt": closedPart(texts["README.txt"]),
      "document.pdf": { size: sizeBytes, sha256 },
      "evidence.pdf": { size: evidence.size, sha256: evidence.sha256 },
      "chain.json": closedPart(texts["chain.json"]),
      "certificates.pem": closedPart(texts["certificates.pem"]),
    });
    const at = { mtime: file.completedAt ?? file.createdAt };
    const zip = new ZipFile();
    zip.addBuffer(texts["README.txt"], "README.txt", at);
    addStream(zip, "document.pdf", sizeBytes, () => ctx.blobs.openAll(toBlobs(file, segments)), at);
    addStream(zip, "evidence.pdf", evidence.size, () => ctx.blobs.openAll([evidence]), at);
    zip.addBuffer(texts["chain.json"], "chain.json", at);
    zip.addBuffer(texts["certificates.pem"], "certificates.pem", at);
    zip.addBuffer(closing.record, "closing.json", at);
    zip.addBuffer(closing.signature, "closing.p7s", at);
    zip.end();
    return { stream: passErrors(zip), fileName: `${baseName(file.name)} (bundle).zip` };
  });
}

async function readableChain(ctx: Ctx, { file, isRequester, signRequest }: ReadableFile): Promise<ChainDocument> {
  const chain = await readChain(ctx, file);
  return isRequester || !signRequest ? chain : chainForSigner(chain, signRequest);
}

async function closingOf(
  ctx: Ctx,
  chain: ChainDocument,
  parts: ClosingRecord["parts"],
): Promise<{ record: Buffer; signature: Buffer }> {
  const [signer, at] = [await sealSigner(ctx), await ctx.now()];
  const record = closingBytes(chain, parts, at);
  return { record, signature: await signer.makeCms(createHash("sha256").update(record).digest()) };
}

/** Opened when its turn comes. */
function addStream(
  zip: ZipFile,
  name: string,
  size: number,
  open: () => Promise<Readable>,
  { mtime }: { mtime: Date },
): void {
  zip.addReadStreamLazy(name, { mtime, size, compress: false }, (callback) => {
    open().then(
      (stream) => callback(null, stream),
      (error: unknown) => callback(error, null as never),
    );
  });
}

/** An error inside ends the answer instead of leaving it open. */
function passErrors(zip: ZipFile): Readable {
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  return stream;
}

/** The certificates of every signature in the document, and those of this service's authorities that they lead to, the root last; PEM with a line of text before each (RFC 7468). */
async function bundleCertificates(ctx: Ctx, segments: readonly SegmentPath[]): Promise<string> {
  const signatures = await ctx.engine.listSignatures(segments);
  const inFile = signatures.flatMap(({ parties }) =>
    parties.flatMap(({ signer, certificates }) => [signer, ...certificates]),
  );
  const own = certificatesIn(await authorityPem(ctx)).filter((certificate) => certificate !== null);
  return certificatesText(
    withIssuers(
      inFile.map((der) => new X509Certificate(der)),
      own,
    ),
  );
}

/** Events that the evidence document reports to everybody anyway. */
const disclosedEvents = new Set(["signed", "declined"]);

/**
 * The chain for a signer: whole, but without personal values other than those of signing, declining and of the signer's own actions. Their salted
 * hashes stay, so that it is checked like any other.
 */
function chainForSigner(chain: ChainDocument, { id, email }: Pick<SignRequest, "id" | "email">): ChainDocument {
  const own = new Set(
    chain.personal.filter(({ path, value }) => path === "actor.email" && value === email).map(({ seq }) => seq),
  );
  const isShown = (event: ChainEvent | undefined): boolean =>
    event !== undefined && (disclosedEvents.has(event.type) || own.has(event.seq) || event.actor.signRequestId === id);
  return {
    ...chain,
    personal: chain.personal.filter(({ seq, path }) => isShown(chain.data[seq]) || path === "data.name"),
  };
}
