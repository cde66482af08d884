import { z } from "zod";
import { findingCodes } from "@/lib/pades/verify/report/finding-text";
import { outcomes } from "@/lib/pades/verify/report/report";
import { signatureRoles } from "@/lib/pades/verify/report/report";
import { statedProofKinds } from "@/lib/platform/signed-texts";

/** A finding of verification for programs; docs/spec/verification.md#findings lists the codes and their parameters. */
const finding = z
  .object({
    code: z.enum(findingCodes).meta({ description: "The finding. Codes may be added." }),
    params: z
      .record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())]))
      .meta({ description: "Parameters of the code, such as `field` or `page`, which counts from 1." }),
    forbidden: z
      .literal(true)
      .optional()
      .meta({ description: "Set if this kind of change is normally permitted, but this signature forbids it." }),
    text: z.string().meta({ description: "The finding as an English sentence." }),
  })
  .meta({ id: "Finding" });

const time = z.string().meta({ description: "ISO 8601, UTC" });
const verdict = z.enum(["intact", "intact_later_allowed", "unsupported", "modified", "invalid"]);

const chain = z.enum(["ours", "known", "unknown"]);

const revocation = z
  .object({
    status: z.enum(["good", "revoked", "unknown", "not_needed"]),
    source: z.enum(["ocsp", "crl"]).nullable(),
    at: time.nullable().meta({ description: "The time for which the source states the status." }),
    revokedAt: time.nullable(),
    problem: z.string().nullable(),
    finding: finding.nullable().meta({ description: "`problem` as a code." }),
  })
  .meta({
    id: "RevocationReport",
    description: "The revocation status according to the file and this instance's own lists. Nothing is fetched.",
  });

const distinguishedName = z
  .object({
    commonName: z.string().nullable(),
    organization: z.string().nullable(),
    organizationalUnit: z.string().nullable(),
    country: z.string().nullable(),
    emailAddress: z.string().nullable(),
    attributes: z.array(z.object({ type: z.string(), value: z.string() })).meta({
      description:
        "All attributes, in the order of the certificate. `type` is the short name (`CN`, `SN`, `SERIALNUMBER`, `C`, `L`, `ST`, `STREET`, `O`, `OU`, `T`, `GN`, `DC`, `E`) or the dotted object identifier. A value that is not text is `#` and its DER in hex.",
    }),
  })
  .meta({
    id: "DistinguishedName",
    description: "The parsed `subject`. Of several values of a kind, each named member is the first one.",
  });

const pathCertificate = z
  .object({
    subject: z.string(),
    name: distinguishedName,
    issuer: z.string(),
    serialNumber: z.string(),
    notBefore: time,
    notAfter: time,
    sha256: z.string().meta({ description: "The hash of the DER encoding, in lower-case hex." }),
  })
  .meta({ id: "PathCertificate" });

const timestamp = z
  .object({
    status: z.enum(["none", "valid", "invalid"]),
    at: time.nullable(),
    authority: z.string().nullable(),
    problem: z.string().nullable(),
    findings: z.array(finding).meta({ description: "`problem` as codes." }),
    chain,
    revocation,
  })
  .meta({ id: "TimestampReport" });

const renderer = z.enum(["pdfium", "pdfjs"]);

export const pictureReport = z
  .object({
    code: z.enum(["nothing_later", "same", "different", "partly", "not_compared"]).meta({
      description:
        "`nothing_later`: nothing follows this signature. `same`: in both programs every page looks as signed or is drawn from the same bytes. `different`: see `places`. `partly`: no difference was found, but not every page was compared; see `readers`. `not_compared`: no page was compared.",
    }),
    overrules: z
      .boolean()
      .meta({ description: "The rules found nothing, and the pictures decided the verdict `modified`." }),
    readers: z.array(
      z.object({
        renderer,
        pages: z.int().meta({ description: "Pages that were compared." }),
        of: z.int(),
        unchanged: z.int().meta({
          description:
            "Further pages that the program had no time to draw, but whose bytes are the same in the signed revision and in the file: contents, resources, annotations, inherited entries, layers and form defaults.",
        }),
        missing: z
          .array(z.object({ from: z.int(), to: z.int() }))
          .meta({ description: "Pages that were not compared, both ends included." }),
        stopped: z.enum(["time", "unreadable", "too_large", "busy"]).nullable(),
      }),
    ),
    places: z
      .array(
        z.object({ page: z.int(), top: z.number(), left: z.number(), width: z.number(), height: z.number(), renderer }),
      )
      .meta({
        description:
          "Rectangles that differ, in points from the top-left corner of the page as a reader sees it. Pages are counted from 1.",
      }),
  })
  .meta({
    id: "PictureReport",
    description: "The signed revision and the final file, drawn and compared outside the fields that may change.",
  });

