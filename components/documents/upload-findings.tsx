import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import type { UploadWire } from "@/lib/documents/schema";

export interface UploadFindingsProps {
  upload: UploadWire;
  reader: FindingsReader;
  /** Starts collapsed, to leave room for the document. */
  isFolded?: boolean | undefined;
  /** A button in the notice's corner. */
  corner?: ReactNode;
  className?: string | undefined;
}

/** Findings in the uploaded file: removed and remaining contents. Renders nothing if there are none. */
export function UploadFindings({ upload, reader, isFolded = false, corner, className }: UploadFindingsProps) {
  const t = useTranslations("upload");
  const title = useFindingsTitle(reader);
  const findings = findingsFor(upload, reader);
  if (!hasFindings(upload, reader)) return null;
  const details = <Details upload={upload} findings={findings} />;
  return (
    <Notice tone={findings.isWarning ? "warning" : "info"} title={title} corner={corner} className={className}>
      {isFolded ? (
        <details>
          <summary className="w-fit cursor-pointer py-0.5">{t("details")}</summary>
          {details}
        </details>
      ) : (
        details
      )}
    </Notice>
  );
}

export function useFindingsTitle(reader: FindingsReader): string {
  const t = useTranslations("upload");
  return t(reader === "signer" ? "forSigner.title" : "forRequester.title");
}

/** Whether there are findings for this reader. */
export function hasFindings(upload: UploadWire, reader: FindingsReader): boolean {
  const { facts, lists, shadow } = findingsFor(upload, reader);
  const others = upload.signatureWarnings.length + differencesIn(upload).length;
  return facts.length + lists.length + shadow.length + others > 0;
}

function Details({ upload, findings: { facts, lists, shadow } }: { upload: UploadWire; findings: Findings }) {
  const t = useTranslations("upload");
  return (
    <>
      {facts.map((fact) => (
        <p key={fact} className="wrap-anywhere">
          {fact === "frozenFields"
            ? t(fact, { count: upload.frozenFields })
            : fact === "converted"
              ? t(fact, { name: upload.convertedFrom?.name ?? upload.convertedFrom?.type ?? "" })
              : t(fact)}
        </p>
      ))}
      {upload.signatureWarnings.map(({ code, field, count }) => (
        <p key={`${code} ${field ?? ""}`} className="wrap-anywhere">
          {t(`signatures.${code}`, { field: field ?? "", named: field === null ? "no" : "yes", count })}
        </p>
      ))}
      {shadow.map(({ code, page, count }) => (
        <p key={`${code} ${page}`}>{t(`shadow.${code}`, { page, count })}</p>
      ))}
      {differencesIn(upload).map(({ code, page }) => (
        <p key={`${code} ${page}`}>{t(`readers.${code}`, { page })}</p>
      ))}
      {lists.map(({ name, kinds }) => (
        <div key={name} className="mt-1">
          <p>{t(name)}</p>
          <ul className="list-disc ps-5">
            {kinds.map((kind) => (
              <li key={kind}>{t(`kinds.${kind}`)}</li>
            ))}
          </ul>
        </div>
      ))}
      {(facts.includes("converted") || facts.includes("repaired") || facts.includes("decrypted")) && (
        <p className="mt-1">{t("forRequester.original")}</p>
      )}
    </>
  );
}

type FindingsReader = "requester" | "signer";

type Fact = "converted" | "trackedChanges" | "repaired" | "decrypted" | "alreadySigned" | "frozenFields";
type Kind = UploadWire["removed"][number];

interface Findings {
  facts: Fact[];
  lists: { name: "removed" | "removedForSigner" | "remaining" | "carried"; kinds: Kind[] }[];
  /** Page content that is not visible on screen. */
  shadow: UploadWire["shadowContent"];
  /** Whether active or hidden content is still in the document. */
  isWarning: boolean;
}

/** Content that never runs on its own and stays in every document. */
const passive = new Set<Kind>(["EmbeddedFiles", "RichMedia", "ExternalLinks"]);

/** Findings by audience: changes to the file go to the requester, contents to the signers too. */
export function findingsFor(upload: UploadWire, reader: FindingsReader): Findings {
  const active = upload.remaining.filter((kind) => !passive.has(kind));
  const lists: Findings["lists"] = [
    { name: "remaining" as const, kinds: active },
    { name: reader === "signer" ? ("removedForSigner" as const) : ("removed" as const), kinds: upload.removed },
    { name: "carried" as const, kinds: upload.remaining.filter((kind) => passive.has(kind)) },
  ].filter(({ kinds }) => kinds.length > 0);
  return {
    facts: reader === "requester" ? factsOf(upload) : [],
    lists,
    shadow: upload.shadowContent,
    isWarning:
      active.length > 0 ||
      (upload.convertedFrom?.trackedChanges ?? false) ||
      upload.shadowContent.some(({ code }) => code !== "page_not_looked_at") ||
      upload.remaining.includes("EmbeddedFiles") ||
      upload.signatureWarnings.length > 0 ||
      differencesIn(upload).length > 0,
  };
}

/** Pages that two programs render differently. */
function differencesIn({ readers }: UploadWire): NonNullable<UploadWire["readers"]>["differences"] {
  return readers?.differences ?? [];
}

function factsOf({ convertedFrom, repaired, decrypted, alreadySigned, frozenFields }: UploadWire): Fact[] {
  const facts: [Fact, boolean][] = [
    ["converted", convertedFrom !== null],
    ["trackedChanges", convertedFrom?.trackedChanges ?? false],
    ["decrypted", decrypted],
    ["repaired", repaired && !decrypted],
    ["alreadySigned", alreadySigned],
    ["frozenFields", frozenFields > 0],
  ];
  return facts.filter(([, holds]) => holds).map(([fact]) => fact);
}
