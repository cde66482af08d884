"use client";

import { useTranslations } from "next-intl";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { ShellActor } from "./shell-frame";

const list = lazyPart(() => import("./user-menu-list").then((module) => module.UserMenuList));

export function UserMenu({ displayName, email, role }: ShellActor) {
  const t = useTranslations("shell.nav");
  const trigger = (
    <button
      type="button"
      aria-label={t("userMenu", { name: displayName })}
      className="-me-1 inline-flex size-11 items-center justify-center rounded-pill"
    >
      <span
        aria-hidden
        className="inline-flex size-9 items-center justify-center rounded-pill border border-control bg-surface text-ui font-semibold text-ink hover:bg-primary-tint hover:text-on-primary-tint"
      >
        {initial(displayName)}
      </span>
    </button>
  );
  return <LazyMenu trigger={trigger} menu={list} menuProps={{ displayName, email, role }} />;
}

function initial(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? "•";
}
