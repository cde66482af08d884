"use client";

import { Code, Files, FileStack, LogOut, Settings2, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { logOut } from "@/components/account/log-in";
import { useLanguageChoice } from "@/components/language/language-switch";
import { Menu, MenuChoices, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { mayRequest, type ShellActor } from "./shell-frame";

/** Menu of the logged-in account. */
export function UserMenuList({ trigger, displayName, email, role }: ShellActor & { trigger: ReactElement }) {
  const t = useTranslations("shell.nav");
  const toast = useToast();
  const language = useLanguageChoice();

  // A full page load, so that no data of the account stays in memory.
  async function leave() {
    const { ok } = await logOut();
    if (ok) window.location.assign("/");
    else toast(t("logOutFailed"), { timeout: 0 });
  }

  return (
    <Menu trigger={trigger} startsOpen>
      <div className="px-2.5 py-2">
        <p className="text-caption text-muted">{t("loggedInAs")}</p>
        <p className="text-ui font-semibold wrap-anywhere">
          <bdi>{displayName}</bdi>
        </p>
        <p className="text-caption wrap-anywhere text-muted">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink href="/documents" icon={<Files />}>
        {t("documents")}
      </MenuLink>
      {mayRequest(role) && (
        <MenuLink href="/templates" icon={<FileStack />}>
          {t("templates")}
        </MenuLink>
      )}
      <MenuLink href="/account" icon={<UserRound />}>
        {t("account")}
      </MenuLink>
      {mayRequest(role) && (
        <MenuLink href="/developers" icon={<Code />}>
          {t("developers")}
        </MenuLink>
      )}
      {role === "admin" && (
        <MenuLink href="/administration" icon={<Settings2 />}>
          {t("administration")}
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuChoices
        label={t("language")}
        value={language.current}
        choices={language.choices}
        onChoose={language.choose}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void leave()}>
        {t("logOut")}
      </MenuItem>
    </Menu>
  );
}
