import type { UploadWarning } from "@/db/schema/files";
import { productName } from "@/lib/context/settings/read";
import { shadowContentOf } from "@/lib/documents/upload-warnings";
import type { Report, ReportBlock } from "@/lib/pdf/report/report";
import { shadowSentence } from "@/lib/pdf/shadow/shadow-findings";
import { actorOf, describeEvent } from "./event-text";
import type { EvidenceFacts } from "./evidence-facts";
import type { ChainEvent } from "./schema";
import { signerCard, utc } from "./signer-card";

/**
 * The wording of the evidence document (docs/spec/evidence.md#evidence-document). Pure: the same facts give the same
 * report.
 */
export function evidenceReport(facts: EvidenceFacts): Report {
  const { file } = facts.chain;
  const subject = facts.files ? "envelope" : "document";
  return {
    title: `Evidence: ${file.name}`,
    language: "en",
    footer: `Evidence for ${subject} ${file.uuid}`,
    createdAt: facts.madeAt,
    blocks: [
      {
        kind: "title",
        product: facts.brand.name ?? productName,
        mark: markOf(facts.brand),
        document: "Evidence document",
        text: file.name,
        subtitle: `${facts.files ? "Envelope" : "Document"} ${file.uuid}`,
      },
      outcome(facts),
      { kind: "heading", text: facts.files ? "Envelope" : "Document" },
      {
        kind: "facts",
        rows: documentRows(facts),
        code: { text: facts.verifyUrl, caption: "Scan to verify the document" },
      },
      ...fileBlocks(facts),
      ...(facts.files ?? [{ name: null, shadowContent: facts.chain.data[0]?.data.shadowContent }]).flatMap(
        shadowContent,
      ),
      { kind: "heading", text: headingOf(facts) },
      ...facts.signers.map(signerCard),
      ...meaning(facts),
      { kind: "heading", text: "Audit trail up to the seal" },
      {
        kind: "paragraph",
        text: "Each event contains the SHA-256 hash of the one before it. The first 16 digits are shown. The bundle’s chain.json contains the whole hashes, and the events after the seal.",
      },
      eventTable(facts),
    ],
  };
}

function headingOf({ signers }: EvidenceFacts): string {
  if (signers.some(({ role }) => role !== "signer")) return "People";
  return signers.length === 1 ? "Signer" : "Signers";
}

function markOf({ name, logo }: EvidenceFacts["brand"]): Extract<ReportBlock, { kind: "title" }>["mark"] {
  if (logo) return { kind: "logo", png: logo };
  return name === null ? { kind: "own" } : { kind: "text" };
}

function outcome({ signers, completedAt }: EvidenceFacts): ReportBlock {
  const signed = signers.filter(({ outcome: state }) => state === "signed").length;
  const signerCount = signers.filter(({ role }) => role === "signer").length;
  const others = signerCount - signed;
  const detail =
    others === 0
      ? ""
      : ` ${others === 1 ? "One other person was" : `${others} other people were`} asked to sign and did not.`;
  return {
    kind: "notice",
    tone: "good",
    text: `Signed by ${signed === 1 ? "1 person" : `${signed} people`} and sealed`,
    detail: `Completed on ${utc(completedAt)}.${detail}`,
  };
}

function documentRows({
  chain,
  sealed,
  sealedRevision,
  sender,
  releasedAt,
  completedAt,
  verifyUrl,
  madeAt,
  files,
}: EvidenceFacts): { label: string; value: string }[] {
  const { file } = chain;
  const created = chain.data[0];
  return [
    { label: files ? "Envelope ID" : "Document ID", value: file.uuid },
    ...(files ? [{ label: "Files", value: String(files.length) }] : []),
    { label: "Pages", value: String(file.pages) },
    { label: "Sender", value: sender.name === "" ? sender.email : `${sender.name} <${sender.email}>` },
    { label: "Uploaded", value: created ? utc(created.at) : "Not recorded" },
    { label: "Sent to the signers", value: releasedAt ? utc(releasedAt) : "Not recorded" },
    { label: "Completed", value: utc(completedAt) },
    ...convertedFrom(created),
    { label: files ? "SHA-256 of the first list of files" : "SHA-256 of the upload", value: file.originalSha256 },
    {
      label: files ? "SHA-256 of the list of sealed files" : "SHA-256 of the sealed document",
      value: sealedRevision.sha256,
    },
    {
      label: files ? "Size of the sealed files" : "Size of the sealed document",
      value: `${sealedRevision.size} bytes`,
    },
    { label: "Audit trail head", value: sealed.hash },
    { label: "Events listed", value: `${sealed.seq + 1}, numbered 0 to ${sealed.seq}` },
    { label: "Verify at", value: verifyUrl },
    { label: "Evidence created", value: utc(madeAt) },
  ];
}

