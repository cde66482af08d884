import { z } from "zod";
import { findingCodes } from "@/lib/pades/verify/finding-text";
import { outcomes } from "@/lib/pades/verify/report";
import { signatureRoles } from "@/lib/pades/verify/signature-role";

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
      .meta({ description: "This kind of change is permitted as a rule, and this signature forbids it." }),
    text: z.string().meta({ description: "The same as an English sentence." }),
  })
  .meta({ id: "Finding" });

const time = z.string().meta({ description: "ISO 8601, UTC" });
const verdict = z.enum(["intact", "intact_later_allowed", "unsupported", "modified", "invalid"]);

const chain = z.enum(["ours", "known", "unknown"]);

const revocation = z
  .object({
    status: z.enum(["good", "revoked", "unknown", "not_needed"]),
    source: z.enum(["ocsp", "crl"]).nullable(),
    at: time.nullable().meta({ description: "When the answer was true." }),
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
  })
  .meta({
    id: "DistinguishedName",
    description: "The parts of `subject`; of several values of a kind, the first one.",
  });

const pathCertificate = z
  .object({
    subject: z.string(),
    name: distinguishedName,
    issuer: z.string(),
    serialNumber: z.string(),
    notBefore: time,
    notAfter: time,
    sha256: z.string().meta({ description: "Of its DER, lower-case hex." }),
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
        "nothing_later: nothing follows this signature. same: every page looks as it was signed in both programs, or is drawn from the same bytes. different: `places` says where it does not. partly: no difference was found, and `readers` says which program did not compare every page. not_compared: no page was compared.",
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
            "Further pages that this program had no time to draw, and that are drawn from the same bytes in the signed revision and in the file: contents, resources, annotations, inherited entries, layers and the form's defaults.",
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
        description: "In points from the top-left corner of the page as a reader sees it, pages counted from 1.",
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
        "person: anybody's signature or timestamp. certified, sealed: this instance certified the document before the first signature, or sealed it after the last. evidence: its seal of an evidence document. service: made by its seal in a field whose name does not tell what for.",
    }),
    verdict,
    explanation: z.string().meta({ description: "The sentence that decided the verdict." }),
    decidedBy: finding.meta({ description: "`explanation` as a code." }),
    intact: z.boolean().meta({ description: "The signed bytes are the ones that were signed." }),
    coverage: z.enum(["whole_file", "revision", "contiguous", "unclear"]),
    changes: z.object({
      level: z.enum(["none", "permitted", "not_permitted"]),
      items: z.array(z.string()),
      findings: z.array(finding).meta({ description: "The same as `items`, as codes." }),
    }),
    pictures: pictureReport,
    cms: z.object({
      status: z.enum(["valid", "invalid", "unsupported"]),
      subFilter: z.string().nullable(),
      digestAlgorithm: z.string().nullable(),
      signatureAlgorithm: z.string().nullable(),
      problems: z.array(z.string()),
      findings: z.array(finding).meta({ description: "The same as `problems`, as codes." }),
    }),
    signedRevision: z
      .object({
        end: z.int().meta({ description: "The signature covers the file's bytes from 0 up to here." }),
        sha256: z.string().meta({ description: "Of these bytes, the signature's own included, lower-case hex." }),
      })
      .nullable(),
    chain: chain.meta({
      description:
        "Whether the certificate leads to this instance's root, or to one that its operator trusts. Never decides the verdict.",
    }),
    certificates: z
      .array(pathCertificate)
      .meta({ description: "From the signer towards a root, the signer first, as far as it could be built." }),
    chainProblems: z
      .array(z.string())
      .meta({ description: "Problems of these certificates. They never decide the verdict." }),
    chainFindings: z.array(finding).meta({ description: "The same as `chainProblems`, as codes." }),
    revocation,
    timestamp,
    contentTimestamp: timestamp.meta({
      description: "Made of the content before signing: it tells the earliest time, and is reported only.",
    }),
    etsi: z
      .object({
        indication: z.enum(["TOTAL_PASSED", "INDETERMINATE", "TOTAL_FAILED"]),
        subIndication: z.string().nullable(),
      })
      .meta({ description: "The words of ETSI EN 319 102-1, which ask for trust as well; the verdict does not." }),
    level: z.enum(["CMS", "B-B", "B-T", "B-LT", "B-LTA"]).nullable(),
    signedAt: time.nullable().meta({
      description:
        "The time of a timestamp by a known authority, else what the signer claims, else the time of another timestamp. Of a document timestamp its own.",
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
    reason: z.string().nullable().meta({ description: "As the signer states it." }),
    location: z.string().nullable().meta({ description: "As the signer states it; nothing proves it." }),
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
        page: z.int().nullable().meta({ description: "From 1; null where it cannot be determined." }),
        rect: rect.nullable(),
        unseenBy: z
          .array(z.string())
          .meta({ description: "Fields of the signatures that were made before it was there, or was signed." }),
      })
      .meta({
        description: "A signature field that was added, or signed, after somebody had signed shows itself on a page.",
      }),
    z
      .object({
        code: z.literal("box_over_text_changed"),
        field: z.string(),
        page: z.int().nullable().meta({ description: "From 1; null where it cannot be determined." }),
        rect: rect.nullable(),
        unseenBy: z.array(z.string()).meta({ description: "Fields of the signatures that were made before." }),
      })
      .meta({
        description:
          "A check box or radio button that stands on text of its page was ticked or cleared after somebody had signed.",
      }),
    z.object({ code: z.literal("timestamp_not_credited"), field: z.string(), problem: z.string() }).meta({
      description:
        "A timestamp beside the signature is not valid. Timestamps are not covered by the signature, so anyone may have damaged it.",
    }),
    z
      .object({ code: z.literal("unsigned_attribute_unknown"), field: z.string(), oid: z.string() })
      .meta({ description: "An attribute outside of what is signed is of a kind that is not known." }),
    z.object({ code: z.literal("authority_changed"), file: z.string(), fields: z.array(z.string()) }).meta({
      description:
        "These fields of a document that a service like this one prepared were signed, and the document sealed, under another authority than its certification. The authority may have changed, or somebody else signed: only the service can tell.",
    }),
    z
      .object({ code: z.literal("not_signed_here"), file: z.string() })
      .meta({ description: "The fields name a document of this service, and no key of this service signed in them." }),
    z
      .object({ code: z.literal("completed_since"), file: z.string() })
      .meta({ description: "An earlier state of a document of this service that is completed by now." }),
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
        "One answer for the whole file: the verdict, unless all signatures are intact and the file is not what it should be. `incomplete`: prepared by Paraph, and not sealed yet or cut back. `superseded`: the same, of a document of this service that has been completed since. `not_signed_here`: it names a document of this service and was signed with no key of it. `authority_changed`: certificates of another authority than the one that certified the document completed it, and nothing in the file vouches for them. `content_added`: a field was filled or cleared after a signature, or a signature added over content; `warningFindings` name the places. Values may be added.",
    }),
    sha256: z.string().meta({ description: "The hash of the whole file, in lower-case hex." }),
    signatures: z.array(signatureRecord),
    warnings: z.array(z.string()).meta({ description: "Findings that need attention but do not decide the verdict." }),
    warningFindings: z.array(finding).meta({ description: "The same as `warnings`, as codes." }),
    notices: z.array(notice).meta({
      description:
        "Further warnings, as codes and parameters. None of them is in `warnings`; `later_signature_covers` there adds what the signature lies over.",
    }),
    completeness: completeness.nullable().meta({
      description:
        "For documents prepared by Paraph: the number of signers who have signed, and whether it is sealed. Null for other files. A file cut back to an earlier state is intact and incomplete.",
    }),
  })
  .meta({ id: "VerificationReport" });
