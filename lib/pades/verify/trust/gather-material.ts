import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import type { Deadline } from "@/lib/pades/verify/deadline";
import type { Anchors } from "@/lib/pades/verify/trust/build-path";
import { readCertificate, type Certificate } from "@/lib/pades/verify/trust/certificate";
import { CertificatePool } from "@/lib/pades/verify/trust/certificate-pool";
import { dataInSignature } from "@/lib/pades/verify/trust/data-in-signature";
import { storedBytes, storeObjectsOf } from "@/lib/pades/verify/trust/data-in-store";
import { LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import { RevocationData, type DataOrigin } from "@/lib/pades/verify/trust/revocation-data";
import type { PdfDocument } from "@/lib/pdf/document";

/** Certificates of one signature that are looked at. */
const mostInSignature = 64;
const largestCertificate = 64 * 1024;

/** What a verifier is told to trust. All DER. */
export interface TrustAnchors {
  /** This instance's root certificates, old ones included. */
  ours: readonly Buffer[];
  /** Roots known from elsewhere, as the operator configured them. */
  known: readonly Buffer[];
  /** Revocation lists of our own authorities, as of now. */
  revocationLists: readonly Buffer[];
}

/** All that paths and revocation of one file are judged by. */
export interface TrustMaterial {
  anchors: Anchors;
  pool: CertificatePool;
  revocation: RevocationData;
  budget: LinkBudget;
}

/** Collects certificates and revocation data from the signatures, the document's security store and what the verifier brings. Never throws for the file's content. */
export function gatherMaterial(
  document: PdfDocument,
  signatures: readonly CmsSignature[],
  trust: TrustAnchors,
  deadline: Deadline,
): TrustMaterial {
  const [ours, known] = [openAll(trust.ours), openAll(trust.known)];
  const material: TrustMaterial = {
    anchors: { ours, known },
    pool: new CertificatePool(),
    revocation: new RevocationData(),
    budget: new LinkBudget(),
  };
  material.pool.add([...trust.ours, ...trust.known]);
  trust.revocationLists.forEach((der) => material.revocation.addList(der, { kind: "own" }));
  signatures.forEach((cms) => addSignature(material, cms));
  if (!document.isEncrypted) {
    addStore(material, document, deadline);
  }
  return material;
}

/** Adds what a signature or a timestamp carries. */
export function addSignature({ pool, revocation }: TrustMaterial, cms: CmsSignature): void {
  const origin: DataOrigin = { kind: "signature" };
  const inside = dataInSignature(cms);
  pool.add(inside.certificates.slice(0, mostInSignature));
  inside.responses.forEach((der) => {
    revocation.addResponse(der, origin);
  });
  inside.lists.forEach((der) => revocation.addList(der, origin));
}

function addStore({ pool, revocation }: TrustMaterial, document: PdfDocument, deadline: Deadline): void {
  const store = storeObjectsOf(document);
  const each = (numbers: Iterable<number>, use: (num: number) => void) =>
    [...numbers].forEach((num) => (deadline.passed ? undefined : use(num)));
  each(store.certificates, (num) => pool.add(listed(storedBytes(document, num, largestCertificate))));
  each(store.responses, (num) =>
    listed(storedBytes(document, num, revocation.bytesLeft)).forEach((der) =>
      revocation.addResponse(der, { kind: "store", objectNum: num }),
    ),
  );
  each(store.lists, (num) =>
    listed(storedBytes(document, num, revocation.bytesLeft)).forEach((der) =>
      revocation.addList(der, { kind: "store", objectNum: num }),
    ),
  );
}

function listed(der: Buffer | null): Buffer[] {
  return der ? [der] : [];
}

function openAll(ders: readonly Buffer[]): Certificate[] {
  return ders.map(readCertificate).filter((certificate) => certificate !== null);
}
