import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { appendDownload } from "@/lib/audit/append-download";
import { sealSigner } from "@/lib/authority/document-signer";
import type { Actor, Ctx } from "@/lib/context";
import type { ReadableFile } from "@/lib/files/access";
import { toBlobs, toPlaces } from "@/lib/files/segments";
import { withWholeVersion } from "@/lib/files/whole-version";
import { baseName } from "./base-name";
import { bundleCertificates } from "./bundle-certificates";
import { bundleReadme } from "./bundle-readme";
import { closedPart, closingBytes, type ClosingRecord } from "./closing-record";
import { getCompletedFile } from "./completed-file";
import { openEvidence } from "./open-evidence";
import { readChain } from "./read-chain";
import { chainForSigner } from "./reader-chain";
import type { ChainDocument } from "./schema";

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
    const certificates = await bundleCertificates(ctx, toPlaces(ctx, file, segments));
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
    addStream(zip, "evidence.pdf", evidence.size, () => ctx.blobs.open(evidence.key), at);
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

/** What goes wrong inside ends the answer instead of leaving it open. */
function passErrors(zip: ZipFile): Readable {
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  return stream;
}
