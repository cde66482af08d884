"use client";

import { Download, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import { contentHref } from "./page-document";
import { PageHeading } from "./page-heading";

const moreMenu = lazyPart(() => import("./more-menu").then((module) => module.MoreMenu));

interface SigningBarProps {
  name: string;
  u: string;
  left: number;
  total: number;
  onDecline: () => void;
}

/** Sticks to the top: document, remaining fields and other actions. */
export function SigningBar({ name, u, left, total, onDecline }: SigningBarProps) {
  const t = useTranslations("signing");
  const text = total === 0 ? t("bar.none") : t("bar.left", { left, total });
  return (
    <div className="sticky top-0 z-20 border-b border-hairline bg-surface">
      <div className="mx-auto flex max-w-360 items-center gap-3 px-4 py-2 sm:gap-6 sm:px-6">
        <div className="min-w-0 flex-1">
          <PageHeading className="truncate text-reading font-semibold sm:text-h2">
            <bdi>{name}</bdi>
          </PageHeading>
          <p className="text-ui text-muted">{text}</p>
        </div>
        <a
          href={contentHref(u, "original")}
          download
          className="hidden min-h-11 items-center gap-2 rounded-control px-3 text-ui font-medium hover:bg-canvas sm:inline-flex"
        >
          <Download aria-hidden className="size-4" />
          {t("document.downloadOriginal")}
        </a>
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
          menuProps={{ u, onDecline }}
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
