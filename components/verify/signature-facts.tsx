import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Time, useTimeFormat } from "@/components/ui/time";
import { byteCount, formatDay } from "@/lib/platform/locale/format";
import type { Finding } from "./result/finding-message";
import { displayName, useFindingText } from "./result/use-finding-text";
import { HashLine, stampWorth } from "./result/verdict";
import type { SignatureRecord } from "./result/verification";

/** Details of certificate and signature. */
export function SignatureFacts({ signature, name }: { signature: SignatureRecord; name: string }) {
  const [t, locale] = [useTranslations("verify.facts"), useLocale()];
  const {
    signer,
    proof,
    cms,
    level,
    field,
    coverage,
    reason,
    chain,
    chainFindings,
    certificates,
    etsi,
    signedRevision,
    decidedBy,
    changes,
  } = signature;
  return (
    <dl className="mt-2 grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-1.5">
      {signer && (
        <>
          <Fact label={t("subject")}>
            <SubjectText signer={signer} proof={proof} />
          </Fact>
          {signer.email && <Fact label={t("email")}>{signer.email}</Fact>}
          <Fact label={t("validity")}>
            <Time at={signer.notBefore} /> – <Time at={signer.notAfter} />
          </Fact>
        </>
      )}
      <Fact label={t("trust")}>{t(`trusts.${chain}`)}</Fact>
      <Fact label={t("path")}>
        <CertificatePath certificates={certificates} />
      </Fact>
      {chainFindings.length > 0 && (
        <Fact label={t("chainProblems")}>
          <FindingTexts findings={chainFindings} />
        </Fact>
      )}
      <RevocationFact signature={signature} />
      <TimestampFact signature={signature} />
      {level && (
        <Fact label={t("level")}>
          <span translate="no">PAdES {level}.</span> {t(`levels.${level}`)}
        </Fact>
      )}
      <Fact label={t("etsi")}>
        <code className="font-mono text-caption">
          {[etsi.indication, etsi.subIndication].filter(Boolean).join(", ")}
        </code>
      </Fact>
      {signedRevision && (
        <Fact label={t("version")}>
          {t("versionSize", { size: byteCount(signedRevision.end, locale) })}
          {/* Smaller, so that it fits beside the labels in one line. */}
          <div className="sm:[&_code]:text-mark">
            <HashLine sha256={signedRevision.sha256} what={name} />
          </div>
        </Fact>
      )}
      <Fact label={t("algorithms")}>
        <code className="font-mono text-caption">
          {[cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ") || "–"}
        </code>
      </Fact>
      {cms.subFilter && (
        <Fact label={t("format")}>
          <code className="font-mono text-caption">{cms.subFilter}</code>
        </Fact>
      )}
      <Fact label={t("field")}>
        <bdi>{field}</bdi>
      </Fact>
      <Fact label={t("coverage")}>{t(coverage)}</Fact>
      {reason && (
        <Fact label={t("reason")}>
          <bdi>{reason}</bdi>
        </Fact>
      )}
      {signer && (
        <Fact label={t("subjectWritten")}>
          <code className="font-mono text-caption">{signer.subject}</code>
        </Fact>
      )}
      <Fact label={t("technicalResult")}>
        <Codes findings={[decidedBy, ...changes.findings, ...cms.findings]} />
      </Fact>
    </dl>
  );
}

function RevocationFact({ signature: { revocation } }: { signature: SignatureRecord }) {
  const t = useTranslations("verify.facts");
  const times = useTimeFormat();
  const { status, at, revokedAt, finding } = revocation;
  const formatted = (moment: string): string => times.time(moment);
  const text = {
    good: () => (at ? t("revocations.good", { at: formatted(at) }) : t("revocations.goodPlain")),
    revoked: () => (revokedAt ? t("revocations.revoked", { at: formatted(revokedAt) }) : t("revocations.revokedPlain")),
    unknown: () => t("revocations.unknown"),
    not_needed: () => t("revocations.not_needed"),
  }[status]();
  return (
    <Fact label={t("revocation")}>
      {text} {finding && <FindingTexts findings={[finding]} />}
    </Fact>
  );
}

function TimestampFact({ signature }: { signature: SignatureRecord }) {
  const t = useTranslations("verify.facts");
  const times = useTimeFormat();
  const { status, at, authority, findings, chain } = signature.timestamp;
  const isNamed = stampWorth(signature) === "unknown";
  const values = { authority: authority ?? "", at: at ? times.time(at) : "" };
  return (
    <Fact label={t("timestamp")}>
      {t(isNamed ? "timestamps.unknown" : `timestamps.${status}`, values)}{" "}
      {status === "valid" && !isNamed && t(`trusts.${chain}`)} <FindingTexts findings={findings} />
    </Fact>
  );
}

function FindingTexts({ findings }: { findings: readonly Finding[] }) {
  const findingText = useFindingText([]);
  return [...new Set(findings.map(findingText))].map((sentence) => (
    <span key={sentence} className="block first-letter:uppercase">
      {sentence}
    </span>
  ));
}

/** The findings' codes, to report a problem or compare verifiers. */
function Codes({ findings }: { findings: readonly Finding[] }) {
  const lines = findings.map(({ code, params, forbidden }) =>
    [code, ...Object.values(params), ...(forbidden ? ["forbidden"] : [])].filter((part) => part !== null).join(" "),
  );
  return [...new Set(lines)].map((line) => (
    <code key={line} className="block font-mono text-caption" translate="no">
      {line}
    </code>
  ));
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="mb-2 wrap-anywhere sm:mb-0">{children}</dd>
    </>
  );
}

/** The certificate path from the signer's to the last one found. */
function CertificatePath({ certificates }: { certificates: SignatureRecord["certificates"] }) {
  const t = useTranslations("verify.facts");
  if (certificates.length === 0) return t("pathNone");
  return (
    <ol className="flex flex-col gap-2">
      {certificates.map((certificate) => (
        <li key={certificate.sha256} className="min-w-0 border-s-2 border-control ps-3">
          <p className="font-medium wrap-anywhere">
            <bdi>{displayName(certificate)}</bdi>
          </p>
          <p className="text-caption text-muted">
            <Time at={certificate.notBefore} dayOnly /> – <Time at={certificate.notAfter} dayOnly />
          </p>
          <p className="text-caption wrap-anywhere text-muted">
            {t("serialNumber")} <code className="font-mono">{certificate.serialNumber}</code>
          </p>
          <p className="text-caption wrap-anywhere text-muted">
            {t("fingerprint")} <code className="font-mono">{certificate.sha256}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Attributes of a name with a label. Others are shown with their type. */
const labelled = ["CN", "OU", "O", "L", "ST", "C", "E", "SERIALNUMBER", "T", "GN", "SN", "DC", "STREET"] as const;

interface SubjectTextProps {
  signer: NonNullable<SignatureRecord["signer"]>;
  /** The statement in the OU of a certificate of this service. */
  proof: SignatureRecord["proof"];
}

/** A certificate's subject, one line per attribute. */
function SubjectText({ signer: { subject, name }, proof }: SubjectTextProps) {
  const t = useTranslations("verify.facts.parts");
  const proofText = useProofText();
  if (name.attributes.length === 0) return <bdi>{subject}</bdi>;
  return (
    <ul>
      {name.attributes.map(({ type, value }, index) => {
        const stated = type === "OU" ? proof : null;
        const label = labelled.find((known) => known === type);
        return (
          <li key={index}>
            <span className="text-muted">
              {label === undefined ? <code>{type}</code> : t(stated === null ? label : "proof")}:{" "}
            </span>
            <bdi>{stated === null ? value : proofText(stated)}</bdi>
          </li>
        );
      })}
    </ul>
  );
}

/** Writes the proof that a certificate of this service states. */
export function useProofText(): (proof: NonNullable<SignatureRecord["proof"]>) => string {
  const [t, times, locale] = [useTranslations("verify.statedProof"), useTimeFormat(), useLocale()];
  return ({ kind, at, sentTo }) => {
    // A day has no time zone.
    const isDay = at?.includes("T") === false;
    const moment = at === null ? "" : isDay ? formatDay(new Date(at), "UTC", locale) : times.time(at);
    return t(kind, { at: moment, sentTo: sentTo ?? t("unknownNumber") });
  };
}