/** The files of an envelope: the upload, the sealed file, and its signers. */
function fileBlocks({ files }: EvidenceFacts): ReportBlock[] {
  if (!files) return [];
  return [
    { kind: "heading", text: files.length === 1 ? "File" : "Files" },
    {
      kind: "paragraph",
      text: "Each file is a PDF with its own signatures and seal. The hash of the envelope is the hash of the list of these files, with a line of SHA-256, two spaces and ID for each.",
    },
    ...files.map(({ uuid, name, pages, originalSha256, sealed, signers }, index): ReportBlock => ({
      kind: "facts",
      rows: [
        { label: `File ${index + 1}`, value: name },
        { label: "ID", value: uuid },
        { label: "Pages", value: String(pages) },
        { label: "Signed by", value: signers.length > 0 ? signers.join(", ") : "No one; sealed only" },
        { label: "SHA-256 of the upload", value: originalSha256 },
        { label: "SHA-256 of the sealed file", value: sealed.sha256 },
        { label: "Size of the sealed file", value: `${sealed.size} bytes` },
      ],
    })),
  ];
}

function convertedFrom(created: ChainEvent | undefined): { label: string; value: string }[] {
  const type = created?.data.convertedFrom;
  if (typeof type !== "string") return [];
  return [{ label: "Converted from", value: `${type}; the upload is stored with the document` }];
}

/** Findings of the upload, as shown to the signers with the document. Later findings are not included. */
function shadowContent({ name, shadowContent: found }: { name: string | null; shadowContent: unknown }): ReportBlock[] {
  const findings = shadowContentOf({ warnings: Array.isArray(found) ? (found as UploadWarning[]) : [] });
  return findings.length === 0
    ? []
    : [
        {
          kind: "heading",
          text: `Content of the pages that is not visible on screen${name === null ? "" : `: ${name}`}`,
        },
        {
          kind: "paragraph",
          text: "Found when the document was uploaded, and shown to the sender and to the signers with it.",
        },
        { kind: "list", items: findings.map((finding) => `${shadowSentence(finding)}.`) },
      ];
}

function meaning({ signers }: EvidenceFacts): ReportBlock[] {
  const isInInbox = signers.some(
    ({ invited, signature }) =>
      invited?.way === "inbox" || (signature?.proof.kind === "code" && signature.proof.isInInbox === true),
  );
  const isByLink = signers.some(({ signature }) => signature?.proof.kind === "link");
  return [
    { kind: "heading", text: "Proven" },
    {
      kind: "list",
      items: [
        "The sealed document is the signed one: its SHA-256 hash is above, and every signature in it covers the pages as its signer saw them.",
        `Each signature was made by a person with the access stated for the signer: to the mailbox or phone, or to the signing password${isByLink ? ", or only to the link or the logged-in account, without a code" : ""}.`,
        "The audit trail below was not changed after the document was sealed: the seal and this document contain the same hash of its last event.",
      ],
    },
    { kind: "heading", text: "Not proven" },
    {
      kind: "list",
      items: [
        "Identities were not checked against a passport or another official document. Names are as entered by the sender or the signer.",
        "The person at the device is not proven. The IP address and the browser are those of the connection; they may be shared or hidden.",
        "Times are from the clock of this service’s database, unless a signature has a timestamp. A timestamp is from the time-stamping authority that the signature names: trust it as far as you trust that authority.",
        ...(isInInbox
          ? [
              "No e-mail provider was set up when messages were due: they were stored in this service’s own inbox, which its administrators can read. Codes and links stored there do not prove access to an external mailbox.",
            ]
          : []),
      ],
    },
    { kind: "heading", text: "How to verify" },
    {
      kind: "paragraph",
      text: "Open the signed PDF in any reader that verifies signatures, or upload it at the address above. To verify without this service, put the signed PDF and the bundle into a folder and run “npm run verify -- FILE.pdf BUNDLE.zip” from the Paraph source code. It needs no server, recomputes every hash and names the first altered event.",
    },
  ];
}

function eventTable({ chain, people }: EvidenceFacts): ReportBlock {
  return {
    kind: "table",
    columns: [
      { label: "No.", share: 0.06 },
      { label: "Time (UTC)", share: 0.2 },
      { label: "Event", share: 0.38 },
      { label: "By", share: 0.17 },
      { label: "Hash", share: 0.19, isMuted: true },
    ],
    rows: chain.data.map((event) => [
      String(event.seq),
      event.at.slice(0, 23).replace("T", " "),
      describeEvent(event, people),
      actorOf(event, people),
      event.hash.slice(0, 16),
    ]),
  };
}
