"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { MoreMenuProps } from "./more-menu";

const menu = lazyPart(() => import("./more-menu").then((module) => module.MoreMenu));

/** The less frequent actions, and the files beside the document. */
export function MoreActions(props: Omit<MoreMenuProps, "trigger">) {
  const t = useTranslations("documents.document.more");
  const trigger = (
    <button type="button" className={buttonLook("secondary", "app", "max-sm:px-2.5!")}>
      <Ellipsis aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{t("button")}</span>
    </button>
  );
  return <LazyMenu trigger={trigger} menu={menu} menuProps={props} />;
}
