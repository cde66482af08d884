"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";

/** Of everything that can be chosen in a menu. */
export const menuItemLook =
  "flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start text-ui outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-primary-tint data-highlighted:text-on-primary-tint data-disabled:opacity-50 " +
  "forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-solid";

interface ItemProps {
  icon?: ReactNode;
  danger?: boolean | undefined;
  children: ReactNode;
}

export function MenuItem({
  icon,
  danger = false,
  disabled,
  onSelect,
  children,
}: ItemProps & { disabled?: boolean | undefined; onSelect: () => void }) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={clsx(menuItemLook, danger && "text-danger")}>
      <Icon>{icon}</Icon>
      {children}
    </Base.Item>
  );
}

/** `download` links go to files, so the browser follows them itself. */
export function MenuLink({
  href,
  icon,
  download,
  children,
}: ItemProps & { href: string; download?: boolean | undefined }) {
  return (
    <Base.LinkItem
      closeOnClick
      className={menuItemLook}
      render={download ? <a href={href} download /> : <Link href={href} />}
    >
      <Icon>{icon}</Icon>
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-hairline" />;
}

function Icon({ children }: { children: ReactNode }) {
  return children ? (
    <span aria-hidden className="inline-flex shrink-0 [&_svg]:size-4">
      {children}
    </span>
  ) : null;
}
