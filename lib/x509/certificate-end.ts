import { X509Certificate } from "node:crypto";

const known = new WeakMap<Buffer, Date>();

/** When a certificate expires. Read once for each buffer: those of the instance's keys are asked for several times a document. */
export function certificateEnd(der: Buffer): Date {
  const remembered = known.get(der);
  if (remembered) return remembered;
  const end = new Date(new X509Certificate(der).validTo);
  known.set(der, end);
  return end;
}
