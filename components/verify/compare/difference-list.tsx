import { useTranslations } from "next-intl";
import { useSignatureName } from "../use-signature-name";
import type { SignatureRecord } from "../verification";
import type { Place } from "./place";
import { whereOf } from "./summarize";
import type { TextDifference } from "./text-difference";

/** Our own fields have names that tell nobody anything. */
const own = /^paraph-[0-9a-f-]{36}-/;

/** What differs on a page, in words: where, in whose field, and which text. */
export function DifferenceList({
  places,
  text,
  all,
}: {
  places: readonly Place[];
  text: TextDifference | null;
  all: readonly SignatureRecord[];
}) {
  const words = useTranslations("verify.compare");
  const fieldWords = useFieldWords(all);
  return (
    <div className="mt-1 flex flex-col gap-2 text-ui text-muted">
      {places.length > 0 && (
        <ol className="flex flex-wrap gap-x-4 gap-y-0.5">
          {places.map((place, index) => {
            const where = words(`where.${whereOf(place)}`);
            return (
              <li key={index} className="wrap-anywhere">
                {place.field
                  ? words("place", { number: index + 1, where, field: fieldWords(place.field) })
                  : words("placePlain", { number: index + 1, where })}
              </li>
            );
          })}
        </ol>
      )}
      {text && (
        <dl aria-label={words("text")} className="grid gap-2 sm:grid-cols-2">
          <Lines label={words("wasText")} lines={text.was} />
          <Lines label={words("isText")} lines={text.is} />
        </dl>
      )}
    </div>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const words = useTranslations("verify.compare");
  return (
    <div className="min-w-0 rounded-control border border-hairline bg-surface p-3">
      <dt className="text-caption">{label}</dt>
      {lines.map((line, index) => (
        <dd key={index} className="wrap-anywhere text-ink">
          <bdi>{line}</bdi>
        </dd>
      ))}
      {lines.length === 0 && <dd className="italic">{words("noText")}</dd>}
    </div>
  );
}

function useFieldWords(all: readonly SignatureRecord[]): (field: string) => string {
  const words = useTranslations("verify.compare");
  const nameOf = useSignatureName();
  return (field) => {
    const signature = all.find((candidate) => candidate.field === field);
    if (signature) return words("inSignature", { name: nameOf(signature, "plain") });
    return own.test(field) ? words("inOwnField") : words("inField", { field });
  };
}
