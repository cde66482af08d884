import { createHash } from "node:crypto";
import { childrenOf, contentOf, readBer } from "@/lib/x509/ber";
import { derValue, explicit, objectIdentifier, octetString, sequence, smallInteger } from "@/lib/x509/der";
import { algorithmOf, extension, generalizedTime, signed, timeOf, type Holder } from "./pki";

export interface Revoked {
  holder: Holder;
  at: string;
  /** CRLReason; no entry if omitted. */
  reason?: number;
}

export interface ListPlan {
  issuer: Holder;
  revoked?: readonly Revoked[];
  from?: string;
  /** Null for no nextUpdate. */
  until?: string | null;
  extensions?: readonly Buffer[];
  /** Replaces the issuer's key. */
  signer?: Holder;
  digest?: "sha256" | "sha1";
}

/** A revocation list, DER (RFC 5280 5). */
export function makeList({
  issuer,
  revoked = [],
  from = "2026-06-01",
  until = "2026-06-08",
  extensions = [],
  signer = issuer,
  digest = "sha256",
}: ListPlan): Buffer {
  const entries = revoked.map(({ holder, at, reason }) =>
    sequence(
      holder.serial,
      timeOf(at),
      ...(reason === undefined ? [] : [sequence(extension("2.5.29.21", derValue(0x0a, Buffer.of(reason))))]),
    ),
  );
  const number = extension("2.5.29.20", smallInteger(7));
  return signed(
    sequence(
      smallInteger(1),
      algorithmOf(signer, digest),
      issuer.subject,
      timeOf(from),
      ...(until === null ? [] : [timeOf(until)]),
      ...(entries.length > 0 ? [sequence(Buffer.concat(entries))] : []),
      explicit(0, sequence(number, ...extensions)),
    ),
    signer,
    digest,
  );
}

export interface ResponsePlan {
  certificate: Holder;
  issuer: Holder;
  /** The signer; the issuer by default. */
  responder?: Holder;
  revoked?: { at: string; reason?: number };
  from?: string;
  until?: string | null;
}

/**
 * A successful OCSPResponse about one certificate, DER (RFC 6960 4.2.1), with the responder's certificate if that is
 * not the issuer.
 */
export function makeResponse({
  certificate,
  issuer,
  responder = issuer,
  revoked,
  from = "2026-06-01",
  until = "2026-06-08",
}: ResponsePlan): Buffer {
  const status = revoked
    ? derValue(
        0xa1,
        generalizedTime(revoked.at),
        ...(revoked.reason === undefined ? [] : [explicit(0, derValue(0x0a, Buffer.of(revoked.reason)))]),
      )
    : derValue(0x80);
  const single = sequence(
    certIdOf(certificate, issuer),
    status,
    generalizedTime(from),
    ...(until === null ? [] : [explicit(0, generalizedTime(until))]),
  );
  const data = sequence(explicit(1, responder.subject), generalizedTime(from), sequence(single));
  const certificates = responder === issuer ? [] : [explicit(0, sequence(responder.certificate))];
  const basic = signed(data, responder, "sha256", ...certificates);
  return sequence(
    derValue(0x0a, Buffer.of(0)),
    explicit(0, sequence(objectIdentifier("1.3.6.1.5.5.7.48.1.1"), octetString(basic))),
  );
}

function certIdOf({ serial }: Holder, issuer: Holder): Buffer {
  const sha1 = (bytes: Buffer) => octetString(createHash("sha1").update(bytes).digest());
  return sequence(
    sequence(objectIdentifier("1.3.14.3.2.26"), derValue(0x05)),
    sha1(issuer.subject),
    sha1(keyOctetsOf(issuer)),
    serial,
  );
}

function keyOctetsOf({ publicKey }: Holder): Buffer {
  const [, key] = childrenOf(readBer(publicKey.export({ type: "spki", format: "der" })));
  return key ? contentOf(key).subarray(1) : Buffer.alloc(0);
}
