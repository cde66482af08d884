"use client";

import { Images } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSignedTitle } from "../signed-version/use-signed-title";
import type { SignatureRecord } from "../verification";
import { CropView } from "./crop-view";
import { differentPlaces, type DifferentPlace } from "./different-places";
import { pictureScope } from "./picture-scope";
import { useVersions } from "./use-versions";

/** Places that are shown; with more, the pages themselves say more. */
const mostShown = 12;

/** Where the file shows something else than was signed, as this service found it by drawing both, and how much of the file was drawn. */
export function PictureSection({ file, signatures }: { file: Blob; signatures: readonly SignatureRecord[] }) {
  const words = useTranslations("verify.pictures");
  const places = differentPlaces(signatures);
  const shown = places.slice(0, mostShown);
  if (places.length === 0) return <Scope signatures={signatures} />;
  const ends = [...new Set(shown.map(({ end }) => end))];
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-h2 font-semibold">{words("title", { count: places.length })}</h2>
        <p className="mt-1 text-ui text-muted">{words("lead")}</p>
      </div>
      {ends.map((end) => (
        <Places key={end} file={file} end={end} places={shown.filter((place) => place.end === end)} />
      ))}
      {places.length > shown.length && (
        <p className="text-ui text-muted">{words("more", { count: places.length - shown.length })}</p>
      )}
      <Scope signatures={signatures} />
    </section>
  );
}

/** The places that differ from one signed version, each as it was and as it is. */
function Places({ file, end, places }: { file: Blob; end: number; places: readonly DifferentPlace[] }) {
  const words = useTranslations("verify.pictures");
  const compare = useTranslations("verify.compare");
  const titleOf = useSignedTitle();
  const versions = useVersions(file, end);
  const [first] = places;
  const title = first ? titleOf(first.signature) : "";
  return (
    <ol className="flex flex-col gap-4">
      {places.map((place, index) => (
        <li key={index} className="rounded-card border border-hairline bg-surface p-4 print:break-inside-avoid">
          <h3 className="text-ui font-semibold">{words("place", { page: place.page })}</h3>
          {place.renderers.length === 1 && (
            <p className="mt-0.5 text-caption text-muted">
              {words(place.renderers[0] === "pdfium" ? "onlyOther" : "onlySame")}
            </p>
          )}
          {typeof versions === "object" && (
            <div className="mt-3 grid gap-4 sm:grid-cols-2">
              <figure className="min-w-0">
                <figcaption className="mb-1.5 text-caption wrap-anywhere text-muted">{title}</figcaption>
                <CropView pdf={versions.signed} version="signed" page={place.page} place={place} />
              </figure>
              <figure className="min-w-0">
                <figcaption className="mb-1.5 text-caption text-muted">{compare("now")}</figcaption>
                <CropView pdf={versions.now} version="now" page={place.page} place={place} />
              </figure>
            </div>
          )}
          {versions === "opening" && (
            <p role="status" className="mt-2 text-ui text-muted">
              {compare("opening")}
            </p>
          )}
          {versions === "failed" && <p className="mt-2 text-ui text-muted">{words("failed")}</p>}
        </li>
      ))}
    </ol>
  );
}

/** How much was drawn and compared, so that nobody takes silence for sameness. */
function Scope({ signatures }: { signatures: readonly SignatureRecord[] }) {
  const words = useTranslations("verify.pictures.scope");
  const scope = pictureScope(signatures);
  if (!scope) return null;
  const why = scope.kind === "all" || scope.kind === "changed" ? "" : words(`stopped.${scope.stopped}`);
  const hasDifferences = signatures.some(({ pictures }) => pictures?.code === "different");
  return (
    <p className="flex gap-2.5 text-ui text-muted">
      <Images aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {scope.kind === "all" && words(hasDifferences ? "allDiffer" : "all", { count: scope.pages })}
        {scope.kind === "changed" &&
          words(hasDifferences ? "changedDiffer" : "changed", { pages: scope.pages, of: scope.of })}
        {scope.kind === "part" && words("part", { pages: scope.pages, of: scope.of, why })}
        {scope.kind === "nothing" && words("nothing", { why })}
      </span>
    </p>
  );
}