export const signatureRecord = z
  .object({
    field: z.string().meta({ description: "Fully qualified name of the signature field." }),
    kind: z.enum(["signature", "doc_timestamp"]),
    role: z.enum(signatureRoles).meta({
      description:
        "`person`: a signature or timestamp of anybody. `certified`: this service's certification, before the first signature. `sealed`: its seal, after the last. `evidence`: its seal of an evidence document. `service`: made with the seal's key in another field.",
    }),
    verdict,
    explanation: z.string().meta({ description: "The sentence that decided the verdict." }),
    decidedBy: finding.meta({ description: "`explanation` as a code." }),
    intact: z.boolean().meta({ description: "Whether the signed bytes are unchanged." }),
    coverage: z.enum(["whole_file", "revision", "contiguous", "unclear"]),
    changes: z.object({
      level: z.enum(["none", "permitted", "not_permitted"]),
      items: z.array(z.string()),
      findings: z.array(finding).meta({ description: "`items` as codes." }),
    }),
    pictures: pictureReport,
    cms: z.object({
      status: z.enum(["valid", "invalid", "unsupported"]),
      subFilter: z.string().nullable(),
      digestAlgorithm: z.string().nullable(),
      signatureAlgorithm: z.string().nullable(),
      problems: z.array(z.string()),
      findings: z.array(finding).meta({ description: "`problems` as codes." }),
    }),
    signedRevision: z
      .object({
        end: z.int().meta({ description: "The signature covers the file's bytes from 0 up to here." }),
        sha256: z
          .string()
          .meta({ description: "The hash of these bytes, including the signature itself, in lower-case hex." }),
      })
      .nullable(),
    chain: chain.meta({
      description:
        "Whether the certificate leads to this instance's root, or to one that its operator trusts. Never decides the verdict.",
    }),
    certificates: z.array(pathCertificate).meta({
      description:
        "The certificate path from the signer towards a root, the signer first, as far as it could be built.",
    }),
    chainProblems: z
      .array(z.string())
      .meta({ description: "Problems of these certificates. They never decide the verdict." }),
    chainFindings: z.array(finding).meta({ description: "`chainProblems` as codes." }),
    revocation,
    timestamp,
    contentTimestamp: timestamp.meta({
      description:
        "A timestamp of the content before signing. It proves the earliest possible time and is informational.",
    }),
    etsi: z
      .object({
        indication: z.enum(["TOTAL_PASSED", "INDETERMINATE", "TOTAL_FAILED"]),
        subIndication: z.string().nullable(),
      })
      .meta({ description: "Terms of ETSI EN 319 102-1. They include trust, which the verdict does not." }),
    level: z.enum(["CMS", "B-B", "B-T", "B-LT", "B-LTA"]).nullable(),
    signedAt: time.nullable().meta({
      description:
        "Time of a timestamp by a known authority, else the time claimed by the signer, else that of another timestamp. For a document timestamp, its own time.",
    }),
    signer: z
      .object({
        subject: z.string(),
        name: distinguishedName,
        issuer: z.string(),
        serialNumber: z.string(),
        notBefore: time,
        notAfter: time,
        email: z.string().optional(),
      })
      .nullable(),
    proof: z
      .object({
        kind: z.enum(statedProofKinds).meta({
          description:
            "`…_code`: a code by e-mail, text message, Signal, Telegram or this service's message inbox (`inbox_…`). `…_opening_code`: the code that opened the document. `mailed_link`, `unmailed_link`, `account`: no code, only the link, e-mailed or not, or the log-in. The others concern the key of an account, and how its address was proved. `invitation`, `confirmation`, `address_code`: by e-mail, or through the message inbox (`inbox_…`). `administrator`: by an administrator only. `unproved`: not at all. Values may be added.",
        }),
        at: z.string().nullable().meta({
          description:
            "When the code was entered or the link clicked (UTC). A date for the proof of an address; null for `unproved`.",
        }),
        sentTo: z.string().nullable().meta({ description: "The masked number of a text message or Signal message." }),
      })
      .nullable()
      .meta({
        id: "StatedProof",
        description:
          "How the signer was identified, according to the certificate (its organizational unit). Only if this instance issued it and the signature is valid.",
      }),
    reason: z.string().nullable().meta({ description: "The reason as stated by the signer." }),
    location: z.string().nullable().meta({ description: "The location as stated by the signer; nothing proves it." }),
  })
  .meta({ id: "SignatureRecord" });

