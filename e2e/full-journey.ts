import { pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import type { ApiClient, Person } from "./api-client";
import {
  expectStatus,
  registerSigner,
  requestCode,
  signPassword,
  startJourney,
  waitUntilSigned,
  type Box,
} from "./journey";
import { changedEdges, opensslVerdicts, revisionEnds, type DisplayedSize } from "./oracles";

export interface JourneyFindings {
  /** Complaints of external tools; empty if the journey succeeded. */
  complaints: string[];
  signatures: number;
  /** The largest distance in points by which a stamp's pixels exceed the requested rectangle. */
  stampErrorPt: number;
  /** Exit code of `qpdf --check`. */
  qpdfBefore: number;
  qpdfAfter: number;
  revisions: number;
}

/** Two signers, one by code and one by password, over HTTP. External tools measure the result. */
export async function fullJourney(
  api: ApiClient,
  admin: Person,
  pdf: Buffer,
  name: string,
  boxes: { byCode: Box; byPassword: Box },
): Promise<JourneyFindings> {
  const started = await startJourney(api, admin, pdf, name, boxes);
  const { byCode, byPassword } = started.signers;
  const prepared = await api.bytes(`/file/${started.uuid}/content`, admin);

  await registerSigner(api, byCode, { signPassword: false });
  const code = await requestCode(api, admin, byCode);
  expectStatus(
    await api.call("POST", `/sign/uuid/${byCode.link}`, { as: byCode.person, json: { code } }),
    200,
    "sign by code",
  );
  const afterFirst = await api.bytes(`/file/${started.uuid}/content`, admin);

  await registerSigner(api, byPassword, { signPassword: true });
  expectStatus(
    await api.call("POST", `/sign/file_id/${started.fileId}`, {
      as: byPassword.person,
      json: { password: signPassword },
    }),
    200,
    "sign by password",
  );
  await waitUntilSigned(api, admin, started.uuid);

  const signed = await api.bytes(`/file/${started.uuid}/content?version=current`, admin);
  const original = await api.bytes(`/file/${started.uuid}/content?version=original`, admin);
  const complaints: string[] = [];
  if (!original.equals(pdf)) complaints.push("version=original is not the upload");
  if (!signed.subarray(0, prepared.length).equals(prepared)) complaints.push("the prepared revision changed");
  if (!signed.subarray(0, afterFirst.length).equals(afterFirst)) complaints.push("the first signer's revision changed");
  const signatures = pdfsig(signed);
  for (const signature of signatures)
    if (!signature.isValid) complaints.push(`pdfsig: ${signature.field} is not valid`);
  const names = signatures.map((signature) => signature.signer).join(", ");
  if (!names.includes("Ana") || !names.includes("Bo")) complaints.push(`pdfsig names ${names}`);
  const cms = opensslVerdicts(signed, await (await fetch(`${api.origin}/pki/ca.crt`)).text());
  if (cms.length !== signatures.length || cms.includes(false)) complaints.push(`openssl: ${cms.join(", ")}`);
  const [qpdfBefore, qpdfAfter] = [qpdfCheck(pdf) ?? -1, qpdfCheck(signed) ?? -1];
  if (qpdfAfter > qpdfBefore) complaints.push(`qpdf: ${qpdfBefore} before, ${qpdfAfter} after`);
  const { data: sizes } = expectStatus(
    await api.call<{ data: DisplayedSize[] }>("GET", `/file/${started.uuid}/pages`, { as: admin }),
    200,
    "pages",
  );
  const stamps = [
    stampError(prepared, afterFirst, byCode.box, sizes),
    stampError(afterFirst, signed, byPassword.box, sizes),
  ];
  if (Math.max(...stamps) > 1)
    complaints.push(`stamps are off by ${stamps.map((stamp) => stamp.toFixed(2)).join(" and ")} pt`);
  return {
    complaints,
    signatures: signatures.length,
    stampErrorPt: Math.max(...stamps),
    qpdfBefore,
    qpdfAfter,
    revisions: revisionEnds(signed).length,
  };
}

/** How far the stamp's pixels exceed the field; infinite if nothing was drawn. */
function stampError(before: Buffer, after: Buffer, box: Box, sizes: readonly DisplayedSize[]): number {
  const size = sizes[box.page - 1];
  const changed = size && changedEdges(before, after, box.page, size);
  if (!changed) return Number.POSITIVE_INFINITY;
  return Math.max(
    0,
    box.left - changed.left,
    box.top - changed.top,
    changed.right - (box.left + box.width),
    changed.bottom - (box.top + box.height),
  );
}
