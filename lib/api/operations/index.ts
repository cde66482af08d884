import type { Operation } from "@/lib/api/operation";
import { accountOperations } from "./account";
import { accountSignatureOperations } from "./account-signatures";
import { administrationOperations } from "./administration";
import { authorityOperations } from "./authority";
import { brandingOperations } from "./branding";
import { certificatesOperations } from "./certificates";
import { contactOperations } from "./contact";
import { drawingOperations } from "./drawing";
import { elementsOperations } from "./elements";
import { erasureOperations } from "./erasure";
import { evidenceOperations } from "./evidence";
import { filesOperations } from "./files";
import { identificationOperations } from "./identification";
import { jobsOperations } from "./jobs";
import { operatingOperations } from "./operating";
import { ownAccountOperations } from "./own-account";
import { ownDataOperations } from "./own-data";
import { registrationOperations } from "./registration";
import { retentionOperations } from "./retention";
import { revisionsOperations } from "./revisions";
import { signLinksOperations } from "./sign-links";
import { signRequestsOperations } from "./sign-requests";
import { signingOperations } from "./signing";
import { systemOperations } from "./system";
import { webhooksOperations } from "./webhooks";

/** Every operation of the service: the source of the API description, the server's route table and the contract tests. */
export const operations: readonly Operation[] = [
  ...filesOperations,
  ...revisionsOperations,
  ...evidenceOperations,
  ...signRequestsOperations,
  ...signLinksOperations,
  ...elementsOperations,
  ...signingOperations,
  ...identificationOperations,
  ...drawingOperations,
  ...authorityOperations,
  ...accountOperations,
  ...registrationOperations,
  ...ownAccountOperations,
  ...ownDataOperations,
  ...contactOperations,
  ...accountSignatureOperations,
  ...webhooksOperations,
  ...administrationOperations,
  ...brandingOperations,
  ...operatingOperations,
  ...jobsOperations,
  ...certificatesOperations,
  ...erasureOperations,
  ...retentionOperations,
  ...systemOperations,
];