const rect = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .meta({ description: "llx, lly, urx, ury in points of the page's own space." });

const notice = z
  .discriminatedUnion("code", [
    z
      .object({
        code: z.literal("later_signature_shown"),
        field: z.string(),
        signer: z.string().nullable(),
        page: z.int().nullable().meta({ description: "The page, counted from 1. Null if it cannot be determined." }),
        rect: rect.nullable(),
        unseenBy: z
          .array(z.string())
          .meta({ description: "Signature fields signed before this one was added or signed." }),
      })
      .meta({
        description: "A signature field that was added or signed after another signature is visible on a page.",
      }),
    z
      .object({
        code: z.literal("box_over_text_changed"),
        field: z.string(),
        page: z.int().nullable().meta({ description: "The page, counted from 1. Null if it cannot be determined." }),
        rect: rect.nullable(),
        unseenBy: z.array(z.string()).meta({ description: "Signature fields signed before the change." }),
      })
      .meta({
        description:
          "A checkbox or radio button that overlaps text of its page was checked or unchecked after somebody had signed.",
      }),
    z.object({ code: z.literal("timestamp_not_credited"), field: z.string(), problem: z.string() }).meta({
      description:
        "A timestamp beside the signature is not valid. Timestamps are not covered by the signature, so anyone may have damaged it.",
    }),
    z
      .object({ code: z.literal("unsigned_attribute_unknown"), field: z.string(), oid: z.string() })
      .meta({ description: "The signature has an unsigned attribute of an unknown type." }),
    z.object({ code: z.literal("authority_changed"), file: z.string(), fields: z.array(z.string()) }).meta({
      description:
        "Paraph prepared the document, but these fields and the seal were signed with certificates of an authority other than the certification's. The service changed its authority, or somebody else signed. Only the service can confirm a change.",
    }),
    z.object({ code: z.literal("not_signed_here"), file: z.string() }).meta({
      description: "The fields refer to a document of this service, but no key of this service signed in them.",
    }),
    z
      .object({ code: z.literal("completed_since"), file: z.string() })
      .meta({ description: "An earlier version of a document of this service that has since been completed." }),
  ])
  .meta({ id: "VerificationNotice" });

const completeness = z
  .discriminatedUnion("code", [
    z.object({ code: z.literal("complete"), file: z.string() }),
    z.object({
      code: z.literal("incomplete"),
      file: z.string(),
      signed: z.int(),
      prepared: z.int(),
      sealed: z.boolean().meta({ description: "The seal's field contains a signature that is not valid." }),
    }),
  ])
  .meta({ id: "Completeness" });

export const verificationReport = z
  .object({
    verdict: z
      .enum(["none", ...verdict.options])
      .meta({ description: "The worst verdict of the signatures; `none` when no signature field is filled." }),
    outcome: z.enum(outcomes).meta({
      description:
        "The result for the whole file: `verdict`, or one of these if all signatures are intact. `incomplete`: prepared by Paraph, but not sealed, or cut back to an earlier state. `superseded`: an earlier state of a document that this service has completed. `not_signed_here`: names a document of this service, but was not signed with its keys. `authority_changed`: completed with certificates of an authority other than the certification's, which nothing in the file confirms. `content_added`: a field was filled or cleared, or a signature placed over content, after a signature; see `warningFindings`. Values may be added.",
    }),
    sha256: z.string().meta({ description: "The hash of the whole file, in lower-case hex." }),
    signatures: z.array(signatureRecord),
    warnings: z.array(z.string()).meta({ description: "Findings that need attention but do not decide the verdict." }),
    warningFindings: z.array(finding).meta({ description: "`warnings` as codes." }),
    notices: z.array(notice).meta({
      description:
        "Further warnings as codes and parameters. They are not in `warnings`, except that `later_signature_covers` states what the signature covers.",
    }),
    completeness: completeness.nullable().meta({
      description:
        "The number of signers who have signed, and whether the document is sealed. Null for documents that Paraph did not prepare. A file cut back to an earlier state is intact and incomplete.",
    }),
  })
  .meta({ id: "VerificationReport" });
