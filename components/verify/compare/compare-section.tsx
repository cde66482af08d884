"use client";

import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useTimeWords } from "@/components/ui/time";
import { isGreen } from "../is-green";
import { useSignatureName } from "../use-signature-name";
import type { SignatureRecord } from "../verification";
import { firstOf, isBroken, type SignedVersion } from "./comparable";
import { PageComparison } from "./page-comparison";

interface CompareSectionProps {
  file: File;
  versions: readonly SignedVersion[];
  /** The one that is shown; null while nothing is compared. */
  chosen: SignedVersion | null;
  onChoose: (version: SignedVersion) => void;
  /** The page chose the version itself, and has more to try where this one shows no difference. */
  onNothingFound: (() => void) | null;
  /** The signatures of the file: a difference is told by whose field it lies in. */
  all: readonly SignatureRecord[];
  headingRef: Ref<HTMLHeadingElement>;
}

/** The pages as each signature saw them, beside the file as it is now. Shown where something changed, else offered. */
export function CompareSection({
  file,
  versions,
  chosen,
  onChoose,
  onNothingFound,
  all,
  headingRef,
}: CompareSectionProps) {
  const words = useTranslations("verify.compare");
  const nameOf = useVersionName();
  const [round, setRound] = useState(0);
  const [first] = versions;
  if (!first) return null;
  return (
    <section className={chosen ? undefined : "print:hidden"}>
      <div className="mx-auto max-w-180">
        <h2 ref={headingRef} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {words("title")}
        </h2>
        <p className="mt-1 text-ui text-muted">{words(chosen || !all.every(isGreen) ? "lead" : "offer")}</p>
        <div className="mt-3 flex flex-wrap items-end gap-3 print:hidden">
          {chosen && versions.length > 1 && (
            <Select
              size="signer"
              label={words("version")}
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
              {words("start")}
            </Button>
          )}
        </div>
        {chosen && versions.length === 1 && <p className="mt-3 text-ui font-medium">{nameOf(chosen)}</p>}
        {chosen?.signature.verdict === "unsupported" && (
          <Notice tone="warning" className="mt-3">
            {words("unchecked")}
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
  const words = useTranslations("verify.compare");
  const nameOf = useSignatureName();
  const times = useTimeWords();
  return ({ kind, signature }) => {
    const version = words(`versions.${kind}`, { name: nameOf(signature, "plain") });
    return signature.signedAt ? words("versionAt", { version, at: times.time(signature.signedAt) }) : version;
  };
}
