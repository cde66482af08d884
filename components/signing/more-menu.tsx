"use client";

import { Ban, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { contentHref } from "./page-document";

interface MoreMenuProps {
  u: string;
  onDecline: () => void;
  trigger: ReactElement;
}

export function MoreMenu({ u, onDecline, trigger }: MoreMenuProps) {
  const t = useTranslations("signing");
  return (
    <Menu trigger={trigger} startsOpen>
      <MenuLink href={contentHref(u, "original")} download icon={<Download />}>
        {t("document.downloadOriginal")}
      </MenuLink>
      <MenuItem danger icon={<Ban />} onSelect={onDecline}>
        {t("bar.decline")}
      </MenuItem>
    </Menu>
  );
}
