import { accountOperations, contactOperations, ownAccountOperations } from "./account";
import { accountSignatureOperations } from "./account-signatures";
import { administrationOperations } from "./administration";
import { attachmentOperations } from "./attachments";
import { authorityOperations, certificatesOperations } from "./authority";
import { bulkSendsOperations } from "./bulk-sends";
import { directLinksOperations } from "./direct-links";
import { drawingOperations } from "./drawing";
import { envelopesOperations } from "./envelopes";
import { evidenceOperations, revisionsOperations } from "./evidence";
import { elementsOperations } from "./fields";
import { filesOperations } from "./files";
import { identificationOperations } from "./identification";
import { jobsOperations, operatingOperations } from "./operating";
import type { Operation } from "./operation";
import { erasureOperations, ownDataOperations } from "./own-data";
import { registrationOperations } from "./registration";
import { retentionOperations } from "./retention";
import { signLinksOperations } from "./sign-links";
import { signRequestsOperations } from "./sign-requests";
import { signingOperations } from "./signing";
import { systemOperations } from "./system";
import { templatesOperations } from "./templates";
import { webhooksOperations } from "./webhooks";

/**
 * Every operation of the service: the source of the API description, the server's route table and the contract tests.
 */
export const operations: readonly Operation[] = [
  ...filesOperations,
  ...revisionsOperations,
  ...evidenceOperations,
  ...signRequestsOperations,
  ...envelopesOperations,
  ...templatesOperations,
  ...bulkSendsOperations,
  ...directLinksOperations,
  ...signLinksOperations,
  ...elementsOperations,
  ...signingOperations,
  ...attachmentOperations,
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
  ...operatingOperations,
  ...jobsOperations,
  ...certificatesOperations,
  ...erasureOperations,
  ...retentionOperations,
  ...systemOperations,
];
