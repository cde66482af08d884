"use client";

import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
} from "react";

interface LazyMenuProps<Props> {
  trigger: ReactElement<ComponentProps<"button">>;
  menu: LazyPart<Props & { trigger: ReactElement }>;
  menuProps: Props;
}

/** A component that is loaded when first shown, or earlier by `preload`. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** False if loading failed, for example without a network. */
  preload: () => Promise<boolean>;
}

export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return {
    Part: lazy(async () => ({ default: await load() })),
    preload: () =>
      load().then(
        () => true,
        () => false,
      ),
  };
}

/** A menu loaded when the pointer or focus reaches its button, because menus are large and few people open them. */
export function LazyMenu<Props extends object>({ trigger, menu: { Part, preload }, menuProps }: LazyMenuProps<Props>) {
  const [isWanted, setWanted] = useState(false);
  const closed = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => void preload().then(setWanted),
    onPointerEnter: () => void preload(),
    onFocus: () => void preload(),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Part {...menuProps} trigger={trigger} />
    </Suspense>
  );
}
