"use client";

import { Images } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Pdf } from "@/components/pages/open-pdf";
import { useSettled, useWidth } from "@/components/pages/use-visible-pages";
import { openVersions, type Version, type Versions } from "@/components/verify/compare/versions";
import {
  differentPlaces,
  pictureScope,
  type DifferentPlace,
  type SignatureRecord,
} from "@/components/verify/result/verification";
import { useSignedTitle } from "@/components/verify/signed-version/signed-version-buttons";

/** Limit of places to show; beyond it the pages themselves show more. */
const mostShown = 12;

/**
 * Places where the file differs visibly from what was signed, found by this service by rendering both, and how much was
 * rendered.
 */
export function PictureSection({ file, signatures }: { file: Blob; signatures: readonly SignatureRecord[] }) {
  const t = useTranslations("verify.pictures");
  const places = differentPlaces(signatures);
  const shown = places.slice(0, mostShown);
  if (places.length === 0) return <Scope signatures={signatures} />;
  const ends = [...new Set(shown.map(({ end }) => end))];
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-h2 font-semibold">{t("title", { count: places.length })}</h2>
        <p className="mt-1 text-ui text-muted">{t("lead")}</p>
      </div>
      {ends.map((end) => (
        <Places key={end} file={file} end={end} places={shown.filter((place) => place.end === end)} />
      ))}
      {places.length > shown.length && (
        <p className="text-ui text-muted">{t("more", { count: places.length - shown.length })}</p>
      )}
      <Scope signatures={signatures} />
    </section>
  );
}

