import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import type { CertificateIssuer } from "./certificate";
import {
  keyIdentifier,
  reasonNumbers,
  wholeSeconds,
  type AnswerTimes,
  type CertificateState,
} from "./certificate-state";
import { toSigningKey } from "./key-pair";
import type { OcspRequest } from "./ocsp-request";

/** OCSPResponseStatus (RFC 6960 section 4.2.1). */
const statuses = { successful: 0, malformedRequest: 1, unauthorized: 6 };
const contextTag = 3;

/** An answer that says nothing of any certificate: nobody signs it. DER. */
export function refuseOcsp(status: "malformedRequest" | "unauthorized"): Buffer {
  return toDer(new pkijs.OCSPResponse({ responseStatus: new asn1js.Enumerated({ value: statuses[status] }) }));
}

/** DER of an answer signed by the authority itself, naming it by its key (RFC 6960 section 4.2.2.3); the nonce comes back. */
export async function makeOcspResponse(
  authority: CertificateIssuer,
  { asked, nonce }: OcspRequest,
  stateOf: (asked: pkijs.CertID) => CertificateState,
  times: AnswerTimes,
): Promise<Buffer> {
  const basic = new pkijs.BasicOCSPResponse({
    tbsResponseData: new pkijs.ResponseData({
      responderID: keyIdentifier(pkijs.Certificate.fromBER(new Uint8Array(authority.certificate))),
      producedAt: times.thisUpdate,
      responses: asked.map(
        (certID) => new pkijs.SingleResponse({ certID, certStatus: statusOf(stateOf(certID)), ...times }),
      ),
      ...(nonce ? { responseExtensions: [nonce] } : {}),
    }),
  });
  await basic.sign(await toSigningKey(authority.privateKey), "SHA-256");
  return toDer(
    new pkijs.OCSPResponse({
      responseStatus: new asn1js.Enumerated({ value: statuses.successful }),
      responseBytes: new pkijs.ResponseBytes({
        responseType: pkijs.id_PKIX_OCSP_Basic,
        response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
      }),
    }),
  );
}

/** CertStatus: good [0] and unknown [2] hold nothing, revoked [1] the time and the reason [0], if there is one to tell. */
function statusOf(state: CertificateState): asn1js.BaseBlock {
  if (state.kind === "revoked") {
    const time = new asn1js.GeneralizedTime({ valueDate: wholeSeconds(state.at) });
    const reason = new asn1js.Constructed({
      idBlock: { tagClass: contextTag, tagNumber: 0 },
      value: [new asn1js.Enumerated({ value: reasonNumbers[state.reason] })],
    });
    return new asn1js.Constructed({
      idBlock: { tagClass: contextTag, tagNumber: 1 },
      value: state.reason === "unspecified" ? [time] : [time, reason],
    });
  }
  return new asn1js.Primitive({ idBlock: { tagClass: contextTag, tagNumber: state.kind === "good" ? 0 : 2 } });
}

function toDer(response: pkijs.OCSPResponse): Buffer {
  return Buffer.from(response.toSchema().toBER());
}
