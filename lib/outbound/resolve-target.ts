import { lookup, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { isGlobalAddress } from "./global-address";
import type { Target } from "./read-target";
import { urlNotAllowed } from "./refusals";

/** Every address of a name; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** As this machine resolves names, its hosts file included. */
export const resolveBySystem: Resolve = (hostname) => promisify(lookup)(hostname, { all: true, verbatim: true });

/**
 * The addresses that the connection may go to. One that is not global refuses them all: whoever answers for the name decides which is
 * tried first. Throws `url_not_allowed`, and what `resolve` throws.
 */
export async function resolveTarget({ hostname, isExempt }: Target, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new Error("the name has no address");
  if (!isExempt && !addresses.every(({ address }) => isGlobalAddress(address))) throw urlNotAllowed();
  return addresses;
}
