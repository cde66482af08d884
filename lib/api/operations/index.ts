import type { Operation } from "@/lib/api/operation";
import { accountSignatureOperations } from "./account-signatures";
import { accountOperations } from "./account";
import { administrationOperations } from "./administration";
import { authorityOperations } from "./authority";
import { contactOperations } from "./contact";
import { elementsOperations } from "./elements";
import { filesOperations } from "./files";
import { identificationOperations } from "./identification";
import { ownAccountOperations } from "./own-account";
import { registrationOperations } from "./registration";
import { signLinksOperations } from "./sign-links";
import { signRequestsOperations } from "./sign-requests";
import { signingOperations } from "./signing";
import { systemOperations } from "./system";
import { webhooksOperations } from "./webhooks";

/** Every operation of the service: what the API description, the server's route table and the contract tests are made from. */
export const operations: readonly Operation[] = [
  ...filesOperations,
  ...signRequestsOperations,
  ...signLinksOperations,
  ...elementsOperations,
  ...signingOperations,
  ...identificationOperations,
  ...authorityOperations,
  ...accountOperations,
  ...registrationOperations,
  ...ownAccountOperations,
  ...contactOperations,
  ...accountSignatureOperations,
  ...webhooksOperations,
  ...administrationOperations,
  ...systemOperations,
];
