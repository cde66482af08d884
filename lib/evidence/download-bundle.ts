import { createHash, X509Certificate } from "node:crypto";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { File, SignRequest } from "@/db/schema/files";
import { authorityPem, sealSigner } from "@/lib/authority/document-signer";
import type { Actor, Ctx } from "@/lib/context/context";
import type { ReadableFile } from "@/lib/documents/access";
import { attachmentBlob, readVisibleAttachments } from "@/lib/documents/attachments/read";
import { isEnvelope, readPdfs } from "@/lib/documents/envelopes/pdfs";
import { recordDamage } from "@/lib/documents/storage/damaged-blobs";
import { readOriginal, toBlobs, withPlaces } from "@/lib/documents/storage/segments";
import { withWholeVersion } from "@/lib/documents/whole-version";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { BlobError, blobKey, type ExpectedBlob } from "@/lib/platform/blobs/blob-store";
import { appendDownload } from "@/lib/records/audit/append";
import {
  attachmentEntry,
  certificatesIn,
  certificatesText,
  envelopeEntries,
  originalEntry,
  withIssuers,
} from "./bundle-entries";
import { bundleReadme } from "./bundle-readme";
import { closedPart, closingBytes, envelopeClosingBytes, type ClosedPart, type ClosingRecord } from "./closing-record";
import { baseName, getCompletedFile, openEvidence } from "./make-evidence";
import { readChain } from "./read-chain";
import type { ChainDocument, ChainEvent } from "./schema";

/** A file of the bundle that is neither created by the service nor always present. */
interface AttachedFile {
  entry: string;
  size: number;
  sha256: string;
  blob: ExpectedBlob;
}

interface Bundle {
  stream: Readable;
  fileName: string;
}

/**
 * One zip with everything that an offline check needs, as a stream. PDFs are streamed unmodified (stored, not
 * deflated), for the requester and notified signers. The seal's key signs its closing record. Throws what
 * `getCompletedFile`, `openEvidence`, `sealSigner` and `withWholeVersion` throw, before the first byte.
 */
