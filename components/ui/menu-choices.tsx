"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { menuItemLook } from "./menu-item";

export interface MenuChoice<Value extends string> {
  value: Value;
  label: string;
  /** What the label is written in, where that is not the page's language. */
  lang?: string | undefined;
}

interface MenuChoicesProps<Value extends string> {
  label: string;
  value: Value | null;
  choices: readonly MenuChoice<Value>[];
  onChoose: (value: Value) => void;
}

/** One of several, in a menu that stays open: what was chosen is marked. */
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
