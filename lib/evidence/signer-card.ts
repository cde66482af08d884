import type { Fact, ReportBlock, Tone } from "@/lib/pdf/report/report";
import type { EvidenceSignature, EvidenceSigner } from "./evidence-facts";
import { plainSubject } from "./plain-subject";
import { actProofWords, addressProofWords } from "./proof-words";
import { utc } from "./utc";

const notRecorded = "Not recorded";

const outcomes: Record<EvidenceSigner["outcome"], { text: string; tone: Tone }> = {
  signed: { text: "Signed", tone: "good" },
  declined: { text: "Declined", tone: "bad" },
  withdrawn: { text: "Withdrawn by the sender", tone: "neutral" },
  not_signed: { text: "Did not sign", tone: "neutral" },
};

/** One person who was asked to sign, with everything that is known of what they did. */
export function signerCard(signer: EvidenceSigner): ReportBlock {
  const { signature } = signer;
  const image = signature?.image;
  return {
    kind: "card",
    title: signer.name || "Name erased",
    subtitle: signer.email ?? "Address erased",
    badge: outcomes[signer.outcome],
    rows: [...invitationRows(signer), ...(signature ? signatureRows(signer, signature) : endRows(signer))],
    ...(image && image !== "changed"
      ? { image: { png: image.png, alternative: `Picture of the signature of ${signer.name}` } }
      : {}),
  };
}

function invitationRows({ invited, opened, viewed }: EvidenceSigner): Fact[] {
  const ways = {
    mail: "by mail",
    kept: "kept in this service’s inbox, because no mail provider was configured",
    not_told: "no mail; the sender passed the link on",
  };
  return [
    { label: "Invited", value: invited ? `${utc(invited.at)}, ${ways[invited.way]}` : notRecorded },
    { label: "Link first opened", value: opened ? utc(opened) : notRecorded },
    { label: "Document viewed", value: viewed ? utc(viewed) : notRecorded },
  ];
}

function signatureRows({ email, consent }: EvidenceSigner, signature: EvidenceSignature): Fact[] {
  const { certificate, timestamp, image } = signature;
  return [
    {
      label: "Consent",
      value: consent ? `Version ${consent.version} (${consent.locale}), given on ${utc(consent.at)}` : notRecorded,
    },
    { label: "Signed", value: `${utc(signature.at)} (event ${signature.seq})` },
    { label: "Proved when signing", value: actProofWords(signature.proof, email) },
    { label: "E-mail address", value: addressProofWords(signature.addressProof, signature.isAddressKept) },
    { label: "IP address", value: signature.address ?? notRecorded },
    { label: "Browser or program", value: signature.userAgent || notRecorded },
    { label: "Signature", value: `PAdES ${signature.level}, field ${signature.fieldName}` },
    {
      label: "Timestamp",
      value: timestamp
        ? `${utc(timestamp)}, by the time-stamping authority that the signature names; who that is was not checked here`
        : "None; the time is of this service’s clock",
    },
    { label: "Certificate", value: plainSubject(certificate.subject) },
    { label: "Issued by", value: certificate.issuer },
    { label: "Serial number", value: certificate.serialNumber },
    { label: "SHA-256 fingerprint", value: certificate.sha256 ?? notRecorded },
    ...(image === "changed"
      ? [
          {
            label: "Image in the document",
            value: "As the document shows it; its owner has removed or changed the stored picture since.",
          },
        ]
      : []),
  ];
}

function endRows({ outcome, closedAt }: EvidenceSigner): Fact[] {
  const labels = { signed: "Signed", declined: "Declined", withdrawn: "Withdrawn", not_signed: "Closed" };
  return [{ label: labels[outcome], value: closedAt ? utc(closedAt) : notRecorded }];
}
