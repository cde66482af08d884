import { accountExamples } from "./account";
import { administrationExamples } from "./administration";
import { elementsExamples } from "./elements";
import type { OperationExample } from "./example";
import { filesExamples } from "./files";
import { signRequestsExamples } from "./sign-requests";
import { signingExamples } from "./signing";

/** The examples of all operations, by the operation's id. */
export const operationExamples: ReadonlyMap<string, OperationExample> = new Map(
  [...filesExamples, ...signRequestsExamples, ...elementsExamples, ...signingExamples, ...accountExamples, ...administrationExamples].map((one) => [one.id, one]),
);
