import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { UploadWire } from "@/lib/files/schema";
import { differencesIn, findingsFor, type Findings, type FindingsReader } from "./findings-for";

interface UploadFindingsProps {
  upload: UploadWire;
  reader: FindingsReader;
  /** Where the room is wanted for the document. */
  isFolded?: boolean;
  className?: string;
}

/** What was found in the uploaded file, what was taken out and what stays; nothing when there is nothing to tell. */
export function UploadFindings({ upload, reader, isFolded = false, className }: UploadFindingsProps) {
  const words = useTranslations("upload");
  const findings = findingsFor(upload, reader);
  if (
    findings.facts.length +
      findings.lists.length +
      findings.shadow.length +
      upload.warnings.length +
      differencesIn(upload).length ===
    0
  )
    return null;
  const details = <Details upload={upload} findings={findings} />;
  return (
    <Notice
      tone={findings.isWarning ? "warning" : "info"}
      title={words(reader === "signer" ? "forSigner.title" : "forRequester.title")}
      className={className}
    >
      {isFolded ? (
        <details>
          <summary className="w-fit cursor-pointer py-0.5">{words("details")}</summary>
          {details}
        </details>
      ) : (
        details
      )}
    </Notice>
  );
}

function Details({ upload, findings: { facts, lists, shadow } }: { upload: UploadWire; findings: Findings }) {
  const words = useTranslations("upload");
  return (
    <>
      {facts.map((fact) => (
        <p key={fact}>{fact === "frozenFields" ? words(fact, { count: upload.frozenFields }) : words(fact)}</p>
      ))}
      {upload.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {shadow.map(({ code, page, count }) => (
        <p key={`${code} ${page}`}>{words(`shadow.${code}`, { page, count })}</p>
      ))}
      {differencesIn(upload).map(({ code, page }) => (
        <p key={`${code} ${page}`}>{words(`readers.${code}`, { page })}</p>
      ))}
      {lists.map(({ name, kinds }) => (
        <div key={name} className="mt-1">
          <p>{words(name)}</p>
          <ul className="list-disc ps-5">
            {kinds.map((kind) => (
              <li key={kind}>{words(`kinds.${kind}`)}</li>
            ))}
          </ul>
        </div>
      ))}
      {(facts.includes("repaired") || facts.includes("decrypted")) && (
        <p className="mt-1">{words("forRequester.original")}</p>
      )}
    </>
  );
}
