import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import type { ReadableFile } from "@/lib/files/access";
import { toBlobs, toPlaces } from "@/lib/files/segments";
import { withWholeVersion } from "@/lib/files/whole-version";
import { baseName } from "./base-name";
import { bundleCertificates } from "./bundle-certificates";
import { bundleReadme } from "./bundle-readme";
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
 * signers. Throws what `getCompletedFile`, `openEvidence` and `withWholeVersion` throw, before the first byte.
 */
export async function downloadBundle(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Bundle> {
  const readable = await getCompletedFile(ctx, actor, input);
  const { file } = readable;
  const evidence = await openEvidence(ctx, actor, file);
  return withWholeVersion(ctx, actor, file, "current", async ({ segments, sha256, sizeBytes }) => {
    const certificates = await bundleCertificates(ctx, toPlaces(ctx, file, segments));
    await ctx.tx((tx) => appendAuditEvent(tx, actor, file.id, { type: "file.downloaded", doc: { sha256, size: sizeBytes }, data: { version: "bundle" } }));
    const chain = await readableChain(ctx, readable);
    const at = { mtime: file.completedAt ?? file.createdAt };
    const zip = new ZipFile();
    addText(zip, "README.txt", bundleReadme(chain), at);
    addStream(zip, "document.pdf", sizeBytes, () => ctx.blobs.openAll(toBlobs(file, segments)), at);
    addStream(zip, "evidence.pdf", evidence.size, () => ctx.blobs.open(evidence.key), at);
    addText(zip, "chain.json", `${JSON.stringify(chain, null, 1)}\n`, at);
    addText(zip, "certificates.pem", certificates, at);
    zip.end();
    return { stream: passErrors(zip), fileName: `${baseName(file.name)} (bundle).zip` };
  });
}

async function readableChain(ctx: Ctx, { file, isRequester, signRequest }: ReadableFile): Promise<ChainDocument> {
  const chain = await readChain(ctx, file);
  return isRequester || !signRequest ? chain : chainForSigner(chain, signRequest);
}

function addText(zip: ZipFile, name: string, text: string, { mtime }: { mtime: Date }): void {
  zip.addBuffer(Buffer.from(text), name, { mtime });
}

/** Opened when its turn comes. */
function addStream(zip: ZipFile, name: string, size: number, open: () => Promise<Readable>, { mtime }: { mtime: Date }): void {
  zip.addReadStreamLazy(name, { mtime, size, compress: false }, (callback) => {
    open().then((stream) => callback(null, stream), (error: unknown) => callback(error, null as never));
  });
}

/** What goes wrong inside ends the answer instead of leaving it open. */
function passErrors(zip: ZipFile): Readable {
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  return stream;
}
