import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import { commonName } from "./common-name";
import type { SignatureRecord } from "./verification";

/** What the certificate and the signature say, for those who want to look closer. */
export function SignatureFacts({ signature }: { signature: SignatureRecord }) {
  const words = useTranslations("verify.facts");
  const { signer, cms, timestamp, level, field, coverage, reason } = signature;
  return (
    <dl className="mt-2 grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-1.5">
      {signer && (
        <>
          <Fact label={words("subject")}>{signer.subject}</Fact>
          {signer.email && <Fact label={words("email")}>{signer.email}</Fact>}
          <Fact label={words("issuer")}>{signer.issuer}</Fact>
          <Fact label={words("serialNumber")}><code className="font-mono text-caption">{signer.serialNumber}</code></Fact>
          <Fact label={words("validity")}><Time at={signer.notBefore} /> – <Time at={signer.notAfter} /></Fact>
        </>
      )}
      {level && <Fact label={words("level")}>PAdES {level}</Fact>}
      <Fact label={words("algorithms")}>{[cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ") || "–"}</Fact>
      {cms.subFilter && <Fact label={words("format")}>{cms.subFilter}</Fact>}
      <Fact label={words("field")}>{field}</Fact>
      <Fact label={words("coverage")}>{words(coverage)}</Fact>
      {reason && <Fact label={words("reason")}>{reason}</Fact>}
      {timestamp.at && <Fact label={words("timestamp")}>{commonName(timestamp.authority ?? "")}, <Time at={timestamp.at} /></Fact>}
      {cms.problems.length > 0 && <Fact label={words("problems")}>{cms.problems.join("; ")}</Fact>}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="mb-2 wrap-anywhere sm:mb-0">{children}</dd>
    </>
  );
}
