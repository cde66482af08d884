import type { ApiClient, Person } from "./api-client";
import { expectStatus, registerSigner, requestCode, signPassword, startJourney, waitUntilSigned, type Box } from "./journey";
import { changedBox, opensslVerify, pdfsig, qpdfCheck, revisionEnds } from "./oracles";

export interface JourneyFindings {
  /** Everything an outside tool did not like; empty when the journey holds. */
  complaints: string[];
  signatures: number;
  /** The largest distance in points by which a stamp's pixels leave, or fall short of, the requested rectangle. */
  stampErrorPt: number;
  qpdfBefore: number;
  qpdfAfter: number;
  revisions: number;
}

/** Two signers, one by code and one by password, over HTTP; the result measured by outside tools. */
export async function fullJourney(api: ApiClient, admin: Person, pdf: Buffer, name: string, boxes: { byCode: Box; byPassword: Box }): Promise<JourneyFindings> {
  const started = await startJourney(api, admin, pdf, name, boxes);
  const { byCode, byPassword } = started.signers;
  const prepared = await api.bytes(`/file/${started.uuid}/content`, admin);

  await registerSigner(api, byCode, { signPassword: false });
  const code = await requestCode(api, admin, byCode);
  expectStatus(await api.call("POST", `/sign/uuid/${byCode.link}`, { as: byCode.person, json: { code } }), 200, "sign by code");
  const afterFirst = await api.bytes(`/file/${started.uuid}/content`, admin);

  await registerSigner(api, byPassword, { signPassword: true });
  expectStatus(await api.call("POST", `/sign/file_id/${started.fileId}`, { as: byPassword.person, json: { password: signPassword } }), 200, "sign by password");
  await waitUntilSigned(api, admin, started.uuid);

  const signed = await api.bytes(`/file/${started.uuid}/content?version=current`, admin);
  const original = await api.bytes(`/file/${started.uuid}/content?version=original`, admin);
  const complaints: string[] = [];
  if (!original.equals(pdf)) complaints.push("version=original is not the upload");
  if (!signed.subarray(0, prepared.length).equals(prepared)) complaints.push("the prepared revision changed");
  if (!signed.subarray(0, afterFirst.length).equals(afterFirst)) complaints.push("the first signer's revision changed");
  const signatures = await pdfsig(signed);
  for (const signature of signatures) if (!signature.isValid) complaints.push(`pdfsig: ${signature.field} is not valid`);
  const names = signatures.map((signature) => signature.signer).join(", ");
  if (!names.includes("Ana") || !names.includes("Bo")) complaints.push(`pdfsig names ${names}`);
  const roots = (await (await fetch(`${api.origin}/pki/ca.crt`)).text());
  const cms = await opensslVerify(signed, roots);
  if (cms.length !== signatures.length || cms.includes(false)) complaints.push(`openssl: ${cms.join(", ")}`);
  const [qpdfBefore, qpdfAfter] = await Promise.all([qpdfCheck(pdf), qpdfCheck(signed)]);
  if (qpdfAfter > qpdfBefore) complaints.push(`qpdf: ${qpdfBefore} before, ${qpdfAfter} after`);
  const stamps = [await stampError(prepared, afterFirst, byCode.box), await stampError(afterFirst, signed, byPassword.box)];
  if (Math.max(...stamps) > 1) complaints.push(`stamps are off by ${stamps.map((stamp) => stamp.toFixed(2)).join(" and ")} pt`);
  return { complaints, signatures: signatures.length, stampErrorPt: Math.max(...stamps), qpdfBefore, qpdfAfter, revisions: revisionEnds(signed).length };
}

/** How far the stamp's pixels leave the box, or fail to reach its left, right and top edges, which the image touches by design. */
async function stampError(before: Buffer, after: Buffer, box: Box): Promise<number> {
  const changed = await changedBox(before, after, box.page);
  if (!changed) return Number.POSITIVE_INFINITY;
  const outside = [box.left - changed.left, box.top - changed.top, changed.right - (box.left + box.width), changed.bottom - (box.top + box.height)];
  return Math.max(0, ...outside);
}
