"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { headlineOf } from "./cause-of";
import { brokenBefore, comparable, firstOf, isBroken, type SignedVersion } from "./compare/comparable";
import { CompareSection } from "./compare/compare-section";
import { PictureSection } from "./pictures/picture-section";
import { ReportFile } from "./report-file";
import { SignatureCard } from "./signature-card";
import { roleOf } from "./signature-role";
import { SignedVersionButtons } from "./signed-version/signed-version-buttons";
import { useChangeWords } from "./use-change-words";
import type { CheckedFile } from "./use-check";
import { useNoticeWords } from "./use-notice-words";
import { useOpenDetailsToPrint } from "./use-open-details-to-print";
import { VerdictBanner } from "./verdict-banner";
import type { Report, SignatureRecord } from "./verification";
import { WhatItProves } from "./what-it-proves";

/** The verdict on a file, what changed in it, each of its signatures, and what all that is worth. Focus goes to the verdict. */
export function ReportView({ file, report }: { file: CheckedFile; report: Report }) {
  const words = useTranslations("verify");
  const [changeWords, noticeWords] = [useChangeWords(report.signatures), useNoticeWords(report.signatures)];
  const looks = [...report.warnings.map(changeWords), ...report.notices.map(noticeWords)];
  const heading = useRef<HTMLHeadingElement>(null);
  const compareHeading = useRef<HTMLHeadingElement>(null);
  const versions = useMemo(() => comparable(report, file.size), [report, file.size]);
  const [chosen, setChosen] = useState<SignedVersion | null>(() =>
    versions.some(isBroken) ? (firstOf(versions) ?? null) : null,
  );
  const [isOwnChoice, setOwnChoice] = useState(false);
  useEffect(() => heading.current?.focus(), [report]);
  useOpenDetailsToPrint();
  const groups = groupsOf(report.signatures);

  // Where somebody chose a version, it stays.
  const goOn = useCallback(() => setChosen((now) => (now && brokenBefore(versions, now)) ?? now), [versions]);

  function choose(version: SignedVersion | null) {
    setOwnChoice(true);
    setChosen(version);
  }

  function compare(signature: SignatureRecord) {
    choose(versions.find((version) => version.signature === signature) ?? null);
    compareHeading.current?.focus();
  }

  const list = (title: string, signatures: readonly SignatureRecord[]) => (
    <SignatureList
      file={file}
      title={title}
      signatures={signatures}
      all={report.signatures}
      isComparable={(signature) => versions.some((version) => version.signature === signature)}
      onCompare={compare}
    />
  );
  return (
    <div className="flex flex-col gap-8">
      <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
        <VerdictBanner report={report} headingRef={heading} />
        <ReportFile file={file} report={report} />
        {looks.length > 0 && (
          <Notice tone="warning" title={words("notes")}>
            <ul className="list-disc ps-4">
              {[...new Set(looks)].map((warning) => (
                <li key={warning} className="first-letter:uppercase">
                  {warning}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <PictureSection file={file.bytes} signatures={report.signatures} />
      </div>
      <CompareSection
        file={file.bytes}
        versions={versions}
        chosen={chosen}
        onChoose={choose}
        onNothingFound={isOwnChoice ? null : goOn}
        all={report.signatures}
        headingRef={compareHeading}
      />
      <div className="mx-auto flex w-full max-w-180 flex-col gap-8">
        {headlineOf(report) !== "evidence" && list(words("signatures", { count: groups.people.length }), groups.people)}
        {groups.service.length > 0 && list(words("seals"), groups.service)}
        {groups.stamps.length > 0 && list(words("timestamps"), groups.stamps)}
        <WhatItProves report={report} />
      </div>
    </div>
  );
}

function groupsOf(signatures: readonly SignatureRecord[]): Record<"people" | "service" | "stamps", SignatureRecord[]> {
  const stamps = signatures.filter(({ kind }) => kind === "doc_timestamp");
  const others = signatures.filter(({ kind }) => kind !== "doc_timestamp");
  return {
    people: others.filter((signature) => roleOf(signature) === "person"),
    service: others.filter((signature) => roleOf(signature) !== "person"),
    stamps,
  };
}

interface SignatureListProps {
  file: CheckedFile;
  title: string;
  signatures: readonly SignatureRecord[];
  all: readonly SignatureRecord[];
  isComparable: (signature: SignatureRecord) => boolean;
  onCompare: (signature: SignatureRecord) => void;
}

function SignatureList({ file, title, signatures, all, isComparable, onCompare }: SignatureListProps) {
  return (
    <section>
      <h2 className="mb-3 text-h2 font-semibold print:break-after-avoid">{title}</h2>
      <ol className="flex flex-col gap-4">
        {signatures.map((signature, index) => (
          <li key={`${signature.field}-${index}`}>
            <SignatureCard
              signature={signature}
              all={all}
              version={<SignedVersionButtons file={file} signature={signature} />}
              onCompare={isComparable(signature) ? () => onCompare(signature) : null}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
