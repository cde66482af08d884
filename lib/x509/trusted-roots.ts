import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/** A longer list is a mistake, such as a bundle of web roots, which do not vouch for document signers. */
const mostRoots = 1000;

/**
 * The root certificates in an operator's PEM file. DER. Throws an Error whose message is one line that names the
 * variable, if the file cannot be read or contains anything other than certificates of authorities.
 */
export function readTrustedRoots(file: string): Buffer[] {
  const blocks = read(file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!blocks) throw refused("it contains no certificate in PEM");
  if (blocks.length > mostRoots) throw refused(`it contains more than ${mostRoots} certificates`);
  return blocks.map((block, index) => {
    const certificate = parse(block);
    if (!certificate?.ca)
      throw refused(`certificate ${index + 1} in it ${certificate ? "is not a CA certificate" : "cannot be read"}`);
    return certificate.raw;
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    throw refused(`the file cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`);
  }
}

function parse(block: string): X509Certificate | null {
  try {
    return new X509Certificate(block);
  } catch {
    return null;
  }
}

function refused(why: string): Error {
  return new Error(`Configuration: TRUSTED_ROOTS: ${why}`);
}