export async function downloadBundle(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Bundle> {
  const readable = await getCompletedFile(ctx, actor, input);
  const { file } = readable;
  const evidence = await openEvidence(ctx, actor, file);
  const documents: BundledDocument[] = [];
  for (const pdf of await readPdfs(ctx, file)) documents.push(await readDocument(ctx, actor, pdf));
  const certificates = bundleCertificates(documents, await authorityPem(ctx));
  const { sha256, sizeBytes } = documents[0] ?? { sha256: file.sha256, sizeBytes: file.size };
  const doc = isEnvelope(file) ? { sha256: file.sha256, size: file.size } : { sha256, size: sizeBytes };
  const attached = [
    ...(await readSources(ctx, actor, readable, documents)),
    ...(await readAttachments(ctx, actor, readable)),
  ];
  await appendDownload(ctx, actor, file.id, { doc, version: "bundle" });
  const chain = await readableChain(ctx, readable);
  const texts = {
    "README.txt": Buffer.from(bundleReadme(chain)),
    "chain.json": jsonOf(chain),
    "certificates.pem": Buffer.from(certificates),
  };
  const parts = {
    "README.txt": closedPart(texts["README.txt"]),
    "evidence.pdf": { size: evidence.size, sha256: evidence.sha256 },
    "chain.json": closedPart(texts["chain.json"]),
    "certificates.pem": closedPart(texts["certificates.pem"]),
  };
  const attachments = Object.fromEntries(
    attached.map(({ entry, size, sha256: hash }) => [entry, { size, sha256: hash }]),
  );
  const entries = isEnvelope(file) ? await envelopeFiles(ctx, readable, documents) : [];
  const at = await ctx.now();
  const record = isEnvelope(file)
    ? envelopeClosingBytes(chain, { parts, files: closedEntries(documents, entries), attachments }, at)
    : closingBytes(chain, { parts: withDocument(parts, { size: sizeBytes, sha256 }), attachments }, at);
  const closing = { record, signature: await signClosing(ctx, record) };
  const zip = new ZipFile();
  const times = { mtime: file.completedAt ?? file.createdAt };
  zip.addBuffer(texts["README.txt"], "README.txt", times);
  for (const [index, document] of documents.entries()) {
    const entry = isEnvelope(file) ? envelopeEntries(index + 1).document : "document.pdf";
    addStream(zip, entry, document.sizeBytes, () => ctx.blobs.openAll(document.blobs), times);
  }
  addStream(zip, "evidence.pdf", evidence.size, () => ctx.blobs.openAll([evidence]), times);
  zip.addBuffer(texts["chain.json"], "chain.json", times);
  for (const { entry, bytes } of entries) zip.addBuffer(bytes, entry, times);
  zip.addBuffer(texts["certificates.pem"], "certificates.pem", times);
  for (const attachment of attached)
    addStream(zip, attachment.entry, attachment.size, () => ctx.blobs.openAll([attachment.blob]), times);
  zip.addBuffer(closing.record, "closing.json", times);
  zip.addBuffer(closing.signature, "closing.p7s", times);
  zip.end();
  return { stream: passErrors(zip), fileName: `${baseName(file.name)} (bundle).zip` };
}

/** The order in which closing records have always listed their parts. */
function withDocument(
  { "README.txt": readme, ...others }: Omit<ClosingRecord["parts"], "document.pdf">,
  document: ClosedPart,
): ClosingRecord["parts"] {
  return { "README.txt": readme, "document.pdf": document, ...others };
}

interface BundledDocument {
  pdf: File;
  sha256: string;
  sizeBytes: number;
  blobs: ExpectedBlob[];
  /** Certificates of its signatures. */
  certificates: X509Certificate[];
}

/**
 * Its bytes were compared with their hashes. Their offsets do not change, because later revisions are only appended.
 */
function readDocument(ctx: Ctx, actor: Actor, pdf: File): Promise<BundledDocument> {
  return withWholeVersion(ctx, actor, pdf, "current", async ({ segments, sha256, sizeBytes }) => ({
    ...{ pdf, sha256, sizeBytes },
    blobs: toBlobs(pdf, segments),
    certificates: await withPlaces(ctx, pdf, segments, (places) => certificatesOf(ctx, places)),
  }));
}

/** The chains of the files of an envelope. */
async function envelopeFiles(
  ctx: Ctx,
  { isRequester, signRequest }: ReadableFile,
  documents: readonly BundledDocument[],
): Promise<{ entry: string; bytes: Buffer }[]> {
  const entries: { entry: string; bytes: Buffer }[] = [];
  for (const [index, { pdf }] of documents.entries()) {
    const chain = await readableChain(ctx, { file: pdf, isRequester, signRequest });
    entries.push({ entry: envelopeEntries(index + 1).chain, bytes: jsonOf(chain) });
  }
  return entries;
}

function closedEntries(
  documents: readonly BundledDocument[],
  entries: readonly { entry: string; bytes: Buffer }[],
): Record<string, ClosedPart> {
  return Object.fromEntries([
    ...documents.map(({ sizeBytes: size, sha256 }, index) => [envelopeEntries(index + 1).document, { size, sha256 }]),
    ...entries.map(({ entry, bytes }) => [entry, closedPart(bytes)]),
  ]) as Record<string, ClosedPart>;
}

function jsonOf(chain: ChainDocument): Buffer {
  return Buffer.from(`${JSON.stringify(chain, null, 1)}\n`);
}

async function readableChain(ctx: Ctx, { file, isRequester, signRequest }: ReadableFile): Promise<ChainDocument> {
  const chain = await readChain(ctx, file);
  return isRequester || !signRequest ? chain : chainForSigner(chain, signRequest);
}

/** Those that the reader may read, under generated names. Checked before the first byte is sent, like the document. */
async function readAttachments(ctx: Ctx, actor: Actor, readable: ReadableFile): Promise<AttachedFile[]> {
  const attachments = await readVisibleAttachments(ctx, readable);
  await verifyWhole(ctx, actor, { fileId: readable.file.id, of: "attachment" }, attachments.map(attachmentBlob));
  return attachments.map((attachment) => ({
    entry: attachmentEntry(attachment),
    size: attachment.size,
    sha256: attachment.sha256,
    blob: attachmentBlob(attachment),
  }));
}

/** The source files of converted documents, for the requester only: they may contain comments and earlier wordings. */
async function readSources(
  ctx: Ctx,
  actor: Actor,
  { file, isRequester }: ReadableFile,
  documents: readonly BundledDocument[],
): Promise<AttachedFile[]> {
  if (!isRequester) return [];
  const sources: AttachedFile[] = [];
  for (const [index, { pdf }] of documents.entries()) {
    if (!pdf.source) continue;
    const { sha256, size } = await readOriginal(ctx, pdf.id);
    const entry = originalEntry(pdf.source, isEnvelope(file) ? index + 1 : null);
    const blob = { key: blobKey(pdf.uuid, sha256), size };
    await verifyWhole(ctx, actor, { fileId: pdf.id, of: "document" }, [blob]);
    sources.push({ entry, size, sha256, blob });
  }
  return sources;
}

/** Throws `integrity_error`, recorded like that of the document. */
async function verifyWhole(
  ctx: Ctx,
  actor: Actor,
  owner: { fileId: number; of: "document" | "attachment" },
  blobs: readonly ExpectedBlob[],
): Promise<void> {
  try {
    await ctx.blobs.verifySegments(blobs);
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    throw await recordDamage(ctx, actor, { ...owner, error });
  }
}

async function signClosing(ctx: Ctx, record: Buffer): Promise<Buffer> {
  const signer = await sealSigner(ctx);
  return signer.makeCms(createHash("sha256").update(record).digest());
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

/** An error inside the zip ends the response instead of leaving it open. */
function passErrors(zip: ZipFile): Readable {
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  return stream;
}

/**
 * The certificates of every signature in the documents, and those of this service's authorities that issued them, root
 * last. PEM with a line of text before each (RFC 7468).
 */
function bundleCertificates(documents: readonly BundledDocument[], authority: string): string {
  const own = certificatesIn(authority).filter((certificate) => certificate !== null);
  const carried = documents.flatMap(({ certificates }) => certificates);
  return certificatesText(withIssuers(carried, own));
}

async function certificatesOf(ctx: Ctx, segments: readonly SegmentPath[]): Promise<X509Certificate[]> {
  const signatures = await ctx.engine.listSignatures(segments);
  return signatures.flatMap(({ parties }) =>
    parties.flatMap(({ signer, certificates }) => [signer, ...certificates].map((der) => new X509Certificate(der))),
  );
}

/** Events that the evidence document discloses to all readers anyway. */
const disclosedEvents = new Set(["signed", "approved", "document.read", "declined"]);

/**
 * The chain for a signer: complete, but only with the personal values of signing and declining and of the signer's own
 * actions. The salted hashes of the others stay, so that it is checked like any other.
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
