"use client";

import { clsx } from "clsx";
import { Check, Download, Minus, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { CompareSection } from "@/components/verify/compare/compare-section";
import { brokenBefore, comparable, firstOf, isBroken, type SignedVersion } from "@/components/verify/compare/versions";
import { PictureSection } from "@/components/verify/pictures/picture-section";
import { SignedVersionButtons } from "@/components/verify/signed-version/signed-version-buttons";
import { byteCount } from "@/lib/platform/locale/format";
import { saveReport, type CheckedFile } from "./result/use-check";
import { useFindingText, useNoticeText, useSignatureName } from "./result/use-finding-text";
import { HashLine, headlineOf, isUncompared, lookOf, needsReview, proofsOf } from "./result/verdict";
import {
  isGreen,
  isRevoked,
  joinFilledFields,
  remainingNotices,
  type Report,
  type SignatureRecord,
} from "./result/verification";
import { SignatureCard } from "./signature-card";

/** The verdict on a file, its changes, each signature, and what the result proves. The verdict takes the focus. */
export function ReportView({ file, report }: { file: CheckedFile; report: Report }) {
  const t = useTranslations("verify");
  const [findingText, noticeText] = [useFindingText(report.signatures), useNoticeText(report.signatures)];
  const looks = [
    ...joinFilledFields(report.warningFindings).map(findingText),
    ...remainingNotices(report).map(noticeText),
  ];
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

  // A version chosen by the user stays selected.
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
          <Notice tone="warning" title={t("notes")}>
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
        {/* Otherwise the banner already states that nothing in the file is signed. */}
        {report.signatures.length > 0 &&
          headlineOf(report) !== "evidence" &&
          list(t("signatures", { count: groups.people.length }), groups.people)}
        {groups.service.length > 0 && list(t("seals"), groups.service)}
        {groups.stamps.length > 0 && list(t("timestamps"), groups.stamps)}
        <WhatItProves report={report} />
      </div>
    </div>
  );
}

function groupsOf(signatures: readonly SignatureRecord[]): Record<"people" | "service" | "stamps", SignatureRecord[]> {
  const stamps = signatures.filter(({ kind }) => kind === "doc_timestamp");
  const others = signatures.filter(({ kind }) => kind !== "doc_timestamp");
  return {
    people: others.filter((signature) => signature.role === "person"),
    service: others.filter((signature) => signature.role !== "person"),
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

/** Opens collapsed details for printing and collapses them afterwards. */
function useOpenDetailsToPrint(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = (): void => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
      for (const details of opened) details.open = true;
    };
    const close = (): void => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", close);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", close);
    };
  }, []);
}

/** The verdict in two sentences, with important warnings. */
function VerdictBanner({ report, headingRef }: { report: Report; headingRef: Ref<HTMLHeadingElement> }) {
  const t = useTranslations("verify.verdict");
  const nameOf = useSignatureName();
  const headline = headlineOf(report);
  const revoked = report.signatures.filter(isRevoked);
  const { icon: Icon, look } = lookOf(headline, needsReview(report));
  return (
    <section
      className={clsx(
        "flex gap-4 rounded-card p-5 forced-colors:border print:border print:[print-color-adjust:exact]",
        look,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
      <div className="min-w-0">
        <h2 ref={headingRef} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {t(`${headline}.title`, countsOf(report))}
        </h2>
        <p className="mt-1 text-ink">{t(`${headline}.body`)}</p>
        {isUncompared(report) && <p className="mt-2 font-medium text-ink">{t("uncompared")}</p>}
        {revoked.length > 0 && (
          <p className="mt-2 font-medium wrap-anywhere text-ink">
            {t("revoked", { names: [...new Set(revoked.map((signature) => nameOf(signature)))].join(", ") })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Numbers for a headline: people with valid signatures, and the progress of an incomplete document. */
function countsOf({ completeness, signatures }: Report): { people: number; signed: number; prepared: number } {
  const people = groupsOf(signatures).people.filter(isGreen).length;
  return completeness?.code === "incomplete" ? { ...completeness, people } : { people, signed: 0, prepared: 0 };
}

/** The verified file, the time, and ways to save the result. */
function ReportFile({ file, report }: { file: CheckedFile; report: Report }) {
  const [t, locale] = [useTranslations("verify"), useLocale()];
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-baseline sm:gap-y-2">
        <dt className="text-muted">{t("file")}</dt>
        <dd className="mb-2 wrap-anywhere sm:mb-0">
          <bdi>{file.name}</bdi>, {byteCount(file.size, locale)}
        </dd>
        <dt className="text-muted">{t("checkedAt")}</dt>
        <dd className="mb-2 sm:mb-0">
          <Time at={file.checkedAt} /> {t("checkedBy", { host: window.location.host })}
        </dd>
        <dt className="text-muted">{t("sha256")}</dt>
        <dd>
          <HashLine sha256={report.sha256} what={file.name} />
        </dd>
      </dl>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => saveReport(file, report)}>
          {t("saveReport")}
        </Button>
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
          {t("print")}
        </Button>
      </div>
    </div>
  );
}

/** Explains what the result proves, and its limits. */
function WhatItProves({ report }: { report: Report }) {
  const t = useTranslations("verify.proves");
  const { proofs, limits } = proofsOf(report);
  return (
    <Card title={t("title")} className="print:break-inside-avoid">
      <div className="grid gap-6 sm:grid-cols-2">
        {proofs.length > 0 && (
          <Sentences title={t("yes")}>
            {proofs.map((proof) => (
              <Sentence key={proof} icon={<Check aria-hidden className="mt-0.5 size-4 shrink-0" />}>
                {t(`proof.${proof}`)}
              </Sentence>
            ))}
          </Sentences>
        )}
        <Sentences title={t("no")}>
          {limits.map((limit) => (
            <Sentence key={limit} icon={<Minus aria-hidden className="mt-0.5 size-4 shrink-0" />}>
              {t(`limit.${limit}`)}
            </Sentence>
          ))}
        </Sentences>
      </div>
    </Card>
  );
}

function Sentences({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-ui font-semibold">{title}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-ui text-muted">{children}</ul>
    </div>
  );
}

function Sentence({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
