import { z } from "zod";
import { ocspBody, ocspInPath } from "@/lib/api/request-bodies";
import { operation, type Operation } from "../operation";

const tag = "Signing";
const ocspAnswer = { content: ["application/ocsp-response"] } as const;

export const getAuthoritiesOperation = operation({
  id: "getAuthorities",
  method: "GET",
  path: "/pki/ca.crt",
  base: "origin",
  tag,
  summary: "The certificates of this instance's authorities",
  description:
    "Root and issuing authority, then each authority that the operator configured instead, PEM, from the top down.",
  caller: "public",
  answer: { content: ["application/x-pem-file"] },
  errors: ["key_unavailable"],
});

export const getRevocationListOperation = operation({
  id: "getRevocationList",
  method: "GET",
  path: "/pki/crl",
  base: "origin",
  tag,
  summary: "The revoked certificates of accounts",
  description:
    "The first issuing authority's revocation list (RFC 5280), DER, made now, good for a day. A certificate names the list of its issuer.",
  caller: "public",
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const getRootRevocationListOperation = operation({
  id: "getRootRevocationList",
  method: "GET",
  path: "/pki/root.crl",
  base: "origin",
  tag,
  summary: "The root's revocation list",
  description: "What the issuing authority's own certificate names (RFC 5280), DER, made now, good for a day.",
  caller: "public",
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const getLaterRevocationListOperation = operation({
  id: "getLaterRevocationList",
  method: "GET",
  path: "/pki/crl/{authority}",
  base: "origin",
  tag,
  summary: "The revocation list of an authority made later",
  description:
    "What the certificates name that were issued after the authority's key was changed (RFC 5280), DER, made now, good for a day.",
  caller: "public",
  params: z.object({
    authority: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ description: "The beginning of the authority's SHA-256 fingerprint." }),
  }),
  answer: { content: ["application/pkix-crl"] },
  errors: ["key_unavailable"],
});

export const askStatusOperation = operation({
  id: "askCertificateStatus",
  method: "POST",
  path: "/pki/ocsp",
  base: "origin",
  tag,
  summary: "The state of certificates that this instance issued",
  description:
    "OCSP (RFC 6960): certificates named by SHA-1 or SHA-256. What cannot be answered is said in the answer's responseStatus.",
  caller: "public",
  body: ocspBody,
  bodyKind: "ocsp",
  answer: ocspAnswer,
  errors: ["key_unavailable"],
});

export const askStatusByPathOperation = operation({
  id: "askCertificateStatusByPath",
  method: "GET",
  path: "/pki/ocsp/{request}",
  base: "origin",
  tag,
  summary: "The same, with the request in the path",
  description: "The request is base64 of DER, percent-encoded (RFC 6960 appendix A.1).",
  caller: "public",
  params: ocspInPath,
  answer: ocspAnswer,
  errors: ["key_unavailable"],
});

export const authorityOperations: readonly Operation[] = [
  getAuthoritiesOperation,
  getRevocationListOperation,
  getRootRevocationListOperation,
  getLaterRevocationListOperation,
  askStatusOperation,
  askStatusByPathOperation,
];
