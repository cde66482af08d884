import { accountExamples } from "./account";
import { administrationExamples } from "./administration";
import { contactExamples } from "./contact";
import { elementsExamples } from "./elements";
import type { OperationExample } from "./example";
import { filesExamples } from "./files";
import { identificationExamples } from "./identification";
import { signRequestsExamples } from "./sign-requests";
import { signingExamples } from "./signing";
import { webhooksExamples } from "./webhooks";

/** The examples of all operations, by the operation's id. */
export const operationExamples: ReadonlyMap<string, OperationExample> = new Map(
  [...filesExamples, ...signRequestsExamples, ...elementsExamples, ...signingExamples, ...identificationExamples, ...accountExamples, ...contactExamples, ...webhooksExamples, ...administrationExamples].map((one) => [one.id, one]),
);
