"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";

interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  align?: "start" | "end" | undefined;
  /** Open at first render, because the button was pressed before the code was loaded. */
  startsOpen?: boolean | undefined;
  /** MenuItem, MenuLink, MenuSeparator. */
  children: ReactNode;
}

/** A menu button: arrow keys, type-ahead, Escape. */
export function Menu({ trigger, align = "end", startsOpen = false, children }: MenuProps) {
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-80 min-w-48 rounded-card border border-hairline bg-raised p-1 shadow-popover outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Look of every menu item. */
const menuItemLook =
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

/**
 * `download` links point to files, so they are plain anchors; a string is the file's name if the response gives none.
 */
export function MenuLink({
  href,
  icon,
  download,
  children,
}: ItemProps & { href: string; download?: boolean | string | undefined }) {
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

interface MenuChoice<Value extends string> {
  value: Value;
  label: string;
  /** Language of the label, if it differs from the page's. */
  lang?: string | undefined;
}

interface MenuChoicesProps<Value extends string> {
  label: string;
  value: Value | null;
  choices: readonly MenuChoice<Value>[];
  onChoose: (value: Value) => void;
}

/** One of several options in a menu that stays open; the current one is marked. */
export function MenuChoices<Value extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 text-caption text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChoose}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick={false}
            lang={choice.lang}
            className={menuItemLook}
          >
            <span aria-hidden className="inline-flex size-4 shrink-0">
              <Base.RadioItemIndicator>
                <Check className="size-4" />
              </Base.RadioItemIndicator>
            </span>
            {choice.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
