"use client";

import { Files, LogOut, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { logOut } from "@/components/account/log-out";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu-item";
import { useToast } from "@/components/ui/toast";

interface UserMenuProps {
  displayName: string;
  email: string;
}

export function UserMenu({ displayName, email }: UserMenuProps) {
  const words = useTranslations("shell.nav");
  const toast = useToast();

  // A whole new page, so that nothing of the account stays in the browser's memory.
  async function leave() {
    const { ok } = await logOut();
    if (ok) window.location.assign("/");
    else toast(words("logOutFailed"), { timeout: 0 });
  }

  const trigger = (
    <button type="button" aria-label={words("userMenu", { name: displayName })} className="-mr-1 inline-flex size-11 items-center justify-center rounded-pill">
      <span aria-hidden className="inline-flex size-9 items-center justify-center rounded-pill border border-control bg-surface text-ui font-semibold text-ink hover:bg-primary-tint hover:text-on-primary-tint">{initial(displayName)}</span>
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="px-2.5 py-2">
        <p className="text-caption text-muted">{words("loggedInAs")}</p>
        <p className="text-ui font-semibold wrap-anywhere">{displayName}</p>
        <p className="text-caption wrap-anywhere text-muted">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink href="/documents" icon={<Files />}>{words("documents")}</MenuLink>
      <MenuLink href="/account" icon={<UserRound />}>{words("account")}</MenuLink>
      <MenuItem icon={<LogOut />} onSelect={() => void leave()}>{words("logOut")}</MenuItem>
    </Menu>
  );
}

function initial(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? "•";
}