/** The places that differ from one signed version, before and after. */
function Places({ file, end, places }: { file: Blob; end: number; places: readonly DifferentPlace[] }) {
  const t = useTranslations("verify.pictures");
  const compare = useTranslations("verify.compare");
  const titleOf = useSignedTitle();
  const versions = useVersions(file, end);
  const [first] = places;
  const title = first ? titleOf(first.signature) : "";
  return (
    <ol className="flex flex-col gap-4">
      {places.map((place, index) => (
        <li key={index} className="rounded-card border border-hairline bg-surface p-4 print:break-inside-avoid">
          <h3 className="text-ui font-semibold">{t("place", { page: place.page })}</h3>
          {place.renderers.length === 1 && (
            <p className="mt-0.5 text-caption text-muted">
              {t(place.renderers[0] === "pdfium" ? "onlyOther" : "onlySame")}
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
          {versions === "failed" && <p className="mt-2 text-ui text-muted">{t("failed")}</p>}
        </li>
      ))}
    </ol>
  );
}

/** How much was rendered and compared, so that a lack of results is not mistaken for equality. */
function Scope({ signatures }: { signatures: readonly SignatureRecord[] }) {
  const t = useTranslations("verify.pictures.scope");
  const scope = pictureScope(signatures);
  if (!scope) return null;
  const why = scope.kind === "all" || scope.kind === "changed" ? "" : t(`stopped.${scope.stopped}`);
  const hasDifferences = signatures.some(({ pictures }) => pictures?.code === "different");
  return (
    <p className="flex gap-2.5 text-ui text-muted">
      <Images aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {scope.kind === "all" && t(hasDifferences ? "allDiffer" : "all", { count: scope.pages })}
        {scope.kind === "changed" &&
          t(hasDifferences ? "changedDiffer" : "changed", { pages: scope.pages, of: scope.of })}
        {scope.kind === "part" && t("part", { pages: scope.pages, of: scope.of, why })}
        {scope.kind === "nothing" && t("nothing", { why })}
      </span>
    </p>
  );
}

/** Both versions, opened by the browser; "failed" if one cannot be opened. */
function useVersions(file: Blob, end: number): Versions | "opening" | "failed" {
  const [versions, setVersions] = useState<Versions | "opening" | "failed">("opening");
  useEffect(() => {
    let isOver = false;
    const opening = openVersions(file, end);
    opening.promise.then(
      (open) => {
        if (!isOver) setVersions(open);
      },
      () => {
        if (!isOver) setVersions("failed");
      },
    );
    return () => {
      isOver = true;
      opening.close();
      setVersions("opening");
    };
  }, [file, end]);
  return versions;
}

/** More pixels than this cannot be seen in a small crop. */
const mostPixels = 3_000_000;

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** A place with its surroundings in one version, outlined. */
function CropView({ pdf, version, page, place }: { pdf: Pdf; version: Version; page: number; place: Area }) {
  const t = useTranslations("verify.compare");
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useSettled(useWidth(box), 150);
  const loaded = useLoadedPage(pdf, page);
  const size = loaded ? loaded.getViewport({ scale: 1 }) : null;
  const crop = size ? cropAround(place, size) : null;
  const scale =
    crop && width
      ? Math.min((width * window.devicePixelRatio) / crop.width, Math.sqrt(mostPixels / (crop.width * crop.height)))
      : null;
  const [left, top] = [crop?.left ?? 0, crop?.top ?? 0];
  useEffect(() => {
    if (!loaded || !scale || !canvas.current) return;
    const viewport = loaded.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
    const task = loaded.render({ canvas: canvas.current, viewport });
    task.promise.catch(ignore);
    return () => task.cancel();
  }, [loaded, scale, left, top]);
  if (page > pdf.numPages)
    return (
      <p className="grid min-h-28 place-content-center rounded-control border-2 border-dashed border-control p-4 text-center text-ui text-muted">
        {t(`missing.${version}`)}
      </p>
    );
  return (
    <div
      ref={box}
      role="img"
      aria-label={t(`picture.${version}`, { page })}
      className="relative overflow-hidden bg-paper shadow-paper outline-1 outline-hairline"
      style={{ aspectRatio: crop ? `${crop.width} / ${crop.height}` : "26 / 11" }}
    >
      {crop && scale && (
        <canvas
          ref={canvas}
          key={scale}
          width={Math.round(crop.width * scale)}
          height={Math.round(crop.height * scale)}
          className="absolute inset-0 size-full"
        />
      )}
      {crop && (
        <div
          aria-hidden
          className="pointer-events-none absolute rounded-control border-2 border-paper-danger print:[print-color-adjust:exact]"
          style={outline(place, crop)}
        />
      )}
    </div>
  );
}

/** Points between an outline and its place. */
const gap = 3;

function outline(place: Area, crop: Area): Record<"left" | "top" | "width" | "height", string> {
  const share = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  return {
    left: share(place.left - crop.left - gap, crop.width),
    top: share(place.top - crop.top - gap, crop.height),
    width: share(place.width + 2 * gap, crop.width),
    height: share(place.height + 2 * gap, crop.height),
  };
}

function useLoadedPage(pdf: Pdf, page: number): LoadedPage | null {
  const [loaded, setLoaded] = useState<LoadedPage | null>(null);
  useEffect(() => {
    let isOver = false;
    if (page <= pdf.numPages)
      pdf
        .getPage(page)
        .then((got) => {
          if (!isOver) setLoaded(got);
        })
        .catch(ignore);
    return () => {
      isOver = true;
      setLoaded(null);
    };
  }, [pdf, page]);
  return loaded;
}

function ignore(): void {
  // Stays blank if the browser cannot render the page; the text beside it names the place.
}

/** Lengths in points from the top left corner of the displayed page. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Margin around a place: two or three lines, and some words on each side. */
const air = 36;
const least = { width: 260, height: 110 };

/** The crop for a place: the place and its margin, limited to the page. */
export function cropAround(place: Area, page: { width: number; height: number }): Area {
  const [left, width] = span(place.left, place.width, least.width, page.width);
  const [top, height] = span(place.top, place.height, least.height, page.height);
  return { left, top, width, height };
}

function span(from: number, length: number, shortest: number, whole: number): [from: number, length: number] {
  const wanted = Math.min(whole, Math.max(shortest, length + 2 * air));
  const middle = from + length / 2;
  return [Math.min(Math.max(0, middle - wanted / 2), whole - wanted), wanted];
}
