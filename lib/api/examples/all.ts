import { accountExamples } from "./account";
import { administrationExamples } from "./administration";
import { certificatesExamples } from "./certificates";
import { contactExamples } from "./contact";
import { elementsExamples } from "./elements";
import { erasureExamples } from "./erasure";
import { evidenceExamples } from "./evidence";
import type { OperationExample } from "./example";
import { filesExamples } from "./files";
import { identificationExamples } from "./identification";
import { jobsExamples } from "./jobs";
import { operatingExamples } from "./operating";
import { ownDataExamples } from "./own-data";
import { revisionsExamples } from "./revisions";
import { signRequestsExamples } from "./sign-requests";
import { signingExamples } from "./signing";
import { webhooksExamples } from "./webhooks";

/** The examples of all operations, by the operation's id. */
export const operationExamples: ReadonlyMap<string, OperationExample> = new Map(
  [
    ...filesExamples,
    ...revisionsExamples,
    ...evidenceExamples,
    ...signRequestsExamples,
    ...elementsExamples,
    ...signingExamples,
    ...identificationExamples,
    ...accountExamples,
    ...ownDataExamples,
    ...contactExamples,
    ...webhooksExamples,
    ...administrationExamples,
    ...operatingExamples,
    ...jobsExamples,
    ...certificatesExamples,
    ...erasureExamples,
  ].map((one) => [one.id, one]),
);
