import type { PathCertificate, VerificationReport } from "@/lib/pades/verify/report";
import { sealOf } from "./seal-of";

/** Whose certificates the seals are made with. Anybody can run a service of their own that says the same words. */
export interface Trust {
  /** `met`: every seal leads to a root that the reader named. `not_asked`: the reader named none. */
  status: "met" | "not_met" | "not_asked";
  /** Where the paths of the seals end, each once: a root, or as far as the files say. */
  tops: PathCertificate[];
  problems: string[];
}

export function checkTrust(
  reports: Record<"document" | "evidence", VerificationReport | null>,
  isAsked: boolean,
): Trust {
  const seals = (["document", "evidence"] as const).flatMap((name) => {
    const record = reports[name] && sealOf(reports[name])?.record;
    return record ? [{ name, record }] : [];
  });
  const tops = new Map(seals.flatMap(({ record }) => record.certificates.slice(-1)).map((top) => [top.sha256, top]));
  const problems = seals
    .filter(({ record }) => record.chain !== "ours")
    .map(({ name }) => `the seal of the ${name} does not lead to a root certificate that you named`);
  if (seals.length === 0)
    problems.push("nothing that was given has a seal that could lead to the root certificate that you named");
  if (!isAsked) return { status: "not_asked", tops: [...tops.values()], problems: [] };
  return { status: problems.length === 0 ? "met" : "not_met", tops: [...tops.values()], problems };
}
