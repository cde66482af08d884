"use client";

import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { useTimeFormat } from "@/components/ui/time";
import { useSignatureName } from "@/components/verify/result/use-finding-text";
import { isGreen, type SignatureRecord } from "@/components/verify/result/verification";
import { PageComparison } from "./page-comparison";
import { firstOf, isBroken, type SignedVersion } from "./versions";

interface CompareSectionProps {
  file: File;
  versions: readonly SignedVersion[];
  /** The shown version; null while nothing is compared. */
  chosen: SignedVersion | null;
  onChoose: (version: SignedVersion) => void;
  /** Set if the page chose the version itself and has more to try when this one shows no difference. */
  onNothingFound: (() => void) | null;
  /** The file's signatures, because a difference is named after the signer of its field. */
  all: readonly SignatureRecord[];
  headingRef: Ref<HTMLHeadingElement>;
}

/**
 * The pages as each signature covers them, beside the current file. Shown at once if something has changed, else on
 * request.
 */
export function CompareSection({
  file,
  versions,
  chosen,
  onChoose,
  onNothingFound,
  all,
  headingRef,
}: CompareSectionProps) {
  const t = useTranslations("verify.compare");
  const nameOf = useVersionName();
  const [round, setRound] = useState(0);
  const [first] = versions;
  if (!first) return null;
  return (
    <section className={chosen ? undefined : "print:hidden"}>
      <div className="mx-auto max-w-180">
        <h2 ref={headingRef} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {t("title")}
        </h2>
        <p className="mt-1 text-ui text-muted">{t(chosen || !all.every(isGreen) ? "lead" : "offer")}</p>
        <div className="mt-3 flex flex-wrap items-end gap-3 print:hidden">
          {chosen && versions.length > 1 && (
            <Select
              size="signer"
              label={t("version")}
              className="min-w-0 flex-1 basis-60"
              value={String(versions.indexOf(chosen))}
              options={versions.map((version, index) => ({ value: String(index), label: nameOf(version) }))}
              onChange={(event) => onChoose(versions[Number(event.target.value)] ?? first)}
            />
          )}
          {!chosen && (
            <Button
              size="signer"
              icon={<Columns2 aria-hidden className="size-5" />}
              onClick={() => onChoose(firstOf(versions) ?? first)}
            >
              {t("start")}
            </Button>
          )}
        </div>
        {chosen && versions.length === 1 && <p className="mt-3 text-ui font-medium">{nameOf(chosen)}</p>}
        {chosen?.signature.verdict === "unsupported" && (
          <Notice tone="warning" className="mt-3">
            {t("unchecked")}
          </Notice>
        )}
      </div>
      {chosen && (
        <PageComparison
          key={`${chosen.end} ${round}`}
          file={file}
          end={chosen.end}
          suspects={chosen.suspects}
          versionName={nameOf(chosen)}
          all={all}
          isPermitted={!isBroken(chosen)}
          onAgain={() => setRound((before) => before + 1)}
          onNothingFound={onNothingFound}
        />
      )}
    </section>
  );
}

function useVersionName(): (version: SignedVersion) => string {
  const t = useTranslations("verify.compare");
  const nameOf = useSignatureName();
  const times = useTimeFormat();
  return ({ kind, signature }) => {
    const version = t(`versions.${kind}`, { name: nameOf(signature, "plain") });
    return signature.signedAt ? t("versionAt", { version, at: times.time(signature.signedAt) }) : version;
  };
}
