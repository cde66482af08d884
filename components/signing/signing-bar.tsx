"use client";

import { clsx } from "clsx";
import { ChevronDown, CircleCheck, Download, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { fileAt, type Zoom } from "@/components/pages/page-source";
import { ZoomControl } from "@/components/pages/zoom-control";
import type { ListedFile } from "@/components/signing/files/page-files";
import { buttonLook } from "@/components/ui/button";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { LinkDocument } from "@/lib/signing/schema";
import { contentHref } from "./files/page-files";
import { AboutDocumentButton, type AboutDocument } from "./link/about-document";
import { PageHeading } from "./link/page-heading";

const moreMenu = lazyPart(() => import("./bar-menus").then((module) => module.MoreMenu));

interface SigningBarProps {
  name: string;
  u: string;
  /** The files of an envelope. */
  files: readonly ListedFile[];
  role: LinkDocument["role"];
  /** Blank required fields, the number of required fields, and blank optional ones not visited. */
  left: number;
  total: number;
  optional: number;
  about: AboutDocument | null;
  /** Replaces the number of fields. */
  text?: string | undefined;
  reading: {
    /** The current page, and the number of pages. */
    page: number;
    pages: number;
    zoom: Zoom;
    onZoom: (zoom: Zoom) => void;
    onStep: (by: 1 | -1) => void;
    onGo: (page: number) => void;
  };
  onDecline: () => void;
  /** Omitted if the person may not delegate. */
  onDelegate?: (() => void) | undefined;
}

/** Sticks to the top: document, remaining fields and other actions. */
export function SigningBar({
  name,
  u,
  files,
  role,
  left,
  total,
  optional,
  about,
  text: given,
  reading,
  onDecline,
  onDelegate,
}: SigningBarProps) {
  const t = useTranslations("signing");
  const pageOf = useTranslations("shell.pages");
  const text = given ?? (left > 0 ? t("bar.left", { left, total }) : t("bar.ready", { optional }));
  return (
    <div className="sticky top-0 z-20 border-b border-hairline bg-surface">
      <div className="mx-auto flex max-w-360 items-center gap-3 px-4 py-2 sm:gap-6 sm:px-6">
        <div className="min-w-0 flex-1">
          <PageHeading className="truncate text-reading font-semibold sm:text-h2">
            <bdi>{name}</bdi>
          </PageHeading>
          {/* The dot before a part at the start of a line is outside and clipped. */}
          <p className="overflow-hidden text-ui text-muted">
            <span className="-ms-4 flex flex-wrap *:ms-4">
              <span className={clsx(left === 0 && "inline-flex items-center gap-1 font-medium text-success")}>
                {left === 0 && <CircleCheck aria-hidden className="size-4 shrink-0" />}
                {text}
              </span>
              {reading.pages > 1 && (
                <span className="relative whitespace-nowrap">
                  <span aria-hidden className="absolute -start-2.5">
                    ·
                  </span>
                  {pageOf("pageOf", { page: reading.page, total: reading.pages })}
                </span>
              )}
            </span>
          </p>
        </div>
        <div className="max-md:hidden">
          <ZoomControl zoom={reading.zoom} onZoom={reading.onZoom} onStep={reading.onStep} />
        </div>
        <FilesButton files={files} page={reading.page} onGo={reading.onGo} />
        {about && <AboutDocumentButton about={about} />}
        {files.length === 0 && (
          <a
            href={contentHref(u, "original")}
            download
            className="hidden min-h-11 items-center gap-2 rounded-control px-3 text-ui font-medium hover:bg-canvas sm:inline-flex"
          >
            <Download aria-hidden className="size-4" />
            {t("document.downloadOriginal")}
          </a>
        )}
        <LazyMenu
          trigger={
            <button
              type="button"
              aria-label={t("bar.more")}
              className={buttonLook("quiet", "signer", "size-11! px-0!")}
            >
              <Ellipsis aria-hidden className="size-5" />
            </button>
          }
          menu={moreMenu}
          menuProps={{ u, files, role, onDecline, onDelegate }}
        />
      </div>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={total - left}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuetext={text}
        className="h-1 bg-hairline"
      >
        <div
          className="h-full origin-left bg-primary rtl:origin-right transition-transform duration-160 forced-colors:bg-[Highlight]"
          style={{ transform: `scaleX(${total === 0 ? 1 : (total - left) / total})` }}
        />
      </div>
    </div>
  );
}

interface FilesButtonProps {
  files: readonly ListedFile[];
  /** The current page. */
  page: number;
  onGo: (page: number) => void;
}

const filesMenu = lazyPart(() => import("./bar-menus").then((module) => module.FilesMenu));

/** Shows the current file's name and opens a menu of all files. Renders nothing for a document. */
function FilesButton({ files, page, onGo }: FilesButtonProps) {
  const t = useTranslations("signing.files");
  if (files.length === 0) return null;
  const position = (fileAt(files, page)?.index ?? 0) + 1;
  const numbers = { position, total: files.length };
  return (
    <LazyMenu
      trigger={
        <button type="button" aria-label={t("jump", numbers)} className={buttonLook("secondary", "signer", "px-3!")}>
          <span aria-hidden className="whitespace-nowrap tabular-nums">
            <span className="max-sm:hidden">{t("file", numbers)}</span>
            <span className="sm:hidden">{t("fileShort", numbers)}</span>
          </span>
          <ChevronDown aria-hidden className="size-4" />
        </button>
      }
      menu={filesMenu}
      menuProps={{ files, onGo }}
    />
  );
}
