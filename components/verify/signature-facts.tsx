import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { byteCount } from "@/components/documents/byte-count";
import { Time, useTimeWords } from "@/components/ui/time";
import { CertificatePath } from "./certificate-path";
import { commonName } from "./common-name";
import { HashLine } from "./hash-line";
import { stampWorth } from "./stamp-worth";
import { SubjectInWords } from "./subject-in-words";
import type { SignatureRecord } from "./verification";

/** What the certificate and the signature say, for those who want to look closer. */
export function SignatureFacts({ signature, name }: { signature: SignatureRecord; name: string }) {
  const [words, locale] = [useTranslations("verify.facts"), useLocale()];
  const {
    signer,
    cms,
    level,
    field,
    coverage,
    reason,
    chain,
    chainProblems,
    certificates,
    etsi,
    signedRevision,
    explanation,
    changes,
  } = signature;
  return (
    <dl className="mt-2 grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-1.5">
      {signer && (
        <>
          <Fact label={words("subject")}>
            <SubjectInWords subject={signer.subject} isOurs={chain === "ours"} />
          </Fact>
          {signer.email && <Fact label={words("email")}>{signer.email}</Fact>}
          <Fact label={words("validity")}>
            <Time at={signer.notBefore} /> – <Time at={signer.notAfter} />
          </Fact>
        </>
      )}
      <Fact label={words("trust")}>{words(`trusts.${chain}`)}</Fact>
      <Fact label={words("path")}>
        <CertificatePath certificates={certificates} />
      </Fact>
      {chainProblems.length > 0 && (
        <Fact label={words("chainProblems")}>
          <AsReported>{chainProblems.join("; ")}</AsReported>
        </Fact>
      )}
      <RevocationFact signature={signature} />
      <TimestampFact signature={signature} />
      {level && (
        <Fact label={words("level")}>
          <span translate="no">PAdES {level}.</span> {words(`levels.${level}`)}
        </Fact>
      )}
      <Fact label={words("etsi")}>
        <code className="font-mono text-caption">
          {[etsi.indication, etsi.subIndication].filter(Boolean).join(", ")}
        </code>
      </Fact>
      {signedRevision && (
        <Fact label={words("version")}>
          {words("versionSize", { size: byteCount(signedRevision.end, locale) })}
          <HashLine sha256={signedRevision.sha256} what={name} />
        </Fact>
      )}
      <Fact label={words("algorithms")}>
        <code className="font-mono text-caption">
          {[cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ") || "–"}
        </code>
      </Fact>
      {cms.subFilter && (
        <Fact label={words("format")}>
          <code className="font-mono text-caption">{cms.subFilter}</code>
        </Fact>
      )}
      <Fact label={words("field")}>
        <bdi>{field}</bdi>
      </Fact>
      <Fact label={words("coverage")}>{words(coverage)}</Fact>
      {reason && (
        <Fact label={words("reason")}>
          <bdi>{reason}</bdi>
        </Fact>
      )}
      {signer && (
        <Fact label={words("subjectWritten")}>
          <code className="font-mono text-caption">{signer.subject}</code>
        </Fact>
      )}
      <Fact label={words("said")}>
        <AsReported>{[...new Set([explanation, ...changes.items, ...cms.problems])].join("; ")}</AsReported>
      </Fact>
    </dl>
  );
}

function RevocationFact({ signature: { revocation } }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.facts");
  const times = useTimeWords();
  const { status, at, revokedAt, problem } = revocation;
  const inWords = (moment: string): string => times.time(moment);
  const said = {
    good: () => (at ? words("revocations.good", { at: inWords(at) }) : words("revocations.goodPlain")),
    revoked: () =>
      revokedAt ? words("revocations.revoked", { at: inWords(revokedAt) }) : words("revocations.revokedPlain"),
    unknown: () => words("revocations.unknown"),
    not_needed: () => words("revocations.not_needed"),
  }[status]();
  return (
    <Fact label={words("revocation")}>
      {said} {problem && <AsReported>({problem})</AsReported>}
    </Fact>
  );
}

function TimestampFact({ signature }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.facts");
  const times = useTimeWords();
  const { status, at, authority, problem, chain } = signature.timestamp;
  const isNamed = stampWorth(signature) === "unknown";
  const values = { authority: commonName(authority ?? ""), at: at ? times.time(at) : "" };
  return (
    <Fact label={words("timestamp")}>
      {words(isNamed ? "timestamps.unknown" : `timestamps.${status}`, values)}{" "}
      {status === "valid" && !isNamed && words(`trusts.${chain}`)} {problem && <AsReported>({problem})</AsReported>}
    </Fact>
  );
}

/** What the report says itself, which is English for everybody. */
function AsReported({ children }: { children: ReactNode }) {
  return <span lang="en">{children}</span>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="mb-2 wrap-anywhere sm:mb-0">{children}</dd>
    </>
  );
}
