"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button-look";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { MoreMenuProps } from "./more-menu";

const menu = lazyPart(() => import("./more-menu").then((module) => module.MoreMenu));

/** What a requester does with a document now and then. */
export function MoreActs(props: Omit<MoreMenuProps, "trigger">) {
  const words = useTranslations("documents.document.more");
  const trigger = (
    <button type="button" className={buttonLook("secondary", "app")}>
      <Ellipsis aria-hidden className="size-4" />
      {words("button")}
    </button>
  );
  return <LazyMenu trigger={trigger} menu={menu} menuProps={props} />;
}
