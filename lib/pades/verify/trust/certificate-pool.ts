import { readCertificate, type Certificate } from "@/lib/pades/verify/trust/certificate";

/** Certificates of one file that are looked at. */
const mostCertificates = 512;

/** Every certificate that may stand on a path: those that the file brings, and the anchors. By the name of their subject. */
export class CertificatePool {
  private readonly bySubject = new Map<string, Certificate[]>();
  private count = 0;

  add(ders: readonly Buffer[]): void {
    for (const der of ders) {
      const certificate = this.count < mostCertificates ? readCertificate(der) : null;
      const sameName = certificate ? this.named(certificate.subjectKey) : [];
      this.count += 1;
      if (certificate && !sameName.some((other) => other.der.equals(certificate.der))) {
        this.bySubject.set(certificate.subjectKey, [...sameName, certificate]);
      }
    }
  }

  /** Several may have one name: authorities that changed their key, or that others certified as well. */
  named(subjectKey: string): readonly Certificate[] {
    return this.bySubject.get(subjectKey) ?? [];
  }
}
