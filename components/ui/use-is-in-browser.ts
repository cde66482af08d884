import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and until hydration, so that both render the same; then true. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
