"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { byteCount } from "@/components/documents/byte-count";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { SignatureCard } from "./signature-card";
import { roleOf } from "./signature-role";
import type { CheckedFile } from "./use-check";
import { verdictLooks } from "./verdict-look";
import type { Report, SignatureRecord } from "./verification";

/** The verdict on a file, then each of its signatures. Focus goes to the verdict. */
export function ReportView({ file, report }: { file: CheckedFile; report: Report }) {
  const words = useTranslations("verify");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [report]);
  const { icon: Icon, look } = verdictLooks[report.verdict];
  const people = report.signatures.filter((signature) => roleOf(signature) === "person");
  const seals = report.signatures.filter((signature) => roleOf(signature) !== "person");
  return (
    <div className="flex flex-col gap-6">
      <section className={clsx("flex gap-4 rounded-card p-5 forced-colors:border", look)}>
        <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-h2 font-semibold outline-none">{words(`verdict.${report.verdict}.title`)}</h2>
          <p className="mt-1 text-ink">{words(`verdict.${report.verdict}.body`)}</p>
        </div>
      </section>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-ui">
        <dt className="text-muted">{words("file")}</dt>
        <dd className="wrap-anywhere">{file.name}, {byteCount(file.size)}</dd>
        <dt className="text-muted">{words("sha256")}</dt>
        <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="font-mono text-caption wrap-anywhere">{report.sha256}</code>
          <CopyButton text={report.sha256} label={words("copyHash")} />
        </dd>
      </dl>
      {report.warnings.length > 0 && (
        <Notice tone="warning" title={words("notes")}>
          <ul className="list-disc pl-4">{report.warnings.map((warning) => <li key={warning}>{warning}</li>)}</ul>
        </Notice>
      )}
      <Signatures title={words("signatures", { count: people.length })} signatures={people} all={report.signatures} />
      {seals.length > 0 && <Signatures title={words("seals")} signatures={seals} all={report.signatures} />}
    </div>
  );
}

function Signatures({ title, signatures, all }: { title: string; signatures: readonly SignatureRecord[]; all: readonly SignatureRecord[] }) {
  return (
    <section>
      <h2 className="mb-3 text-h2 font-semibold">{title}</h2>
      <ol className="flex flex-col gap-4">
        {signatures.map((signature, index) => <li key={`${signature.field}-${index}`}><SignatureCard signature={signature} all={all} /></li>)}
      </ol>
    </section>
  );
}
