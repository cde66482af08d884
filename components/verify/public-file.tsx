import { useTranslations } from "next-intl";
import { pillOf, signerPillOf, statusOfWire } from "@/components/documents/pill-of";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { StatusPill } from "@/components/ui/status-pill";
import { Time } from "@/components/ui/time";
import type { FileWire, SignerWire } from "@/lib/file-views/schema";
import { verdictLooks } from "./verdict-look";
import type { SignatureRecord } from "./verification";

/** The reduced view of a document: name, state, masked signers, fingerprints. */
export function PublicFile({ file }: { file: FileWire }) {
  const words = useTranslations("verify.ours");
  return (
    <>
      <PageHeader
        title={file.name}
        meta={(
          <>
            <StatusPill status={pillOf(statusOfWire(file.status), false)} />
            <span>{words("pages", { count: file.pages })}</span>
            {file.completedAt && <span>{words("completedAt")} <Time at={file.completedAt} /></span>}
            {!file.completedAt && file.releasedAt && <span>{words("sentAt")} <Time at={file.releasedAt} /></span>}
          </>
        )}
      />
      <p className="mb-6 text-muted">{words("lead")}</p>
      <div className="flex flex-col gap-4">
        <Card title={words("signers")}>
          <ul className="divide-y divide-hairline">{file.signers.map((signer) => <Signer key={signer.signRequestId} signer={signer} />)}</ul>
          <p className="mt-3 text-caption text-muted">{words("masked")}</p>
        </Card>
        <Card title={words("hashes")}>
          <dl className="grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">
            <dt className="text-muted">{words("current")}</dt>
            <dd className="mb-2 font-mono text-caption wrap-anywhere sm:mb-0">{file.sha256}</dd>
            <dt className="text-muted">{words("original")}</dt>
            <dd className="font-mono text-caption wrap-anywhere">{file.originalSha256}</dd>
          </dl>
        </Card>
      </div>
    </>
  );
}

function Signer({ signer }: { signer: SignerWire }) {
  const words = useTranslations("verify");
  const verdict = signer.signature?.verdict;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">{signer.displayName}</span>
      {isVerdict(verdict) && <span className="text-ui text-muted">{words(`card.${verdict}`)}</span>}
      {signer.signed && <span className="text-ui text-muted"><Time at={signer.signed} /></span>}
      <StatusPill status={signerPillOf(signer.status)} />
    </li>
  );
}

function isVerdict(verdict: string | undefined): verdict is SignatureRecord["verdict"] {
  return verdict !== undefined && verdict !== "none" && verdict in verdictLooks;
}
