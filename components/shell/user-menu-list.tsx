"use client";

import { Code, Files, LogOut, Settings2, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { logOut } from "@/components/account/log-out";
import { useLanguageChoice } from "@/components/language/use-language-choice";
import { Menu } from "@/components/ui/menu";
import { MenuChoices } from "@/components/ui/menu-choices";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu-item";
import { useToast } from "@/components/ui/toast";
import { mayDevelop } from "./places-of";
import type { ShellActor } from "./shell-actor";

/** Who is logged in, and where they may go. */
export function UserMenuList({ trigger, displayName, email, role }: ShellActor & { trigger: ReactElement }) {
  const words = useTranslations("shell.nav");
  const toast = useToast();
  const language = useLanguageChoice();

  // A whole new page, so that nothing of the account stays in the browser's memory.
  async function leave() {
    const { ok } = await logOut();
    if (ok) window.location.assign("/");
    else toast(words("logOutFailed"), { timeout: 0 });
  }

  return (
    <Menu trigger={trigger} startsOpen>
      <div className="px-2.5 py-2">
        <p className="text-caption text-muted">{words("loggedInAs")}</p>
        <p className="text-ui font-semibold wrap-anywhere">
          <bdi>{displayName}</bdi>
        </p>
        <p className="text-caption wrap-anywhere text-muted">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink href="/documents" icon={<Files />}>
        {words("documents")}
      </MenuLink>
      <MenuLink href="/account" icon={<UserRound />}>
        {words("account")}
      </MenuLink>
      {mayDevelop({ role }) && (
        <MenuLink href="/developers" icon={<Code />}>
          {words("developers")}
        </MenuLink>
      )}
      {role === "admin" && (
        <MenuLink href="/administration" icon={<Settings2 />}>
          {words("administration")}
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuChoices
        label={words("language")}
        value={language.current}
        choices={language.choices}
        onChoose={language.choose}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void leave()}>
        {words("logOut")}
      </MenuItem>
    </Menu>
  );
}
