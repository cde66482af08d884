import ipaddr from "ipaddr.js";

/** Not told apart by ipaddr.js from ordinary addresses: documentation (RFC 9637). */
const unlisted = [ipaddr.IPv6.parseCIDR("3fff::/20")];
/** All that is handed out to the public (RFC 4291 section 2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for an address that anybody on the Internet may be behind. Everything of the special-purpose registries (RFC 6890) is not: loopback,
 * private, link-local, CGNAT, documentation, benchmarks, multicast, reserved. Nor is an IPv6 address that carries an IPv4 one (mapped,
 * NAT64, 6to4, Teredo): where it leads depends on this machine's network.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(globalUnicast) && !unlisted.some((range) => parsed.match(range));
}
