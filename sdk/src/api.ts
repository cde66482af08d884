// Generated from public/openapi.json by `npm run sdk`. Do not edit.
export interface paths {
    "/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a document as a draft without signers
         * @description A PDF, or a file that is converted to one: DOCX, ODT, RTF, HTML, Markdown, JPEG, PNG, WebP or TIFF. The bytes decide the type; only Markdown has to be sent as `text/markdown`, `text/plain` or with a name in `.md`. A form with several pictures makes one document of them. DOCX, ODT and RTF need a converter, without one they are `422 converter_missing`. `upload.convertedFrom` is set for a converted document, and `version=original` of its content is the file as it was sent. The name is taken from the query, from the form's `name`, or from the file. Pass the returned `fileId` to `POST /request-signature`.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch a document from a URL as a draft without signers
         * @description Same rules as `file.url`: public addresses only, at most 3 redirects, 30 seconds in total. A failed fetch reveals nothing about the address.
         */
        post: operations["fetchFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a document as a draft
         * @description Copies the original upload, the signers and the fields. Nobody is notified, and the deadline is not copied.
         */
        post: operations["duplicateFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Documents you requested or were invited to sign, newest first by default. Paginate by page number or by `cursor`; cursors are stable while documents are added or deleted, and equally fast on every page. `limit` and `per_page` are aliases of `length`. `q` searches names and signers.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the dashboard
         * @description One page of documents with the counts of every tab, as shown on the documents page. Leaner than `GET /file/list`: without fields and settings. `tab` selects the list; `counts` covers all tabs.
         */
        get: operations["showDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/list/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the list has changed
         * @description A small answer for polling. The mark changes whenever one of your documents is sent, viewed, signed or ended, or you are invited to one. Read the list again when it changes.
         */
        get: operations["showListMark"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/validate/file_id/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document by id
         * @description For the requester and invited signers. With a UUID in place of the id the answer is the reduced form that needs no credentials.
         */
        get: operations["showFileById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/validate/uuid/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document by UUID
         * @description The requester and invited signers get the full document object. Everybody else gets a reduced view without addresses. Drafts are visible to their requester only.
         */
        get: operations["showFileByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/validate/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document by UUID (another path of /file/validate/uuid/{uuid})
         * @description The requester and invited signers get the full document object. Everybody else gets a reduced view without addresses. Drafts are visible to their requester only.
         */
        get: operations["showFileByUuidAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the document
         * @description `original` is the upload, byte for byte. `current` is the newest revision.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download documents as a ZIP
         * @description The newest revision of each file, streamed. 404 if the caller may not read one of them. A file whose stored bytes are damaged ends the answer early: the zip then has no directory and cannot be opened.
         */
        get: operations["downloadArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List page sizes in points */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/pages/{n}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Render a page as an image
         * @description The answer has an `ETag`. A request with `If-None-Match` is answered with 304 while the image is unchanged.
         */
        get: operations["drawPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the progress of a request
         * @description A small answer for polling. Signers see the same facts about other signers as in the document object.
         */
        get: operations["showProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Only documents that can no longer be signed. Signers keep their access to a completed document; the content of any other document is deleted.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signed revisions
         * @description The document as sent, as each signer signed it, sealed and timestamped, oldest first. Empty for drafts. The revision before a signer's own is the one that signer saw. For the requester and invited signers.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/revisions/{revision}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a signed revision
         * @description A PDF that ends with the signature of this revision. The history records the download with the revision's number. Unknown numbers are 404.
         */
        get: operations["downloadRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/revisions/{revision}/pages/{n}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Render a page of a signed revision
         * @description Every revision has the pages listed by `GET /file/{uuid}/pages`. The answer has an `ETag` for `If-None-Match`.
         */
        get: operations["drawRevisionPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the evidence document
         * @description A sealed PDF with the signers, their proofs, all hashes, and every event up to the seal. Created once, on the first request if the background job has not run yet.
         */
        get: operations["downloadEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the verification bundle
         * @description A ZIP with document.pdf, evidence.pdf, chain.json, certificates.pem, README.txt and a closing record signed by the seal's key (closing.json, closing.p7s). `npm run verify -- BUNDLE.zip` checks it offline. A signer's copy contains personal values of signatures and of that signer only.
         */
        get: operations["downloadBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the audit trail of a document
         * @description Every event as it was hashed, with the hash of its predecessor. Personal values are listed beside it with the salts of their hashes. docs/EVIDENCE-FORMAT.md explains how to check the chain. Requester only.
         */
        get: operations["showAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/request-signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a signing request
         * @description Creates a draft with status 0, or sends it with status 1. `visibleElements` of a signer places fields in the same call, in points or percent of the page. All or nothing.
         */
        post: operations["createRequest"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update or send a signing request
         * @description Updates the members in the body. `status: 1` sends a draft exactly once; repeating it changes nothing.
         */
        patch: operations["updateRequest"];
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List earlier signers
         * @description Signers of your own documents, latest first, at most 8. `q` filters by name or address.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/file_id/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a document
         * @description Signs as the signer with the caller's address. Wrong codes and signing passwords are counted. A correct code is used up only by the signature. Guests who entered a code over the same channel within the last 15 minutes, on the same preparation of the document, need no second one, and neither do requests with the sign method `link`.
         */
        post: operations["signByFile"];
        /** Withdraw a signing request */
        delete: operations["withdrawFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/file_id/{fileId}/{signRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a signer
         * @description Without signers the document becomes a draft again. If all remaining signers have signed, it is completed.
         */
        delete: operations["withdrawSigner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/file_id/{fileId}/{signRequestId}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a signer or correct the address
         * @description For a signer of a sent document who has not signed, also after others have signed. Fields, order and methods stay, and so do the signatures of others. The old link answers 410; the new person gets an invitation and a `signRequestId` of their own.
         */
        post: operations["replaceSigner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails of a document
         * @description E-mails to the signers and the requester with the state of their delivery, newest first.
         */
        get: operations["listFileMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create and send a signing request with a callback
         * @description Same as `POST /request-signature` with status 1 and a `callback`. A `status` in the body is ignored.
         */
        post: operations["registerRequest"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add or update signers
         * @description Signers that are not named stay unchanged. Allowed until the first signature. Invited signers are notified again, because the document is prepared again. A request whose signers were all removed is sent again; a draft stays a draft.
         */
        patch: operations["addSigners"];
        trace?: never;
    };
    "/webhook/register/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove signers by address
         * @description All of them or none. Without signers the document becomes a draft again.
         */
        delete: operations["withdrawNamed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notify/signers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remind pending signers
         * @description The e-mail contains the existing link. At most one reminder per signer in ten minutes. `signers` limits the call to some of them.
         */
        post: operations["remindSigners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notify/signer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remind a signer
         * @description The e-mail contains the existing link. At most one reminder in ten minutes.
         */
        post: operations["remindSigner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Automatic reminders of a request
         * @description The plan, and the next reminder or warning of each signer. Change the plan with `PATCH /request-signature`.
         */
        get: operations["showReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/reminders/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a signer's next automatic reminder
         * @description The reminder counts as used. The delay of the one after it counts from its time.
         */
        post: operations["skipReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/envelopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List envelopes
         * @description As `GET /file/list`, with envelopes only.
         */
        get: operations["listEnvelopes"];
        put?: never;
        /**
         * Create an envelope
         * @description Several PDFs in one signing request: one order, one link and one code per person. Creates a draft with status 0, or sends it with status 1, all or nothing. An error in one file names it.
         */
        post: operations["createEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/envelopes/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an envelope
         * @description The file object with its files, for those who take part.
         */
        get: operations["showEnvelope"];
        put?: never;
        post?: never;
        /**
         * Delete an envelope
         * @description Under the rules of `DELETE /file/{uuid}`, with all its files.
         */
        delete: operations["deleteEnvelope"];
        options?: never;
        head?: never;
        /**
         * Update or send an envelope
         * @description Updates the members in the body. `files` gives a draft another order and its files other names. `status: 1` sends it exactly once: when one file cannot be prepared, nothing is sent and the error names it.
         */
        patch: operations["updateEnvelope"];
        trace?: never;
    };
    "/envelopes/{uuid}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add files to an envelope
         * @description To a draft, at the end or at `position`. All files of the call are added, or none.
         */
        post: operations["addEnvelopeFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/envelopes/{uuid}/files/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a file from an envelope
         * @description Deletes a file of a draft with its fields. The last file stays.
         */
        delete: operations["removeEnvelopeFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/envelopes/{uuid}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields of an envelope
         * @description The fields of all files; `file` names the file. The answer has an `ETag`.
         */
        get: operations["listEnvelopeFields"];
        /**
         * Save all fields of an envelope
         * @description The whole set for all files of a draft, in one transaction. Fields without `elementId` are new; stored fields that are not named are removed. Single fields of a file: `/file/{uuid}/elements` with the file’s uuid.
         */
        put: operations["saveEnvelopeFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My templates
         * @description The latest changed first.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Make a template
         * @description From a PDF with roles and fields, or from an own document: its signers become roles and its fields theirs. The document is stored as ingest leaves it, with forms frozen.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A template */
        get: operations["getTemplate"];
        /**
         * Save a new version of a template
         * @description Members that are left out stay as they are. Earlier versions and the requests made from them do not change. A call that changes nothing makes no version. With another `file`, fields that no longer fit are left out and named in `unfit`.
         */
        put: operations["changeTemplate"];
        post?: never;
        /**
         * Delete a template
         * @description Requests made from it stay as they are.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a template
         * @description The newest 1,000, each with the number of requests made from it.
         */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a template */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/pages/{n}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of a template as an image */
        get: operations["drawTemplatePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The document of a template
         * @description Of the current version, as requests get it.
         */
        get: operations["downloadTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a request from a template
         * @description A draft with status 0, or sent at once with status 1: the template's document, fields, message, order, deadline and reminders, with a person for each role. All or nothing.
         */
        post: operations["createFromTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/bulk-sends/example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An example CSV file for a template
         * @description The columns that the template knows, and one row.
         */
        get: operations["downloadBulkSendExample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/bulk-sends/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a CSV file without sending
         * @description Reads the file as a bulk send would and lists every problem by row and column. Nothing is created. Headers are matched without regard to case, spaces and punctuation.
         */
        post: operations["checkBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/bulk-sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a template to everybody in a CSV file
         * @description Stores the rows and answers at once. The documents are made one after the other in the background, each as by `POST /templates/{id}/requests` with status 1. When a limit on invitations is reached, the batch waits (`waitsUntil`) and goes on by itself.
         */
        post: operations["startBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My bulk sends
         * @description The newest first.
         */
        get: operations["listBulkSends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The progress of a bulk send */
        get: operations["getBulkSend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a bulk send
         * @description In the order of the file, with the document of each row or its problem.
         */
        get: operations["listBulkSendRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of a bulk send as CSV
         * @description Cells that a spreadsheet would run as a formula start with an apostrophe.
         */
        get: operations["downloadBulkSendResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a bulk send
         * @description No further row is sent after the answer. Pausing a paused one changes nothing.
         */
        post: operations["pauseBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused bulk send */
        post: operations["resumeBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the rest of a bulk send
         * @description Rows that were not sent never are. Documents that were sent stay as they are.
         */
        post: operations["cancelBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-sends/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try the failed rows of a bulk send again */
        post: operations["retryBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/direct-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The direct links of a template
         * @description The oldest first, with their state, uses and URL.
         */
        get: operations["listDirectLinks"];
        put?: never;
        /**
         * Make a direct link to a template
         * @description A public link: anyone who opens it proves an e-mail address by a code and gets a document of their own, made from the template with them in `role` and sent at once. Other roles are named here or asked from the visitor.
         */
        post: operations["createDirectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/direct-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A direct link */
        get: operations["getDirectLink"];
        put?: never;
        post?: never;
        /**
         * Delete a direct link
         * @description Its URL leads nowhere at once. Documents that were made stay.
         */
        delete: operations["deleteDirectLink"];
        options?: never;
        head?: never;
        /**
         * Change a direct link
         * @description Members that are left out stay as they are. Documents that were made stay as well.
         */
        patch: operations["changeDirectLink"];
        trace?: never;
    };
    "/templates/{id}/direct-links/{linkId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a direct link another URL
         * @description The URL before leads nowhere at once, also for visitors who have not entered their code yet.
         */
        post: operations["rotateDirectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/direct-links/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a direct link leads to
         * @description The document, its sender and the people to be named. A token that is unknown, switched off, deleted or replaced, and one whose template or sender is gone, are `not_found` alike.
         */
        get: operations["showPublicLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/direct-links/{token}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first page behind a direct link as an image
         * @description Not of documents that carry values of a form or signatures: `hasPreview` says so.
         */
        get: operations["drawPublicPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/direct-links/{token}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * E-mail a visitor of a direct link a code
         * @description The answer is the same for every address. The code replaces earlier ones of the address at this link and counts only together with `challenge`. No document is made.
         */
        post: operations["requestVisitorCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/direct-links/{token}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a document by a direct link
         * @description The right code makes the document, sends it to its first people and lets the visitor in, by cookie in a browser or by the returned token. The code also signs within 15 minutes. The same challenge and code again return the same document.
         */
        post: operations["startByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a signing request by its link
         * @description Changes nothing. Says whether the signer already has an account.
         */
        get: operations["openLink"];
        put?: never;
        /**
         * Sign a document by sign link
         * @description Signs as the signer with the caller's address. Wrong codes and signing passwords are counted. A correct code is used up only by the signature. Guests who entered a code over the same channel within the last 15 minutes, on the same preparation of the document, need no second one, and neither do requests with the sign method `link`.
         */
        post: operations["signByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the document by sign link */
        get: operations["downloadByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List page sizes by sign link */
        get: operations["listPagesByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/pages/{n}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Render a page by sign link
         * @description The answer has an `ETag`. A request with `If-None-Match` is answered with 304 while the image is unchanged.
         */
        get: operations["drawPageByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/pages/{n}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a page's text by sign link */
        get: operations["readPageByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline to sign, or reject
         * @description For a signer or an approver. It ends the request.
         */
        post: operations["declineByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/delegate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delegate signing
         * @description Gives the signer’s place to another person, who gets an invitation. Allowed where the request has `allowDelegation`, and for signers who have proved who they are. A delegate cannot delegate further. The link answers 410 afterwards.
         */
        post: operations["delegateByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the signer viewed the document
         * @description Called by the signing page after it has drawn the document, and recorded once per signer. Opening the link alone records nothing, because mail scanners fetch links. `consent` records that the consent was shown.
         */
        post: operations["viewedByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an extension
         * @description For expired requests. E-mails the sender, once in 24 hours per signer. The same link works again after the deadline is extended.
         */
        post: operations["renewByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fields of a document */
        get: operations["listElements"];
        /**
         * Save many fields of a draft at once
         * @description Send the whole set as `elements`, or changes as `create`, `update` and `remove`. Either everything is stored or nothing; an invalid field is identified by its pointer. Use `If-Match` to avoid overwriting changes made by somebody else.
         */
        put: operations["saveElements"];
        /**
         * Place a field in a draft
         * @description Coordinates are in points from the top-left corner of the page as displayed. A field has a size and lies within its page.
         */
        post: operations["addElement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file-element/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fields of a document (another path of /file/{uuid}/elements) */
        get: operations["listElementsAlias"];
        put?: never;
        /**
         * Place a field in a draft (another path of /file/{uuid}/elements)
         * @description Coordinates are in points from the top-left corner of the page as displayed. A field has a size and lies within its page.
         */
        post: operations["addElementAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/elements/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a field from a draft */
        delete: operations["removeElement"];
        options?: never;
        head?: never;
        /**
         * Update a field of a draft
         * @description Members that are left out stay unchanged.
         */
        patch: operations["changeElement"];
        trace?: never;
    };
    "/file-element/{uuid}/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a field from a draft (another path of /file/{uuid}/elements/{elementId}) */
        delete: operations["removeElementAlias"];
        options?: never;
        head?: never;
        /**
         * Update a field of a draft (another path of /file/{uuid}/elements/{elementId})
         * @description Members that are left out stay unchanged.
         */
        patch: operations["changeElementAlias"];
        trace?: never;
    };
    "/file/{uuid}/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest fields from a draft's text
         * @description Marks such as `{{sig:1}}`, `{{initial:2}}`, `{{date:1}}`, `{{name:1}}`, `{{email:1}}`, `{{text:1:Label}}` and `{{checkbox:1}}`, where the number names the signer by order, and lines to write on after words such as "Signature:" or "Assinatura:". Nothing is placed: send what you want to `POST …/elements`. None in a document that carries signatures already.
         */
        get: operations["listSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/file_id/{fileId}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signing code
         * @description Sends the signer a one-time code over the channel of the request's sign method. It replaces earlier codes.
         */
        post: operations["requestCodeByFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signing code by sign link
         * @description Sends the signer a one-time code over the channel of the request's sign method. It replaces earlier codes.
         */
        post: operations["requestCodeByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check field values before signing
         * @description Applies the same rules as signing and names characters that cannot be drawn, before a code is requested. Nothing is stored.
         */
        post: operations["checkFieldsByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a document by sign link
         * @description For an approver. The same proof as for a signature: a code, the signing password, or the link. The PDF stays as it is: the approval is recorded in the audit trail and the evidence document. To reject, decline with a reason.
         */
        post: operations["approveByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the pages that a viewer has read
         * @description For a viewer who is identified: pages that were on screen. The viewer is done with the last one. Opening the link or fetching page images records nothing, because mail scanners do both.
         */
        post: operations["pagesSeenByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the signatures of a PDF
         * @description Accepts PDFs from any source. The file is not stored.
         */
        post: operations["validatePdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments of a document
         * @description Files that signers and approvers have added because the requester asked for them: all for the requester, their own for each of them.
         */
        get: operations["listAttachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/attachments/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment
         * @description For the requester, and for the person who added it. Always with `Content-Disposition: attachment`; the content type is that of the bytes. The file is as it was uploaded, and it was not scanned for malware.
         */
        get: operations["downloadAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own attachments by sign link
         * @description The files that the caller is asked for, and those already added. The link alone is not enough: the caller is logged in or has identified as a guest.
         */
        get: operations["listAttachmentsByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/attachment-requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an attachment by sign link
         * @description For a signer or approver who is asked for it, until they have signed or approved. The body is the file, or a form with one file. The first bytes decide the type, whatever the name says. It counts for the requester's storage.
         */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove one's own attachment by sign link */
        delete: operations["removeAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/attachments/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download one's own attachment by sign link */
        get: operations["downloadAttachmentByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a guest an identification code
         * @description For requests with the identify method email or sms. The code goes to the signer's address or number and replaces earlier codes. Also available after signing, to read and download the document.
         */
        post: operations["identify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/identify/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a guest's identification code
         * @description Starts a guest session of 12 hours for this one request, by cookie in a browser or by the returned token. Signing requires a separate code, unless it would go over the same channel and follows within 15 minutes. With `signMethod: link` no code is required.
         */
        post: operations["confirmIdentification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the background of a photographed signature, as a guest
         * @description Same as for accounts. Nothing is stored.
         */
        post: operations["cleanGuestImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a guest's stored images */
        get: operations["listGuestImages"];
        put?: never;
        /**
         * Store signature images as a guest
         * @description Same as for accounts, but for this one request. PNG or JPEG, re-encoded without metadata. All images are stored, or none.
         */
        post: operations["storeGuestImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/elements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a guest's stored image */
        get: operations["getGuestImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/to/{uuid}/{signRequestId}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * E-mail a signer a code for their sign link
         * @description Used by the shareable link `/to/{uuid}/{signRequestId}`. The code is sent to the signer's own address only. An unknown link gets the same answer.
         */
        post: operations["askToOpen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/to/{uuid}/{signRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a mailed code for the sign link
         * @description Returns the sign link to the owner of the mailbox. For guests the identification code is not required again.
         */
        post: operations["openByCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/drawings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a drawing on a phone
         * @description Returns the address for a QR code. It works for one picture, for five minutes and during the caller's session. Its holder can draw, but can neither see the document nor sign. It replaces an earlier one of the same type.
         */
        post: operations["startDrawing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign/uuid/{u}/drawings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a drawing made on a phone
         * @description Includes the picture once it is drawn. Store it like any other image to sign with it.
         */
        get: operations["readDrawing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drawings/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a drawing on the phone
         * @description Called by the page `/draw`. A used, expired or unknown secret counts as a miss, as for sign links.
         */
        post: operations["openDrawing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drawings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the drawing to the desktop
         * @description Works once per secret. The picture does not sign anything: the signer decides on the desktop whether to use it.
         */
        post: operations["deliverDrawing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/ca.crt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the certificate authorities of this instance
         * @description PEM: the root and the issuing authority, followed by each authority that the operator configured instead.
         */
        get: operations["getAuthorities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/crl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the certificate revocation list
         * @description The revocation list (RFC 5280) of the first issuing authority, DER, valid for one day. Each certificate names the list of its issuer.
         */
        get: operations["getRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/root.crl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the root's revocation list
         * @description The list named by the issuing authority's own certificate (RFC 5280), DER, valid for one day.
         */
        get: operations["getRootRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/crl/{authority}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the revocation list of a later authority
         * @description The list named by certificates issued after the authority's key was replaced (RFC 5280), DER, valid for one day.
         */
        get: operations["getLaterRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/ocsp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query certificate status (OCSP)
         * @description OCSP (RFC 6960) for certificates identified by SHA-1 or SHA-256. Errors are reported in responseStatus.
         */
        post: operations["askCertificateStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pki/ocsp/{request}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query certificate status by GET
         * @description The request is DER in base64, percent-encoded (RFC 6960 appendix A.1).
         */
        get: operations["askCertificateStatusByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/create/{signRequestUuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an invited signer's account
         * @description The link in the invitation proves the mailbox: `email` must be the invited address and counts as proved.
         */
        post: operations["createInvitedAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve your account */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        /**
         * Erase your own data
         * @description Removes your account and your personal data. This cannot be undone. The address must be proved, because messages sent to it belong to its owner. Signed documents, evidence documents, hashes and certificate numbers are kept as proof for all signers. Open documents must be withdrawn or ended first. Requires the account's password, given within the last five minutes.
         */
        delete: operations["eraseOneself"];
        options?: never;
        head?: never;
        /** Update your profile */
        patch: operations["changeOwnAccount"];
        trace?: never;
    };
    "/account/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your API tokens */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token
         * @description Requires the account's password, given within the last five minutes. The token is returned only once.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Available if the setting `signup` is `open`. The address is unproved until the mailed link is opened. The answer is the same for an address that already has an account.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your address
         * @description Takes the token of the mailed link, once, within 60 minutes, in a session of the account it was sent to.
         */
        post: operations["confirmAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/confirm/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend the confirmation link */
        post: operations["askForConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description The answer is the same whether or not the address has an account.
         */
        post: operations["askForReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description The link works once, within 60 minutes. Ends all sessions and tokens of the account, lifts a lock after failed log-ins, and proves the address.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Requires `currentPassword` or a log-in within the last five minutes. Tokens are refused. Ends all other sessions; API tokens stay valid.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End your other sessions
         * @description Keeps the calling session. Called with a token or a password, it ends all sessions.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your recent API calls
         * @description Calls of the last seven days with a token or the account's password, newest first. A call appears about a second after its answer. Bodies, parameters and headers are not stored.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your personal data
         * @description One JSON document with your profile, sessions, token names, signature images, certificates, webhooks, sent and received requests with their events, and API calls. Passwords, tokens, keys and links are not included. Download documents separately.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/users/{user_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the phone number for codes
         * @description For your own account, or for any account by an administrator. Requires a log-in within the last five minutes, Basic with the account's password, or `currentPassword`. Tokens are refused. The owner is notified by e-mail and the previous number by SMS.
         */
        put: operations["changePhone"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/telegram/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check the Telegram link */
        get: operations["getTelegramLink"];
        put?: never;
        /**
         * Create a link that connects Telegram
         * @description Open the link in Telegram and press Start. It works once and replaces earlier links. Requires a log-in within the last five minutes, Basic with the account's password, or `currentPassword`. Tokens are refused.
         */
        post: operations["createTelegramLink"];
        /** Disconnect Telegram */
        delete: operations["removeTelegramLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or replace your signing key
         * @description The key is encrypted with the signing password, so the service cannot sign without it. Creating a key requires a log-in within the last five minutes or Basic with the account's password. Replacing it accepts the current signing password as well. Tokens are refused. The account's owner is notified by e-mail each time.
         */
        post: operations["setSigningPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/signature/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the background of a photographed signature
         * @description Returns the photograph as a transparent, upright PNG trimmed to the ink. Nothing is stored: send the returned `file` to store it. A picture of blank paper is `image_invalid` with the violation `blank`.
         */
        post: operations["cleanSignatureImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/signature/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your stored images */
        get: operations["listSignatureImages"];
        put?: never;
        /**
         * Store images of your signature or initials
         * @description PNG or JPEG, re-encoded without metadata. All images are stored, or none.
         */
        post: operations["storeSignatureImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signature/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your stored images (another path of /account/signature/elements) */
        get: operations["listSignatureImagesAlias"];
        put?: never;
        /**
         * Store images of your signature or initials (another path of /account/signature/elements)
         * @description PNG or JPEG, re-encoded without metadata. All images are stored, or none.
         */
        post: operations["storeSignatureImagesAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/signature/elements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a stored image */
        get: operations["getSignatureImage"];
        put?: never;
        post?: never;
        /** Delete a stored image */
        delete: operations["removeSignatureImage"];
        options?: never;
        head?: never;
        /** Update a stored image */
        patch: operations["changeSignatureImage"];
        trace?: never;
    };
    "/signature/elements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a stored image (another path of /account/signature/elements/{id}) */
        get: operations["getSignatureImageAlias"];
        put?: never;
        post?: never;
        /** Delete a stored image (another path of /account/signature/elements/{id}) */
        delete: operations["removeSignatureImageAlias"];
        options?: never;
        head?: never;
        /** Update a stored image (another path of /account/signature/elements/{id}) */
        patch: operations["changeSignatureImageAlias"];
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Oldest first, with the same payloads as webhooks. Continue with `after` set to the last `position`; no event is missed or repeated.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description With `fileId`, returns the callback of that document instead.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Messages are signed (Standard Webhooks 1.0) with the returned `secret`, which is shown only once. At most 20 per account.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description `enabled: true` enables a disabled webhook again. Missed events are in `GET /events`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `webhook.test` once, even to a disabled webhook. The result does not affect its state.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description For 24 hours messages carry two signatures, by the new and the previous secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Newest first. Kept for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries of a document
         * @description Deliveries to the requester's webhooks and to the callback, newest first. Kept for 30 days. Redeliver by `webhook.id` and `id`.
         */
        get: operations["listFileDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Sends it immediately with the same `webhook-id`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the settings */
        get: operations["getSettings"];
        /**
         * Update settings
         * @description Updates the members in the body. Existing requests keep the sign method they were created with.
         */
        put: operations["changeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Oldest first. Returns 1000 accounts unless `length` is given.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description Creating an administrator, or a proved account with a password, requires a log-in within the last five minutes or Basic with the caller's password. Tokens are refused.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an account
         * @description A new password ends every session and token of the account, and its lock. Password, role and `emailProved` need a log-in of the administrator within the last five minutes or Basic with the account's password, never a token; the owner gets an e-mail about the first two. `emailProved` ends every credential of an account that was not proved before, and the password of one that registered itself: its owner is mailed a link to set another.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages that were not sent because no provider is configured */
        get: operations["readInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the branding */
        get: operations["getBranding"];
        /**
         * Update the branding
         * @description Updates the members in the body: name, logo, colour, reply-to address and links. Shown on pages, in e-mails and in new evidence documents.
         */
        put: operations["changeBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the logo */
        get: operations["showLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the health of the service
         * @description The checks of `/readyz` with figures: database, migrations, documents, disk, pending jobs, messages, timestamps.
         */
        get: operations["showHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve diagnostics
         * @description Versions, settings, health, queues, sizes and error codes, to send when you ask for help. Contains no secrets, addresses, names or documents.
         */
        get: operations["showDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the limits
         * @description Units are part of the names. Operators set them by `LIMITS`.
         */
        get: operations["listLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/acts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List admin activity
         * @description Newest first.
         */
        get: operations["listActs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List message gateways */
        get: operations["listGateways"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateways/{channel}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event message
         * @description Sends the message immediately and returns the result. `delivered` is false if the gateway refuses it. At most 20 per hour.
         */
        post: operations["testGateway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a password reset link
         * @description The link works once, within 60 minutes. The account is unchanged until it is used.
         */
        post: operations["mailReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End all sessions of an account
         * @description API tokens stay valid, and so does the calling session.
         */
        delete: operations["endSessionsOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Pending and failed jobs, newest first; scheduled jobs only with `state`. E-mails are retried for 24 hours, codes for 10 minutes, most other jobs ten times. After that they are listed as failed.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a job
         * @description A failed job gets a new series of tries. A job waiting for its next try runs at once.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry all failed jobs of a kind
         * @description At most 1000 at once. Jobs whose secret was erased cannot be retried.
         */
        post: operations["retryJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List failed webhook deliveries */
        get: operations["listFailedDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed webhook delivery
         * @description Keeps the `webhook-id` and starts the retry schedule again.
         */
        post: operations["retryFailedDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/authorities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the certificates of this service
         * @description Root, issuing authority and seal, with their predecessors and configured replacements. Download them at `/pki/ca.crt`.
         */
        get: operations["listAuthorities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/authorities/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key of this service
         * @description Requires the account's password, given within the last five minutes. Existing signatures stay valid, pending requests finish with the new key, and the previous key keeps answering for the certificates it issued.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signing certificates
         * @description Newest first. A certificate issued for a single signature is found by its full serial number.
         */
        get: operations["listCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/certificates/{serialNumber}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a certificate
         * @description For good; the revocation list and OCSP say so at once. Needs the account's password, given within the last five minutes. What was signed before keeps its verdict. A revoked seal is replaced at once; with the issuing authority everything goes that it issued to people.
         */
        post: operations["revokeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Newest first, 100 at once. Each erasure is an event of the document's audit trail, whose hash covers the list of erased values, so the bundle and the audit trail prove it.
         */
        get: operations["listErasedEntries"];
        put?: never;
        /**
         * Erase a person
         * @description Removes the account of the address, its keys, images and sessions, and name, address, telephone number and network address of the person from every request, message and audit trail. This cannot be undone. Signed documents, evidence documents, hashes and certificate numbers are kept as proof for all signers. Open documents must be withdrawn or ended first. Requires the account's password, given within the last five minutes.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{uuid}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the retention of a document */
        get: operations["showRetention"];
        /**
         * Set the retention period of a document
         * @description The period begins when the document ends. After the period the content, evidence, texts and personal values of the document are deleted. Hashes, states, times and the audit trail stay. The sender and the signers are notified 14 days in advance, so a shorter period never takes effect at once.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the retention period of a sender's documents
         * @description Applies to documents without a period of their own. After the period the content, evidence, texts and personal values of the document are deleted. Hashes, states, times and the audit trail stay. The sender and the signers are notified 14 days in advance, so a shorter period never takes effect at once.
         */
        put: operations["setAccountRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/holds/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Place a legal hold
         * @description Until the hold is lifted, nothing deletes the document: not retention, its sender, or an erasure.
         */
        put: operations["placeLegalHold"];
        post?: never;
        /**
         * Lift a legal hold
         * @description If the period has already passed, the deletion is announced 14 days in advance.
         */
        delete: operations["liftLegalHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview deletions by retention
         * @description A dry run that changes nothing. `ifDays` previews another period of the instance.
         */
        get: operations["listDueDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/retention/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the clock
         * @description After a jump of the database's clock nothing is deleted until an administrator confirms it. Announced deletions are then announced again.
         */
        post: operations["confirmRetentionClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event from Resend
         * @description The address of a webhook at Resend. `svix-id`, `svix-timestamp` and `svix-signature` prove the sender by `RESEND_WEBHOOK_SECRET`; the timestamp may differ by five minutes. Repeated and outdated events change nothing. 404 where no secret is configured.
         */
        post: operations["receiveResendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a delivery report by SMTP
         * @description A raw delivery status notification (RFC 3464) or abuse report (RFC 5965), as the operator’s mail server passes it on. The header `Paraph-Report-Token` has `MAIL_REPORT_TOKEN`. Repeated and outdated reports change nothing. 404 where no token is configured.
         */
        post: operations["receiveMailReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check liveness */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check readiness */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "file.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft, or a request that is sent at once, exists. */
        post: operations["onFileCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The request was sent to its signers. */
        post: operations["onFileReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All have signed, and the document is sealed. */
        post: operations["onFileSigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A signer declined, which ended the request. */
        post: operations["onFileDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The requester withdrew the request. */
        post: operations["onFileCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deadline passed before all had signed. */
        post: operations["onFileExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deadline is near and not all have signed; the requester was warned by e-mail. */
        post: operations["onFileExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The requester deleted the document. */
        post: operations["onFileDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.notified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A signer was notified, reminded, or warned of the deadline. */
        post: operations["onSignRequestNotified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A browser showed the document to a signer for the first time. */
        post: operations["onSignRequestViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** One signer has signed. */
        post: operations["onSignRequestSigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** One signer or approver has declined. */
        post: operations["onSignRequestDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** One approver has approved. */
        post: operations["onSignRequestApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** One viewer has had every page on screen. */
        post: operations["onSignRequestRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An e-mail to a signer was not delivered. */
        post: operations["onSignRequestBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A signer reported an e-mail as spam. */
        post: operations["onSignRequestComplained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sign_request.replaced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Another person took a signer's place: the requester replaced the signer, or the signer delegated. */
        post: operations["onSignRequestReplaced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bulk_send.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The last row of a bulk send was sent, failed or cancelled. */
        post: operations["onBulkSendCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A test that somebody asked for. */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            /** @enum {string} */
            code: "malformed_request" | "malformed_json" | "unauthenticated" | "invalid_credentials" | "forbidden" | "email_unproved" | "not_the_signer" | "reauth_required" | "insufficient_scope" | "csrf" | "not_found" | "method_not_allowed" | "file_not_draft" | "file_not_released" | "file_already_signed" | "file_not_completed" | "file_closed" | "already_signed" | "not_your_turn" | "wrong_role" | "attachments_full" | "is_envelope" | "in_envelope" | "envelope_needs_file" | "race_lost" | "account_exists" | "certificate_not_revocable" | "person_in_open_requests" | "document_on_hold" | "idempotency_in_progress" | "integrity_error" | "content_deleted" | "link_expired" | "link_withdrawn" | "direct_link_closed" | "code_expired" | "version_conflict" | "too_large" | "quota_exceeded" | "unsupported_media_type" | "validation_failed" | "base64_invalid" | "pdf_invalid" | "pdf_encrypted" | "pdf_locked" | "conversion_failed" | "converter_missing" | "signed_file_one_element" | "image_invalid" | "url_not_allowed" | "url_unreachable" | "element_outside_page" | "page_out_of_range" | "sign_request_not_in_file" | "signers_missing" | "signature_image_missing" | "field_missing" | "attachment_missing" | "attachment_type_invalid" | "gateway_not_configured" | "sign_method_mismatch" | "method_not_allowed_here" | "phone_missing" | "chat_missing" | "sign_password_missing" | "code_wrong" | "sign_password_wrong" | "glyph_missing" | "idempotency_key_reused" | "rate_limited" | "code_locked" | "sign_password_locked" | "account_locked" | "internal" | "unavailable" | "gateway_unavailable" | "key_unavailable" | "storage_full";
            requestId: string;
            /** @description The same as `detail`, for older clients. */
            message: string;
            errors: string[];
            violations: {
                /** @description JSON Pointer into the body, or /query/… */
                pointer: string;
                code: string;
                detail: string;
                /** @description The limit that was missed, where there is one. */
                bound?: number;
            }[];
            /** @description 100 log in, 150 create an account, 200 nothing to do, 250 sign, 300 show the error, 350 signed, 400 create a signing password */
            action: 100 | 150 | 200 | 250 | 300 | 350 | 400;
            /** @description Wrong tries left before the code or signing password locks. */
            attemptsLeft?: number;
        };
        /** @description The file object, the same wherever a file is answered. */
        File: {
            id: number;
            fileId: number;
            nodeId: number;
            uuid: string;
            name: string;
            status: number;
            statusText: string;
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
            /** @description ISO 8601, UTC, milliseconds */
            request_date: string;
            releasedAt: string | null;
            completedAt: string | null;
            expiresAt: string | null;
            /** @description When the retention period was over and the content was deleted; hashes and the audit trail stay. */
            contentDeletedAt: string | null;
            /** @description Signers may name somebody to sign in their place. Left out of the reduced view. */
            allowDelegation?: boolean;
            /** @description When the content is deleted, as things are: null while that is not to happen. Left out of the reduced view. */
            retention?: {
                deletionAt: string | null;
                onHold: boolean;
            };
            /** @description Left out of the reduced view. */
            requested_by?: {
                userId: string;
                uid: string;
                displayName: string;
            };
            /**
             * @description Several PDFs in one request. Left out of a document (docs/spec/envelopes.md).
             * @constant
             */
            kind?: "envelope";
            /** @description Of an envelope. */
            filesCount?: number;
            /** @description Of an envelope, in order. Left out in lists. */
            files?: components["schemas"]["EnvelopeFile"][];
            /** @description The uuid of the envelope that this file belongs to. */
            envelope?: string;
            /** @description Of an envelope: of all its files. */
            pages: number;
            size: number;
            /** @description Of an envelope: that of the list of its files, as sha256sum prints it. */
            sha256: string;
            originalSha256: string;
            /** @description The URL of the bytes. Left out of the reduced view. */
            file?: string;
            url: string;
            signers: components["schemas"]["Signer"][];
            visibleElements: components["schemas"]["VisibleElement"][];
            settings: components["schemas"]["ViewerSettings"];
            /** @description Left out of the reduced view. */
            upload?: components["schemas"]["Upload"];
            messages: {
                /** @enum {string} */
                type: "info" | "warning";
                message: string;
            }[];
            /**
             * @description Whether the document's bytes are there: `whole`, `missing` or `altered`. Told where one document is answered, to those who take part.
             * @enum {string}
             */
            stored?: "whole" | "missing" | "altered";
        };
        /** @description One PDF of an envelope. */
        EnvelopeFile: {
            fileId: number;
            uuid: string;
            name: string;
            /** @description From 1. */
            position: number;
            pages: number;
            /** @description The number of its first page when the pages of the envelope are counted through. */
            firstPage: number;
            size: number;
            sha256: string;
            originalSha256: string;
            /** @description The URL of the bytes. Left out of the reduced view. */
            file?: string;
            /** @description Left out of the reduced view. */
            upload?: components["schemas"]["Upload"];
            /** @description The signers who sign this file. */
            signRequestIds: number[];
            signatures: {
                /** @description Left out of the reduced view. */
                subject?: string;
                issuer: string;
                serialNumber: string;
                /** @description ISO 8601, UTC, milliseconds */
                notBefore: string;
                /** @description ISO 8601, UTC, milliseconds */
                notAfter: string;
                /** @description ISO 8601, UTC, milliseconds */
                signedAt: string;
                /** @description When a time-stamping authority had seen the signature; null where none is configured, or it gave none. */
                timestamp: string | null;
                /** @description ETSI EN 319 142-1: B-B, B-T, B-LT or B-LTA. It rises when the completed document gets its timestamp: bytes and hash change then, the status does not. */
                level: string;
                verdict: string;
                signRequestId: number;
            }[];
        };
        /** @description Findings in the uploaded document, and the changes made to it. */
        Upload: {
            /** @description It was damaged or locked and was rewritten once. */
            repaired: boolean;
            /** @description It was encrypted with an empty password. */
            decrypted: boolean;
            alreadySigned: boolean;
            /** @description Form fields that became part of the pages. */
            frozenFields: number;
            /** @description The upload was another file, which was converted to a PDF; null for a PDF. */
            convertedFrom: {
                /**
                 * @description By its bytes; `pictures` is a ZIP of several pictures.
                 * @enum {string}
                 */
                type: "jpeg" | "png" | "webp" | "tiff" | "pictures" | "docx" | "odt" | "rtf" | "html" | "markdown";
                /** @description The file's name, for the requester only. */
                name: string | null;
            } | null;
            /** @description Kinds of active content that were taken out. */
            removed: ("JavaScript" | "Launch" | "SubmitForm" | "ResetForm" | "ImportData" | "Hide" | "SetOCGState" | "Sound" | "Movie" | "Rendition" | "Trans" | "GoTo3DView" | "RichMediaExecute" | "OtherAction" | "OpenAction" | "AdditionalActions" | "XFA" | "UsageRights" | "EmbeddedFiles" | "RichMedia" | "ExternalLinks" | "Portfolio" | "HiddenPages" | "ReaderRequirements")[];
            /** @description Kinds of content that stay: attached files, links, and in a file already signed everything active. */
            remaining: ("JavaScript" | "Launch" | "SubmitForm" | "ResetForm" | "ImportData" | "Hide" | "SetOCGState" | "Sound" | "Movie" | "Rendition" | "Trans" | "GoTo3DView" | "RichMediaExecute" | "OtherAction" | "OpenAction" | "AdditionalActions" | "XFA" | "UsageRights" | "EmbeddedFiles" | "RichMedia" | "ExternalLinks" | "Portfolio" | "HiddenPages" | "ReaderRequirements")[];
            /** @description `signatureWarnings` as English sentences. */
            warnings: string[];
            /** @description Signatures of the upload that do not verify. Empty when all of them do. */
            signatureWarnings: components["schemas"]["SignatureWarning"][];
            /** @description What pages hold that a reader of the screen does not see; none that the preparation for signing adds. */
            shadowContent: components["schemas"]["ShadowContent"][];
            /** @description What PDFium and pdf.js show of the document, compared in the background after the upload; null until then. */
            readers: {
                /** @description Pages that both programs read, from the first on. */
                compared: number;
                of: number;
                /** @description Pages, counted from 1, that two programs do not show alike. page_count: only one of them has this page and those behind it. */
                differences: {
                    /** @enum {string} */
                    code: "page_count" | "unreadable" | "page_size" | "text" | "picture";
                    page: number;
                }[];
            } | null;
        };
        /** @description A signature of the upload that does not verify. */
        SignatureWarning: {
            /**
             * @description `signature_modified`: the document was changed after this signature was made. `signature_invalid`: its bytes or its certificate do not fit. `signature_unsupported`: it cannot be verified. `more_signatures`: `count` further ones do not verify. `not_checked`: there was not enough time to verify the signatures.
             * @enum {string}
             */
            code: "signature_modified" | "signature_invalid" | "signature_unsupported" | "more_signatures" | "not_checked";
            /** @description The signature field, at most 200 characters; null where there is none to name. */
            field: string | null;
            /** @description Signatures that the warning speaks of; 0 where that is unknown. */
            count: number;
            /** @description The finding that decided the verdict, as verification reports have it. */
            finding: {
                /** @enum {string} */
                code: "nothing_changed" | "only_permitted_changes" | "field_signed" | "field_timestamped" | "timestamp_added" | "field_filled" | "box_ticked" | "box_cleared" | "signature_field_added" | "metadata_updated" | "validation_data_added" | "nothing_displayed_changed" | "page_replaced" | "page_changed" | "page_annotations_lost" | "page_looks_different" | "annotation_added" | "annotations_removed" | "field_overlaps" | "form_field_added" | "form_field_removed" | "form_field_visibility_changed" | "form_field_changed" | "form_field_not_fillable" | "form_field_appearance_changed" | "form_field_appearance_unclear" | "form_field_appearance_without_box" | "form_field_appearance_shared" | "signature_field_changed" | "locked_field_changed" | "field_list_entry_removed" | "field_list_entry_changed" | "added_field_not_plain" | "added_field_unclear_rectangle" | "added_field_unclear_flags" | "added_field_without_box" | "added_field_moves" | "added_field_with_content" | "added_field_though_locked" | "added_field_drawn" | "added_field_wide_border" | "form_removed" | "form_settings_changed" | "form_fonts_changed" | "form_resources_changed" | "catalog_changed" | "catalog_replaced" | "permissions_changed" | "certification_entry_changed" | "validation_data_removed" | "encryption_changed" | "trailer_duplicates" | "trailer_size_too_small" | "trailer_size_too_large" | "trailer_catalog_generation" | "trailer_unclear" | "structure_added_or_removed" | "structure_changed" | "object_changed" | "object_planted" | "object_renumbered" | "object_unclear" | "object_form_unclear" | "revisions_not_built_on_signed" | "revision_not_closed" | "revision_contradicts_itself" | "revision_ambiguous" | "revision_decides_ambiguity" | "revision_not_visited" | "object_not_named" | "bytes_appended" | "blanks_appended" | "stray_bytes" | "cross_references_misplaced" | "signed_range_not_document" | "revision_not_leading_here" | "linearized_elsewhere" | "rebuilt_differently" | "signature_stranded" | "signature_rewritten" | "prepared_field_timestamped" | "prepared_field_foreign_key" | "out_of_time" | "changes_unreadable" | "changes_encrypted" | "too_many_signatures" | "subfilter_unsupported" | "signature_too_large" | "file_damaged" | "signature_damaged" | "signature_dictionary_duplicates" | "byte_range_malformed" | "byte_range_outside" | "byte_range_other_gap" | "contents_missing" | "contents_not_hexadecimal" | "contents_followed" | "content_embedded" | "badly_encoded" | "digest_broken" | "timestamp_digest_broken" | "digest_unknown" | "digest_unnamed" | "digest_not_computed" | "digest_mismatch" | "digest_contradiction" | "pss_digest_contradiction" | "pss_mask_unsupported" | "pss_parameters_invalid" | "algorithm_unknown" | "algorithm_not_computable" | "key_of_other_kind" | "value_mismatch" | "certificate_missing" | "certificate_unreadable" | "signer_not_named" | "signer_named_otherwise" | "attributes_missing" | "attribute_repeated" | "content_type_mismatch" | "message_digest_missing" | "imprint_mismatch" | "timestamp_digest_unknown" | "timestamp_badly_encoded" | "timestamp_of_other_bytes" | "timestamp_without_time" | "timestamp_signer_not_named" | "timestamp_attributes_unordered" | "timestamp_certificate_missing" | "timestamp_certificate_unreadable" | "timestamp_certificate_out_of_force" | "timestamp_usage_missing" | "timestamp_usage_not_alone" | "timestamp_key_usage" | "timestamp_out_of_order" | "timestamp_authority_revoked" | "certificate_not_yet_valid" | "certificate_expired" | "certificate_expired_unproven" | "certificate_revoked" | "authority_revoked" | "claimed_time_too_late" | "extension_unknown" | "extension_unreadable" | "key_too_short" | "curve_too_short" | "certificate_digest_broken" | "key_not_for_signatures" | "certificate_not_for_documents" | "name_constraint_unreadable" | "name_not_permitted" | "name_constraints_unchecked" | "policy_constraints_unchecked" | "issuer_not_authority" | "issuer_key_usage" | "issuer_path_too_long" | "issuer_unknown" | "certificate_self_signed" | "revocation_data_outdated" | "revocation_data_missing" | "open_action" | "reading_actions" | "javascript" | "xfa_form" | "embedded_files" | "printed_not_shown" | "shown_not_printed" | "shown_at_some_zoom" | "shown_to_some" | "shown_under_pointer" | "hidden_layer" | "hidden_annotation" | "covered_text" | "covered_page" | "invisible_text" | "off_page" | "copied_differently" | "drawn_differently" | "page_not_looked_at" | "more_pages";
                params: {
                    [key: string]: string | number | null | string[];
                };
                /** @constant */
                forbidden?: true;
            } | null;
        };
        /** @description Content of a page that a reader of the screen does not see, or not as it is printed. */
        ShadowContent: {
            /**
             * @description `printed_not_shown`, `shown_not_printed`: layers or annotations that differ between screen and paper. `shown_at_some_zoom`, `shown_to_some`: in layers for some magnifications, languages or people. `shown_under_pointer`: annotations with another drawing for the pointer. `hidden_layer`, `hidden_annotation`: shown in neither. `covered_text`: text under something opaque. `covered_page`: an annotation lies over nearly all of the page. `invisible_text`: text in the colour of its ground, without ink, clipped away or too small. `off_page`: outside what a reader shows. `copied_differently`: text that is copied, searched and read aloud as another text than it shows. `drawn_differently`: features that programs display differently, such as fonts that are not embedded or that map a character to several glyphs, unusual colour spaces, and malformed content; `count` is the number of features. `page_not_looked_at`: the document was too long to look at all pages. `more_pages`: further pages with findings of the kind before.
             * @enum {string}
             */
            code: "printed_not_shown" | "shown_not_printed" | "shown_at_some_zoom" | "shown_to_some" | "shown_under_pointer" | "hidden_layer" | "hidden_annotation" | "covered_text" | "covered_page" | "invisible_text" | "off_page" | "copied_differently" | "drawn_differently" | "page_not_looked_at" | "more_pages";
            /** @description Counted from 1; the first page where `code` tells of several. */
            page: number;
            /** @description Lines of text, pictures, drawings, annotations or features; pages where `code` tells of pages. */
            count: number;
        };
        Signer: {
            signRequestId: number;
            /** @description Left out of the reduced view. */
            email?: string;
            displayName: string;
            /** @description The message to this signer: to them and to the requester. */
            description: string | null;
            /** @description The subject of this signer's invitation, as the requester wrote it; null: the service's own. */
            subject: string | null;
            phone?: string | null;
            /** @description The language that the requester chose for the signer; null for none. Left out of the reduced view. */
            language?: ("en" | "pt") | null;
            /**
             * @description What the person does: signs, approves, reads, or gets copies.
             * @enum {string}
             */
            role: "signer" | "approver" | "viewer" | "cc";
            /** @description Of a CC: when a copy is e-mailed. Left out of the reduced view. */
            copyAt?: ("sent" | "completed")[];
            /** @description Files that this person is asked for: to them and to the requester. */
            attachmentRequests?: {
                /** @description Unique for its person. */
                id: number;
                label: string;
                help: string | null;
                required: boolean;
                types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                maxBytes: number;
                maxCount: number;
            }[];
            /**
             * @description `approved` is an approver's, `viewed` a viewer's, `copied` a CC's who has got a copy.
             * @enum {string}
             */
            status: "draft" | "pending" | "waiting" | "signed" | "approved" | "viewed" | "copied" | "declined" | "cancelled" | "expired";
            signed: string | null;
            /** @description When the person signed, approved or had read the document. */
            done: string | null;
            /** @description ISO 8601, UTC, milliseconds */
            request_sign_date: string;
            me: boolean;
            signingOrder: number;
            /** @enum {string} */
            signMethod: "password" | "email" | "sms" | "telegram" | "signal" | "link";
            identifyMethods: {
                method: string;
                value?: string;
                mandatory: number;
            }[];
            visibleElements: components["schemas"]["VisibleElement"][];
            signature?: components["schemas"]["SignatureFacts"];
        };
        /** @description A box on a page in points. top and left count from the top-left corner of the page as a reader sees it; llx, lly, urx, ury are the same box counted from its bottom-left corner. */
        VisibleElement: {
            elementId: number;
            fileElementId: number;
            /**
             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
             * @enum {string}
             */
            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
            signRequestId: number;
            /** @description Of an envelope: the uuid of the file that the box is in. */
            file?: string;
            coordinates: {
                page: number;
                top: number;
                left: number;
                width: number;
                height: number;
                llx: number;
                lly: number;
                urx: number;
                ury: number;
            };
            required: boolean;
            label: string | null;
            value: string | null;
            readOnly: boolean;
            fontSize: number | null;
            alignment: ("left" | "center" | "right") | null;
            dateFormat: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
            colour: string | null;
            group: string | null;
            rules: components["schemas"]["FieldRules"] | null;
            help: string | null;
            placeholder: string | null;
            timeZone: string | null;
            showWhen: string | null;
            requireWhen: string | null;
            calculate: string | null;
        };
        /** @description What a value must be. A member that is left out asks for nothing. */
        FieldRules: {
            /** @description Of a dropdown, needed there: what can be chosen. */
            options?: string[];
            /** @description Of a number. */
            min?: number;
            /** @description Of a number. */
            max?: number;
            /** @description Of a number: `min`, or 0, plus a whole number of steps. Compared exactly. */
            step?: number;
            /** @description Of a number: at most so many decimals. The number is drawn with all of them. */
            decimals?: number;
            /**
             * @description Of a number: the mark with which it is drawn; left out: a point. Both marks are read, unless it is unclear whether one separates thousands.
             * @enum {string}
             */
            decimalMark?: "." | ",";
            /** @description Of a text, in characters. */
            minLength?: number;
            /** @description Of a text, in characters. */
            maxLength?: number;
            /** @description Of a text: a regular expression in RE2's syntax that the whole text must match. Matching takes linear time; there are no look-around and no back references. */
            pattern?: string;
            /** @description What the signer reads when the text does not match. */
            patternHint?: string;
            /** @description Of a text: `0` stands for a digit, `A` for a letter, `*` for either, other characters for themselves, such as `000.000.000-00`. Missing signs are added. */
            mask?: string;
            /** @description Of a text: the signer can write several lines. */
            multiline?: boolean;
            /** @description Of a chosen date, YYYY-MM-DD. */
            earliest?: string;
            /** @description Of a chosen date, YYYY-MM-DD. */
            latest?: string;
            /** @description Of the checkboxes of a group: so many must be ticked. The strictest of the group counts. */
            minChecked?: number;
            /** @description Of the checkboxes of a group: so many may be ticked. The strictest of the group counts. */
            maxChecked?: number;
        };
        SignatureFacts: {
            /** @description Left out of the reduced view. */
            subject?: string;
            issuer: string;
            serialNumber: string;
            /** @description ISO 8601, UTC, milliseconds */
            notBefore: string;
            /** @description ISO 8601, UTC, milliseconds */
            notAfter: string;
            /** @description ISO 8601, UTC, milliseconds */
            signedAt: string;
            /** @description When a time-stamping authority had seen the signature; null where none is configured, or it gave none. */
            timestamp: string | null;
            /** @description ETSI EN 319 142-1: B-B, B-T, B-LT or B-LTA. It rises when the completed document gets its timestamp: bytes and hash change then, the status does not. */
            level: string;
            verdict: string;
        };
        ViewerSettings: {
            canSign: boolean;
            canRequestSign: boolean;
            hasSignatureFile: boolean;
            signMethod: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
            /** @description The signer's own sign-request UUID, to that signer only. */
            signerFileUuid?: string | null;
            phoneNumber: string | null;
        };
        DashboardDocument: {
            fileId: number;
            uuid: string;
            name: string;
            /** @enum {string} */
            status: "draft" | "able_to_sign" | "partially_signed" | "signed" | "deleted" | "signing_in_progress" | "declined" | "cancelled" | "expired";
            /** @description ISO 8601, UTC, milliseconds */
            createdAt: string;
            /** @description When it last changed. */
            updatedAt: string;
            /** @description When signing closes; null where nobody can sign. */
            deadline: string | null;
            /** @description The deadline is within a week. */
            isDueSoon: boolean;
            /** @description The caller is its requester. */
            isMine: boolean;
            requesterName: string;
            /** @description Of an envelope. */
            filesCount?: number;
            signers: {
                signRequestId: number;
                name: string;
                /**
                 * @description What the person does: signs, approves, reads, or gets copies.
                 * @enum {string}
                 */
                role: "signer" | "approver" | "viewer" | "cc";
                /**
                 * @description `approved` is an approver's, `viewed` a viewer's, `copied` a CC's who has got a copy.
                 * @enum {string}
                 */
                status: "draft" | "pending" | "waiting" | "signed" | "approved" | "viewed" | "copied" | "declined" | "cancelled" | "expired";
                me: boolean;
            }[];
            /** @description The caller's own sign-request UUID while it is their turn; null without scope `sign`. */
            signLink: string | null;
        };
        /** @description One page; width and height are points (1/72 inch) as a reader sees the page. */
        Page: {
            page: number;
            width: number;
            height: number;
            rotation: 0 | 90 | 180 | 270;
        };
        Revision: {
            /** @description The number by which the audit chain names it. It never names other bytes. */
            revision: number;
            /**
             * @description `prepared`: as it was sent to its signers; `signature`: as a signer signed it; `seal` and `timestamp`: what the service added at the end.
             * @enum {string}
             */
            kind: "prepared" | "signature" | "seal" | "timestamp";
            /** @description Whose signature it ends with; null for the service's own. */
            signRequestId: number | null;
            /** @description That signer's name. */
            signer: string | null;
            /** @description The signature field that it fills; null where a document that arrived signed was prepared. */
            field: string | null;
            /** @description ISO 8601, UTC, milliseconds */
            signedAt: string;
            /** @description Bytes of the document at this revision: the first `size` bytes of the document as it is now. */
            size: number;
            /** @description Of these bytes, lower-case hex. */
            sha256: string;
        };
        AuditChain: {
            /** @constant */
            format: "paraph-chain-1";
            /** @description Origin of the instance that wrote it. */
            service: string;
            file: {
                uuid: string;
                name: string;
                pages: number;
                /** @description SHA-256, lower-case hex */
                originalSha256: string;
                originalSize: number;
            };
            /** @description The newest event of this export. */
            head: {
                seq: number;
                /** @description SHA-256, lower-case hex */
                hash: string;
            };
            /** @description The event that the seal of the document vouches for; null before it is sealed. */
            sealed: {
                seq: number;
                /** @description SHA-256, lower-case hex */
                hash: string;
            } | null;
            /** @description Values that events carry as salted hashes. One that is missing was erased, or is not the reader's to see. */
            personal: components["schemas"]["PersonalValue"][];
            /** @description Every event, oldest first. */
            data: components["schemas"]["AuditEvent"][];
        };
        PersonalValue: {
            seq: number;
            /** @description The path of the salted hash in the event, for example actor.email. */
            path: string;
            salt: string;
            value: string;
        };
        /** @description One event, exactly as it was hashed. */
        AuditEvent: {
            v: number;
            file: string;
            seq: number;
            type: string;
            /** @description ISO 8601, UTC, milliseconds */
            at: string;
            actor: {
                [key: string]: unknown;
            };
            auth: {
                [key: string]: unknown;
            };
            net: {
                [key: string]: unknown;
            };
            doc: {
                [key: string]: unknown;
            };
            data: {
                [key: string]: unknown;
            };
            /** @description SHA-256, lower-case hex */
            prev: string;
            /** @description SHA-256, lower-case hex */
            hash: string;
        };
        /** @description A place in the document's text that asks for a box. */
        Suggestion: {
            /**
             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
             * @enum {string}
             */
            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
            /** @description Which signer by order, counted from 1, where the text says so. */
            signer: number | null;
            /** @description That signer; null where the text names none, or one whom the document does not have. */
            signRequestId: number | null;
            coordinates: {
                page: number;
                top: number;
                left: number;
                width: number;
                height: number;
                llx: number;
                lly: number;
                urx: number;
                ury: number;
            };
            label: string | null;
            /** @description The text at this place, such as `{{sig:1}}`. */
            text: string;
        };
        VerificationReport: {
            /**
             * @description The worst verdict of the signatures; `none` when no signature field is filled.
             * @enum {string}
             */
            verdict: "none" | "intact" | "intact_later_allowed" | "unsupported" | "modified" | "invalid";
            /** @description The hash of the whole file, in lower-case hex. */
            sha256: string;
            signatures: components["schemas"]["SignatureRecord"][];
            /** @description Findings that need attention but do not decide the verdict. */
            warnings: string[];
            /** @description The same as `warnings`, as codes. */
            warningFindings: components["schemas"]["Finding"][];
            /** @description Further warnings, as codes and parameters. None of them is in `warnings`. */
            notices: components["schemas"]["VerificationNotice"][];
            /** @description For documents prepared by Paraph: the number of signers who have signed, and whether it is sealed. Null for other files. A file cut back to an earlier state is intact and incomplete. */
            completeness: components["schemas"]["Completeness"] | null;
        };
        SignatureRecord: {
            /** @description Fully qualified name of the signature field. */
            field: string;
            /** @enum {string} */
            kind: "signature" | "doc_timestamp";
            /**
             * @description person: anybody's signature or timestamp. certified, sealed: this instance certified the document before the first signature, or sealed it after the last. evidence: its seal of an evidence document. service: made by its seal in a field whose name does not tell what for.
             * @enum {string}
             */
            role: "person" | "certified" | "sealed" | "evidence" | "service";
            /** @enum {string} */
            verdict: "intact" | "intact_later_allowed" | "unsupported" | "modified" | "invalid";
            /** @description The sentence that decided the verdict. */
            explanation: string;
            /** @description `explanation` as a code. */
            decidedBy: components["schemas"]["Finding"];
            /** @description The signed bytes are the ones that were signed. */
            intact: boolean;
            /** @enum {string} */
            coverage: "whole_file" | "revision" | "contiguous" | "unclear";
            changes: {
                /** @enum {string} */
                level: "none" | "permitted" | "not_permitted";
                items: string[];
                /** @description The same as `items`, as codes. */
                findings: components["schemas"]["Finding"][];
            };
            pictures: components["schemas"]["PictureReport"];
            cms: {
                /** @enum {string} */
                status: "valid" | "invalid" | "unsupported";
                subFilter: string | null;
                digestAlgorithm: string | null;
                signatureAlgorithm: string | null;
                problems: string[];
                /** @description The same as `problems`, as codes. */
                findings: components["schemas"]["Finding"][];
            };
            signedRevision: {
                /** @description The signature covers the file's bytes from 0 up to here. */
                end: number;
                /** @description Of these bytes, the signature's own included, lower-case hex. */
                sha256: string;
            } | null;
            /**
             * @description Whether the certificate leads to this instance's root, or to one that its operator trusts. Never decides the verdict.
             * @enum {string}
             */
            chain: "ours" | "known" | "unknown";
            /** @description From the signer towards a root, the signer first, as far as it could be built. */
            certificates: components["schemas"]["PathCertificate"][];
            /** @description Problems of these certificates. They never decide the verdict. */
            chainProblems: string[];
            /** @description The same as `chainProblems`, as codes. */
            chainFindings: components["schemas"]["Finding"][];
            revocation: components["schemas"]["RevocationReport"];
            timestamp: components["schemas"]["TimestampReport"];
            /** @description Made of the content before signing: it tells the earliest time, and is reported only. */
            contentTimestamp: components["schemas"]["TimestampReport"];
            /** @description The words of ETSI EN 319 102-1, which ask for trust as well; the verdict does not. */
            etsi: {
                /** @enum {string} */
                indication: "TOTAL_PASSED" | "INDETERMINATE" | "TOTAL_FAILED";
                subIndication: string | null;
            };
            level: ("CMS" | "B-B" | "B-T" | "B-LT" | "B-LTA") | null;
            /** @description The credited timestamp's time, else what the signer claims. */
            signedAt: string | null;
            signer: {
                subject: string;
                name: components["schemas"]["DistinguishedName"];
                issuer: string;
                serialNumber: string;
                /** @description ISO 8601, UTC */
                notBefore: string;
                /** @description ISO 8601, UTC */
                notAfter: string;
                email?: string;
            } | null;
            reason: string | null;
        };
        Finding: {
            /**
             * @description The finding. Codes may be added.
             * @enum {string}
             */
            code: "nothing_changed" | "only_permitted_changes" | "field_signed" | "field_timestamped" | "timestamp_added" | "field_filled" | "box_ticked" | "box_cleared" | "signature_field_added" | "metadata_updated" | "validation_data_added" | "nothing_displayed_changed" | "page_replaced" | "page_changed" | "page_annotations_lost" | "page_looks_different" | "annotation_added" | "annotations_removed" | "field_overlaps" | "form_field_added" | "form_field_removed" | "form_field_visibility_changed" | "form_field_changed" | "form_field_not_fillable" | "form_field_appearance_changed" | "form_field_appearance_unclear" | "form_field_appearance_without_box" | "form_field_appearance_shared" | "signature_field_changed" | "locked_field_changed" | "field_list_entry_removed" | "field_list_entry_changed" | "added_field_not_plain" | "added_field_unclear_rectangle" | "added_field_unclear_flags" | "added_field_without_box" | "added_field_moves" | "added_field_with_content" | "added_field_though_locked" | "added_field_drawn" | "added_field_wide_border" | "form_removed" | "form_settings_changed" | "form_fonts_changed" | "form_resources_changed" | "catalog_changed" | "catalog_replaced" | "permissions_changed" | "certification_entry_changed" | "validation_data_removed" | "encryption_changed" | "trailer_duplicates" | "trailer_size_too_small" | "trailer_size_too_large" | "trailer_catalog_generation" | "trailer_unclear" | "structure_added_or_removed" | "structure_changed" | "object_changed" | "object_planted" | "object_renumbered" | "object_unclear" | "object_form_unclear" | "revisions_not_built_on_signed" | "revision_not_closed" | "revision_contradicts_itself" | "revision_ambiguous" | "revision_decides_ambiguity" | "revision_not_visited" | "object_not_named" | "bytes_appended" | "blanks_appended" | "stray_bytes" | "cross_references_misplaced" | "signed_range_not_document" | "revision_not_leading_here" | "linearized_elsewhere" | "rebuilt_differently" | "signature_stranded" | "signature_rewritten" | "prepared_field_timestamped" | "prepared_field_foreign_key" | "out_of_time" | "changes_unreadable" | "changes_encrypted" | "too_many_signatures" | "subfilter_unsupported" | "signature_too_large" | "file_damaged" | "signature_damaged" | "signature_dictionary_duplicates" | "byte_range_malformed" | "byte_range_outside" | "byte_range_other_gap" | "contents_missing" | "contents_not_hexadecimal" | "contents_followed" | "content_embedded" | "badly_encoded" | "digest_broken" | "timestamp_digest_broken" | "digest_unknown" | "digest_unnamed" | "digest_not_computed" | "digest_mismatch" | "digest_contradiction" | "pss_digest_contradiction" | "pss_mask_unsupported" | "pss_parameters_invalid" | "algorithm_unknown" | "algorithm_not_computable" | "key_of_other_kind" | "value_mismatch" | "certificate_missing" | "certificate_unreadable" | "signer_not_named" | "signer_named_otherwise" | "attributes_missing" | "attribute_repeated" | "content_type_mismatch" | "message_digest_missing" | "imprint_mismatch" | "timestamp_digest_unknown" | "timestamp_badly_encoded" | "timestamp_of_other_bytes" | "timestamp_without_time" | "timestamp_signer_not_named" | "timestamp_attributes_unordered" | "timestamp_certificate_missing" | "timestamp_certificate_unreadable" | "timestamp_certificate_out_of_force" | "timestamp_usage_missing" | "timestamp_usage_not_alone" | "timestamp_key_usage" | "timestamp_out_of_order" | "timestamp_authority_revoked" | "certificate_not_yet_valid" | "certificate_expired" | "certificate_expired_unproven" | "certificate_revoked" | "authority_revoked" | "claimed_time_too_late" | "extension_unknown" | "extension_unreadable" | "key_too_short" | "curve_too_short" | "certificate_digest_broken" | "key_not_for_signatures" | "certificate_not_for_documents" | "name_constraint_unreadable" | "name_not_permitted" | "name_constraints_unchecked" | "policy_constraints_unchecked" | "issuer_not_authority" | "issuer_key_usage" | "issuer_path_too_long" | "issuer_unknown" | "certificate_self_signed" | "revocation_data_outdated" | "revocation_data_missing" | "open_action" | "reading_actions" | "javascript" | "xfa_form" | "embedded_files" | "printed_not_shown" | "shown_not_printed" | "shown_at_some_zoom" | "shown_to_some" | "shown_under_pointer" | "hidden_layer" | "hidden_annotation" | "covered_text" | "covered_page" | "invisible_text" | "off_page" | "copied_differently" | "drawn_differently" | "page_not_looked_at" | "more_pages";
            /** @description Parameters of the code, such as `field` or `page`, which counts from 1. */
            params: {
                [key: string]: string | number | null | string[];
            };
            /**
             * @description This kind of change is permitted as a rule, and this signature forbids it.
             * @constant
             */
            forbidden?: true;
            /** @description The same as an English sentence. */
            text: string;
        };
        /** @description The signed revision and the final file, drawn and compared outside the fields that may change. */
        PictureReport: {
            /**
             * @description nothing_later: nothing follows this signature. same: every page looks as it was signed in both programs, or is drawn from the same bytes. different: `places` says where it does not. partly: no difference was found, and `readers` says which program did not compare every page. not_compared: no page was compared.
             * @enum {string}
             */
            code: "nothing_later" | "same" | "different" | "partly" | "not_compared";
            /** @description The rules found nothing, and the pictures decided the verdict `modified`. */
            overrules: boolean;
            readers: {
                /** @enum {string} */
                renderer: "pdfium" | "pdfjs";
                /** @description Pages that were compared. */
                pages: number;
                of: number;
                /** @description Further pages that this program had no time to draw, and that are drawn from the same bytes in the signed revision and in the file: contents, resources, annotations, inherited entries, layers and the form's defaults. */
                unchanged: number;
                /** @description Pages that were not compared, both ends included. */
                missing: {
                    from: number;
                    to: number;
                }[];
                stopped: ("time" | "unreadable" | "too_large" | "busy") | null;
            }[];
            /** @description In points from the top-left corner of the page as a reader sees it, pages counted from 1. */
            places: {
                page: number;
                top: number;
                left: number;
                width: number;
                height: number;
                /** @enum {string} */
                renderer: "pdfium" | "pdfjs";
            }[];
        };
        PathCertificate: {
            subject: string;
            name: components["schemas"]["DistinguishedName"];
            issuer: string;
            serialNumber: string;
            /** @description ISO 8601, UTC */
            notBefore: string;
            /** @description ISO 8601, UTC */
            notAfter: string;
            /** @description Of its DER, lower-case hex. */
            sha256: string;
        };
        /** @description The parts of `subject`; of several values of a kind, the first one. */
        DistinguishedName: {
            commonName: string | null;
            organization: string | null;
            organizationalUnit: string | null;
            country: string | null;
            emailAddress: string | null;
        };
        /** @description The revocation status according to the file and this instance's own lists. Nothing is fetched. */
        RevocationReport: {
            /** @enum {string} */
            status: "good" | "revoked" | "unknown" | "not_needed";
            source: ("ocsp" | "crl") | null;
            /** @description When the answer was true. */
            at: string | null;
            revokedAt: string | null;
            problem: string | null;
            /** @description `problem` as a code. */
            finding: components["schemas"]["Finding"] | null;
        };
        TimestampReport: {
            /** @enum {string} */
            status: "none" | "valid" | "invalid";
            at: string | null;
            authority: string | null;
            problem: string | null;
            /** @description `problem` as codes. */
            findings: components["schemas"]["Finding"][];
            /** @enum {string} */
            chain: "ours" | "known" | "unknown";
            revocation: components["schemas"]["RevocationReport"];
        };
        VerificationNotice: {
            /** @constant */
            code: "later_signature_shown";
            field: string;
            signer: string | null;
            /** @description From 1; null where it cannot be told. */
            page: number | null;
            rect: [
                number,
                number,
                number,
                number
            ] | null;
            /** @description Fields of the signatures that were made before it was there, or was signed. */
            unseenBy: string[];
        } | {
            /** @constant */
            code: "box_over_text_changed";
            field: string;
            /** @description From 1; null where it cannot be told. */
            page: number | null;
            rect: [
                number,
                number,
                number,
                number
            ] | null;
            /** @description Fields of the signatures that were made before. */
            unseenBy: string[];
        } | {
            /** @constant */
            code: "timestamp_not_credited";
            field: string;
            problem: string;
        } | {
            /** @constant */
            code: "unsigned_attribute_unknown";
            field: string;
            oid: string;
        } | {
            /** @constant */
            code: "not_signed_here";
            file: string;
        } | {
            /** @constant */
            code: "completed_since";
            file: string;
        };
        Completeness: {
            /** @constant */
            code: "complete";
            file: string;
        } | {
            /** @constant */
            code: "incomplete";
            file: string;
            signed: number;
            prepared: number;
            /** @description The field of the seal holds a signature, which does not hold. */
            sealed: boolean;
        };
        /** @description A file that a signer or approver was asked for and has added. */
        Attachment: {
            id: number;
            /** @description The person who added it. */
            signRequestId: number;
            /** @description The attachment request that it belongs to. */
            requestId: number;
            /** @description The label of the request when the file was added. */
            label: string;
            /** @description The file's name as its sender gave it. */
            name: string;
            /**
             * @description By its bytes.
             * @enum {string}
             */
            type: "pdf" | "jpeg" | "png" | "webp" | "heic" | "docx";
            size: number;
            sha256: string;
            /** Format: date-time */
            createdAt: string;
        };
        AccountSignatureElement: {
            id: number;
            /** @description The same as id; `profileElementId` when signing. */
            elementId: number;
            /** @enum {string} */
            type: "signature" | "initial" | "stamp";
            /** @description The newest of its type: used where none is chosen. */
            isDefault: boolean;
            width: number;
            height: number;
            /** @description ISO 8601, UTC, milliseconds */
            createdAt: string;
            /** @description ISO 8601, UTC, milliseconds */
            updatedAt: string;
        };
        /** @description Ids, state and hashes; never a sign link, a code or the document. */
        WebhookEvent: {
            /** @enum {string} */
            type: "file.created" | "file.released" | "file.signed" | "file.declined" | "file.cancelled" | "file.expired" | "file.expiring" | "file.deleted" | "sign_request.notified" | "sign_request.viewed" | "sign_request.signed" | "sign_request.declined" | "sign_request.approved" | "sign_request.read" | "sign_request.bounced" | "sign_request.complained" | "sign_request.replaced" | "bulk_send.completed";
            /** @description When it happened. ISO 8601, UTC, milliseconds */
            timestamp: string;
            data: {
                fileId: number;
                uuid: string;
                /** @description The state of the file after the act. */
                status: number;
                name: string;
                /** @description Counts the events of the file from 1 without gaps. */
                sequence: number;
                signRequestId?: number;
                /** @description Of the file's version after the act. */
                sha256?: string;
                url: string;
                /**
                 * @description The document is an envelope. Its files send no events.
                 * @constant
                 */
                kind?: "envelope";
                /** @description Of a document that was made by a direct link. */
                directLinkId?: number;
            } | {
                bulkSendId: number;
                templateId: number;
                name: string;
                total: number;
                sent: number;
                failed: number;
                url: string;
            };
        };
    };
    responses: {
        /** @description `malformed_json`: The body is not valid JSON */
        "400.malformed_json": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid_credentials`: The credential is wrong; `unauthenticated`: Log in first */
        "401.invalid_credentials.unauthenticated.asks": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this */
        "403.csrf.forbidden.insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this key is still running */
        "409.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `quota_exceeded`: The account's storage is full; `too_large`: The request is too large */
        "413.quota_exceeded.too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: The content type is not supported */
        "415.unsupported_media_type": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `idempotency_key_reused`: The key was already used for another request; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `validation_failed`: The request is not valid */
        "422.conversion_failed.converter_missing.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_locked`: Too many failed log-ins; `rate_limited`: Too many requests */
        "429.account_locked.rate_limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: Something went wrong on our side */
        "500.internal": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unavailable`: The service is busy or starting */
        "503.unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `storage_full`: The storage is full */
        "507.storage_full": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `email_unproved`: Your e-mail address is not confirmed yet; `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this */
        "403.csrf.email_unproved.forbidden.insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `idempotency_key_reused`: The key was already used for another request; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `url_not_allowed`: The URL is not allowed; `url_unreachable`: The URL could not be downloaded; `validation_failed`: The request is not valid */
        "422.conversion_failed.converter_missing.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.url_not_allowed.url_unreachable.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: Not found */
        "404.not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own */
        "409.idempotency_in_progress.in_envelope.integrity_error.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `insufficient_scope`: The token's scopes do not allow this */
        "403.insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `validation_failed`: The request is not valid */
        "422.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid_credentials`: The credential is wrong */
        "401.invalid_credentials": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own */
        "409.in_envelope.integrity_error.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own */
        "409.in_envelope.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: The request is too large */
        "413.too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own */
        "409.file_already_signed.file_not_draft.idempotency_in_progress.in_envelope.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_not_completed`: The file is not completed; `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own */
        "409.file_not_completed.in_envelope.integrity_error.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `key_unavailable`: The signing key is not available; `unavailable`: The service is busy or starting */
        "503.key_unavailable.unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this */
        "403.forbidden.insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own */
        "409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `element_outside_page`: The field is outside its page; `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `page_out_of_range`: The document has no such page; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `url_not_allowed`: The URL is not allowed; `url_unreachable`: The URL could not be downloaded; `validation_failed`: The request is not valid */
        "422.base64_invalid.conversion_failed.converter_missing.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own; `race_lost`: The resource was changed by another request; try again */
        "409.file_already_signed.file_closed.file_not_draft.idempotency_in_progress.in_envelope.integrity_error.is_envelope.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `version_conflict`: The resource has changed since you read it */
        "412.version_conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `element_outside_page`: The field is outside its page; `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `page_out_of_range`: The document has no such page; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `sign_request_not_in_file`: The signer is not part of this file; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `signers_missing`: The file has no signers; `validation_failed`: The request is not valid */
        "422.conversion_failed.converter_missing.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.sign_request_not_in_file.signed_file_one_element.signers_missing.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own */
        "409.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own; `race_lost`: The resource was changed by another request; try again */
        "409.already_signed.file_already_signed.file_closed.idempotency_in_progress.in_envelope.is_envelope.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own; `race_lost`: The resource was changed by another request; try again */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running */
        "409.file_not_draft.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `integrity_error`: The stored document does not match its hash; `race_lost`: The resource was changed by another request; try again */
        "409.file_already_signed.file_closed.idempotency_in_progress.integrity_error.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `sign_request_not_in_file`: The signer is not part of this file; `validation_failed`: The request is not valid */
        "422.conversion_failed.converter_missing.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.pdf_encrypted.pdf_invalid.pdf_locked.sign_request_not_in_file.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `race_lost`: The resource was changed by another request; try again */
        "409.already_signed.file_already_signed.file_closed.idempotency_in_progress.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `sign_request_not_in_file`: The signer is not part of this file; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.sign_request_not_in_file.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running */
        "409.file_already_signed.file_closed.file_not_released.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own; `race_lost`: The resource was changed by another request; try again */
        "409.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `element_outside_page`: The field is outside its page; `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `page_out_of_range`: The document has no such page; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `signers_missing`: The file has no signers; `url_not_allowed`: The URL is not allowed; `url_unreachable`: The URL could not be downloaded; `validation_failed`: The request is not valid */
        "422.base64_invalid.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.signers_missing.url_not_allowed.url_unreachable.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running; `integrity_error`: The stored document does not match its hash; `race_lost`: The resource was changed by another request; try again */
        "409.file_already_signed.file_closed.file_not_draft.idempotency_in_progress.integrity_error.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `pdf_locked`: The document does not allow more signatures; `sign_request_not_in_file`: The signer is not part of this file; `signers_missing`: The file has no signers; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.pdf_locked.sign_request_not_in_file.signers_missing.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `document_on_hold`: The document is on legal hold; `file_already_signed`: The file was already signed; `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running */
        "409.document_on_hold.file_already_signed.file_not_draft.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own; `race_lost`: The resource was changed by another request; try again */
        "409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `idempotency_key_reused`: The key was already used for another request; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `url_not_allowed`: The URL is not allowed; `url_unreachable`: The URL could not be downloaded; `validation_failed`: The request is not valid */
        "422.base64_invalid.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.url_not_allowed.url_unreachable.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `envelope_needs_file`: An envelope needs a file; `file_not_draft`: The file is no longer a draft; `idempotency_in_progress`: The first request with this key is still running */
        "409.envelope_needs_file.file_not_draft.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `element_outside_page`: The field is outside its page; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `page_out_of_range`: The document has no such page; `sign_request_not_in_file`: The signer is not part of this file; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `validation_failed`: The request is not valid */
        "422.element_outside_page.glyph_missing.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this key is still running; `integrity_error`: The stored document does not match its hash */
        "409.idempotency_in_progress.integrity_error": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `conversion_failed`: The file cannot be converted to a PDF; `converter_missing`: No converter for this type of file is installed; `element_outside_page`: The field is outside its page; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `page_out_of_range`: The document has no such page; `pdf_encrypted`: The document is password-protected; `pdf_invalid`: The document is not a PDF that can be signed; `pdf_locked`: The document does not allow more signatures; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `url_not_allowed`: The URL is not allowed; `url_unreachable`: The URL could not be downloaded; `validation_failed`: The request is not valid */
        "422.base64_invalid.conversion_failed.converter_missing.element_outside_page.glyph_missing.idempotency_key_reused.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `integrity_error`: The stored document does not match its hash */
        "409.integrity_error": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `url_not_allowed`: The URL is not allowed; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.url_not_allowed.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `gateway_not_configured`: No gateway is configured for this method; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `signers_missing`: The file has no signers; `validation_failed`: The request is not valid */
        "422.base64_invalid.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.signers_missing.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running */
        "409.file_closed.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `content_deleted`: The content of the document was deleted */
        "410.content_deleted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `direct_link_closed`: The link no longer accepts signatures */
        "410.direct_link_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages */
        "403.csrf": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_locked`: Too many failed log-ins; `code_locked`: Too many wrong codes; `rate_limited`: Too many requests */
        "429.account_locked.code_locked.rate_limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `code_expired`: The code has expired; `direct_link_closed`: The link no longer accepts signatures */
        "410.code_expired.direct_link_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `code_wrong`: The code is wrong; `idempotency_key_reused`: The key was already used for another request; `validation_failed`: The request is not valid */
        "422.code_wrong.idempotency_key_reused.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_the_signer`: You are not the signer */
        "403.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `link_expired`: The link has expired; `link_withdrawn`: The request was withdrawn */
        "410.link_expired.link_withdrawn": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.csrf.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid_credentials`: The credential is wrong; `unauthenticated`: Log in first */
        "401.invalid_credentials.unauthenticated": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `email_unproved`: Your e-mail address is not confirmed yet; `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.csrf.email_unproved.forbidden.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `race_lost`: The resource was changed by another request; try again */
        "409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `method_not_allowed_here`: The sign method is not allowed; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `not_the_signer`: You are not the signer */
        "403.csrf.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this key is still running; `race_lost`: The resource was changed by another request; try again */
        "409.idempotency_in_progress.race_lost": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `link_withdrawn`: The request was withdrawn */
        "410.link_withdrawn": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `element_outside_page`: The field is outside its page; `idempotency_key_reused`: The key was already used for another request; `page_out_of_range`: The document has no such page; `sign_request_not_in_file`: The signer is not part of this file; `signed_file_one_element`: A document signed elsewhere allows one field per signer; `validation_failed`: The request is not valid */
        "422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `file_not_draft`: The file is no longer a draft; `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own */
        "409.file_not_draft.in_envelope.integrity_error.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `email_unproved`: Your e-mail address is not confirmed yet; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.csrf.email_unproved.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own; `not_your_turn`: It is not your turn yet; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.not_your_turn.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `chat_missing`: No chat is linked; `idempotency_key_reused`: The key was already used for another request; `phone_missing`: No phone number is known; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.chat_missing.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_unavailable`: The gateway cannot be reached; `unavailable`: The service is busy or starting */
        "503.gateway_unavailable.unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `attachment_missing`: A required attachment is missing; `field_missing`: A required field is empty; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.attachment_missing.field_missing.glyph_missing.idempotency_key_reused.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `integrity_error`: The stored document does not match its hash; `is_envelope`: An envelope has no PDF of its own; `not_your_turn`: It is not your turn yet; `race_lost`: The resource was changed by another request; try again; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.integrity_error.is_envelope.not_your_turn.race_lost.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `code_expired`: The code has expired */
        "410.code_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `attachment_missing`: A required attachment is missing; `code_wrong`: The code is wrong; `field_missing`: A required field is empty; `glyph_missing`: A character cannot be written into the document; `idempotency_key_reused`: The key was already used for another request; `sign_method_mismatch`: This request uses another sign method; `sign_password_missing`: Create a signing password first; `sign_password_wrong`: The signing password is wrong; `signature_image_missing`: A stored image of your signature is missing; `validation_failed`: The request is not valid */
        "422.attachment_missing.code_wrong.field_missing.glyph_missing.idempotency_key_reused.sign_method_mismatch.sign_password_missing.sign_password_wrong.signature_image_missing.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_locked`: Too many failed log-ins; `code_locked`: Too many wrong codes; `rate_limited`: Too many requests; `sign_password_locked`: Too many wrong signing passwords */
        "429.account_locked.code_locked.rate_limited.sign_password_locked": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `integrity_error`: The stored document does not match its hash; `not_your_turn`: It is not your turn yet; `race_lost`: The resource was changed by another request; try again; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.integrity_error.not_your_turn.race_lost.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `code_expired`: The code has expired; `link_expired`: The link has expired; `link_withdrawn`: The request was withdrawn */
        "410.code_expired.link_expired.link_withdrawn": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `file_not_released`: The file is not released; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `race_lost`: The resource was changed by another request; try again; `wrong_role`: This person has another role */
        "409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.race_lost.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `attachment_missing`: A required attachment is missing; `code_wrong`: The code is wrong; `idempotency_key_reused`: The key was already used for another request; `sign_method_mismatch`: This request uses another sign method; `sign_password_missing`: Create a signing password first; `sign_password_wrong`: The signing password is wrong; `validation_failed`: The request is not valid */
        "422.attachment_missing.code_wrong.idempotency_key_reused.sign_method_mismatch.sign_password_missing.sign_password_wrong.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `pdf_invalid`: The document is not a PDF that can be signed; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.pdf_invalid.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `email_unproved`: Your e-mail address is not confirmed yet; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.email_unproved.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `attachments_full`: No more files can be attached; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `wrong_role`: This person has another role */
        "409.already_signed.attachments_full.file_closed.idempotency_in_progress.not_your_turn.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `attachment_type_invalid`: The file is not of a type that was asked for; `idempotency_key_reused`: The key was already used for another request; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.attachment_type_invalid.idempotency_key_reused.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet; `wrong_role`: This person has another role */
        "409.already_signed.file_closed.idempotency_in_progress.not_your_turn.wrong_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_signed`: You have already signed; `file_already_signed`: The file was already signed; `file_closed`: The file is closed; `idempotency_in_progress`: The first request with this key is still running; `not_your_turn`: It is not your turn yet */
        "409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `phone_missing`: No phone number is known; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `code_wrong`: The code is wrong; `idempotency_key_reused`: The key was already used for another request; `phone_missing`: No phone number is known; `sign_method_mismatch`: This request uses another sign method; `validation_failed`: The request is not valid */
        "422.code_wrong.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.csrf.forbidden.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `base64_invalid`: The base64 is not valid; `idempotency_key_reused`: The key was already used for another request; `image_invalid`: The image is not a usable PNG or JPEG; `validation_failed`: The request is not valid */
        "422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.forbidden.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `insufficient_scope`: The token's scopes do not allow this; `not_the_signer`: You are not the signer */
        "403.insufficient_scope.not_the_signer": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid_credentials`: The credential is wrong */
        "401.invalid_credentials.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `validation_failed`: The request is not valid */
        "422.validation_failed.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_locked`: Too many failed log-ins */
        "429.account_locked.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: Something went wrong on our side */
        "500.internal.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `key_unavailable`: The signing key is not available; `unavailable`: The service is busy or starting */
        "503.key_unavailable.unavailable.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: Not found */
        "404.not_found.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `malformed_json`: The body is not valid JSON */
        "400.malformed_json.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages */
        "403.csrf.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: The request is too large */
        "413.too_large.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: The content type is not supported */
        "415.unsupported_media_type.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_exists`: An account with this address already exists; `idempotency_in_progress`: The first request with this key is still running */
        "409.account_exists.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `insufficient_scope`: The token's scopes do not allow this; `reauth_required`: Log in again to continue */
        "403.csrf.insufficient_scope.reauth_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `insufficient_scope`: The token's scopes do not allow this */
        "403.csrf.insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `forbidden`: You may not do this */
        "403.csrf.forbidden": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `link_expired`: The link has expired */
        "410.link_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `email_unproved`: Your e-mail address is not confirmed yet; `insufficient_scope`: The token's scopes do not allow this; `reauth_required`: Log in again to continue */
        "403.csrf.email_unproved.insufficient_scope.reauth_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `sign_password_wrong`: The signing password is wrong; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.sign_password_wrong.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `account_locked`: Too many failed log-ins; `rate_limited`: Too many requests; `sign_password_locked`: Too many wrong signing passwords */
        "429.account_locked.rate_limited.sign_password_locked": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The key was already used for another request; `url_not_allowed`: The URL is not allowed; `validation_failed`: The request is not valid */
        "422.idempotency_key_reused.url_not_allowed.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `gateway_not_configured`: No gateway is configured for this method; `idempotency_key_reused`: The key was already used for another request; `validation_failed`: The request is not valid */
        "422.gateway_not_configured.idempotency_key_reused.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `csrf`: The request did not come from this service's own pages; `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this; `reauth_required`: Log in again to continue */
        "403.csrf.forbidden.insufficient_scope.reauth_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: You may not do this; `insufficient_scope`: The token's scopes do not allow this; `reauth_required`: Log in again to continue */
        "403.forbidden.insufficient_scope.reauth_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `chat_missing`: No chat is linked; `gateway_not_configured`: No gateway is configured for this method; `idempotency_key_reused`: The key was already used for another request; `phone_missing`: No phone number is known; `validation_failed`: The request is not valid */
        "422.chat_missing.gateway_not_configured.idempotency_key_reused.phone_missing.validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `certificate_not_revocable`: The certificate cannot be revoked; `idempotency_in_progress`: The first request with this key is still running */
        "409.certificate_not_revocable.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `document_on_hold`: The document is on legal hold; `idempotency_in_progress`: The first request with this key is still running; `person_in_open_requests`: The person is still part of open requests */
        "409.document_on_hold.idempotency_in_progress.person_in_open_requests": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this key is still running; `in_envelope`: The file belongs to an envelope; `is_envelope`: An envelope has no PDF of its own */
        "409.idempotency_in_progress.in_envelope.is_envelope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid_credentials`: The credential is wrong; `unauthenticated`: Log in first */
        "401.invalid_credentials.unauthenticated.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unavailable`: The service is busy or starting */
        "503.unavailable.uncounted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
        IdempotencyKey: string;
        /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in logs and in problem documents. */
        "X-Request-Id": string;
        /** @description The caller's quota: `q` requests in `w` seconds (IETF draft, RateLimit header fields for HTTP). */
        "RateLimit-Policy": string;
        /** @description What is left of it: `r` requests for now, all of it again in `t` seconds. */
        RateLimit: string;
        /** @description Seconds until trying again can help. */
        "Retry-After": number;
        /** @description Names this state: that of boxes goes back in `If-Match`, that of a page's image in `If-None-Match`. */
        ETag: string;
        /** @description `true` when this is the stored answer of an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": string;
        /** @description How to authenticate. Left out for browsers, which would ask by a window of their own. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    uploadFile: {
        parameters: {
            query?: {
                name?: string;
                /** @description The file's name on the sender's computer, if it differs: shown as the source of a converted document. */
                fileName?: string;
                /** @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape. */
                pageSize?: "a4" | "letter" | "picture";
                /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                margin?: number;
            };
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": string;
                "application/octet-stream": string;
                "text/markdown": string;
                "multipart/form-data": {
                    name?: string;
                    /** @description Several only if they are pictures. */
                    file: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.conversion_failed.converter_missing.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    fetchFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description http or https, on port 80 or 443, leading to public addresses; a file of up to 25 MiB. */
                    url: string;
                    name: string;
                    /**
                     * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                     * @enum {string}
                     */
                    pageSize?: "a4" | "letter" | "picture";
                    /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                    margin?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.conversion_failed.converter_missing.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    duplicateFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Left out: as the document is called. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.in_envelope.integrity_error.is_envelope"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.conversion_failed.converter_missing.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                page?: number;
                /** @description Files a page; 20 when left out. */
                length?: number;
                /** @description Another name of length. */
                limit?: number;
                /** @description Another name of length. */
                per_page?: number;
                status?: number | number[];
                /** @description Envelopes only. */
                kind?: "envelope";
                q?: string;
                from?: string;
                to?: string;
                sortBy?: "created_at" | "name" | "status";
                sortDirection?: "asc" | "desc";
                /** @description Pages that a new file moves nothing between: empty for the first, then `nextCursor`. No total is counted then. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["File"][];
                        pagination: {
                            /** @description Left out with `cursor`. */
                            total?: number;
                            current: string | null;
                            next: string | null;
                            prev: string | null;
                            last: string | null;
                            first: string | null;
                            /** @description The cursor of the next page; null on the last page. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showDashboard: {
        parameters: {
            query?: {
                tab?: "to_sign" | "waiting" | "completed" | "drafts" | "all";
                /** @description In titles and signers. */
                q?: string;
                state?: "draft" | "able_to_sign" | "partially_signed" | "signed" | "declined" | "cancelled" | "expired";
                /** @description First day of creation, in `zone`. */
                from?: string;
                /** @description Last day of creation, in `zone`. */
                to?: string;
                /** @description IANA time zone of `from` and `to`. */
                zone?: string;
                /** @description Part of a signer's name or address. */
                signer?: string;
                /** @description The requester of the signatures. */
                by?: "me" | "others";
                /** @description Open, with a deadline within a week. */
                due?: "soon";
                order?: "newest" | "oldest" | "name" | "deadline";
                /** @description A cursor: `next` of another page in the same order. */
                before?: string;
                /** @description A cursor: `previous` of another page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            to_sign: number;
                            waiting: number;
                            completed: number;
                            drafts: number;
                            all: number;
                        };
                        /** @description At most 20 documents. */
                        data: components["schemas"]["DashboardDocument"][];
                        /** @description Give it as `before` to read the documents behind these. */
                        next: string | null;
                        /** @description Give it as `after` to read the documents ahead of these. */
                        previous: string | null;
                        /** @description The caller may upload documents and ask others to sign. */
                        mayRequest: boolean;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showListMark: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Opaque: compare it with the one before. */
                        mark: string;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showFileById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showFileByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showFileByUuidAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadFile: {
        parameters: {
            query?: {
                version?: "original" | "current";
                /** @description `view` is for showing the document to its requester: the history does not call that a download. A signer's reading is noted in any case. */
                purpose?: "download" | "view";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.integrity_error.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadArchive: {
        parameters: {
            query: {
                /** @description A file; repeat it for each, up to 100. */
                uuid: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listPages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Page"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    drawPage: {
        parameters: {
            query?: {
                width?: number;
                format?: "png" | "webp";
                /** @description 1 draws the boxes that are still to be filled, with their signers' numbers and names. */
                boxes?: "0" | "1" | "false" | "true";
            };
            header?: never;
            path: {
                uuid: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.integrity_error.is_envelope"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uuid: string;
                        status: number;
                        statusText: string;
                        /** @description Grows with every event of the file. */
                        sequence: number;
                        signers: {
                            signRequestId: number;
                            /**
                             * @description What the person does: signs, approves, reads, or gets copies.
                             * @enum {string}
                             */
                            role: "signer" | "approver" | "viewer" | "cc";
                            /**
                             * @description `approved` is an approver's, `viewed` a viewer's, `copied` a CC's who has got a copy.
                             * @enum {string}
                             */
                            status: "draft" | "pending" | "waiting" | "signed" | "approved" | "viewed" | "copied" | "declined" | "cancelled" | "expired";
                            /** @description When the signer was told of the document; of others null to a signer, as is `opened`. */
                            told: string | null;
                            /** @description When a browser first showed the document to the signer. A GET of the link does not count. */
                            opened: string | null;
                            signed: string | null;
                            /** @description When the person signed, approved or had read the document. */
                            done: string | null;
                            /** @description The copies of a CC with their delivery; to others than the requester and the CC it is empty. */
                            copies: {
                                /** @enum {string} */
                                copy: "sent" | "completed";
                                /** @description ISO 8601, UTC, milliseconds */
                                at: string;
                                /** @enum {string} */
                                state: "queued" | "sent" | "failed";
                            }[];
                            declined: string | null;
                            declineReason: string | null;
                            /** @description The last mail to the signer could not be delivered; said to the requester only. */
                            mailFailed: boolean;
                            /** @description The delivery of the last mail to the signer; said to the requester only. */
                            mail: {
                                /** @enum {string} */
                                state: "queued" | "accepted" | "delivered" | "bounced" | "complained";
                                /** @description ISO 8601, UTC, milliseconds */
                                at: string;
                            } | null;
                            /** @description My last one-time code could not be delivered; said to the signer only. */
                            codeFailed: boolean;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Revision"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadRevision: {
        parameters: {
            query?: {
                /** @description `view` is for showing the document to its requester: the history does not call that a download. A signer's reading is noted in any case. */
                purpose?: "download" | "view";
            };
            header?: never;
            path: {
                uuid: string;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.integrity_error.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    drawRevisionPage: {
        parameters: {
            query?: {
                width?: number;
                format?: "png" | "webp";
            };
            header?: never;
            path: {
                uuid: string;
                revision: number;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.integrity_error.is_envelope"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_completed.in_envelope.integrity_error.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    downloadBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_completed.in_envelope.integrity_error.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    showAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditChain"];
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Exactly one of base64, url and fileId. */
                    file: {
                        base64?: string;
                        url?: string;
                        /** @description One's own upload from POST /file that no request uses yet. */
                        fileId?: number;
                        /**
                         * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                         * @enum {string}
                         */
                        pageSize?: "a4" | "letter" | "picture";
                        /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                        margin?: number;
                    } & (unknown | unknown | unknown);
                    name: string;
                    status?: 0 | 1;
                    /** @description 1 to 100, with distinct addresses. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                        /** @description Fields of this signer, placed in the same call. Each box must fit its page, or be sent with `fit`. */
                        visibleElements?: {
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                                /**
                                 * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                                 * @enum {string}
                                 */
                                unit?: "points" | "percent";
                            };
                            /**
                             * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                             * @enum {string}
                             */
                            fit?: "shrink";
                            required?: boolean;
                            label?: string | null;
                            value?: string | null;
                            /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                            readOnly?: boolean;
                            /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                            fontSize?: number | null;
                            /** @description Of a field with text. `null`: left. */
                            alignment?: ("left" | "center" | "right") | null;
                            /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                            dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                            timeZone?: string | null;
                            /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                            colour?: string | null;
                            /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                            group?: string | null;
                            /** @description Replaces all rules. `null`: none. */
                            rules?: components["schemas"]["FieldRules"] | null;
                            /** @description Explains the field to the signer. */
                            help?: string | null;
                            /** @description Shown to the signer in the empty field. */
                            placeholder?: string | null;
                            /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                            showWhen?: string | null;
                            /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                            requireWhen?: string | null;
                            /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                            calculate?: string | null;
                        }[];
                    }[];
                    /** @description Another name of users. */
                    signers?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                        /** @description Fields of this signer, placed in the same call. Each box must fit its page, or be sent with `fit`. */
                        visibleElements?: {
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                                /**
                                 * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                                 * @enum {string}
                                 */
                                unit?: "points" | "percent";
                            };
                            /**
                             * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                             * @enum {string}
                             */
                            fit?: "shrink";
                            required?: boolean;
                            label?: string | null;
                            value?: string | null;
                            /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                            readOnly?: boolean;
                            /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                            fontSize?: number | null;
                            /** @description Of a field with text. `null`: left. */
                            alignment?: ("left" | "center" | "right") | null;
                            /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                            dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                            timeZone?: string | null;
                            /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                            colour?: string | null;
                            /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                            group?: string | null;
                            /** @description Replaces all rules. `null`: none. */
                            rules?: components["schemas"]["FieldRules"] | null;
                            /** @description Explains the field to the signer. */
                            help?: string | null;
                            /** @description Shown to the signer in the empty field. */
                            placeholder?: string | null;
                            /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                            showWhen?: string | null;
                            /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                            requireWhen?: string | null;
                            /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                            calculate?: string | null;
                        }[];
                    }[];
                    callback?: string | null;
                    /**
                     * @description `multipart`: the signed document as a form, once, at the end, as older clients read it. Left out: json.
                     * @enum {string}
                     */
                    callbackFormat?: "json" | "multipart";
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Signers may name somebody to sign in their place. Left out of a new request: no. */
                    allowDelegation?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.conversion_failed.converter_missing.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    updateRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file?: {
                        fileId?: number;
                        uuid?: string;
                    };
                    uuid?: string;
                    status?: number;
                    name?: string;
                    /** @description 1 to 100, with distinct addresses. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    /** @description Another name of users. */
                    signers?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    /** @description Boxes to place in a draft; one with an elementId changes that box. Boxes that are not named stay: an empty list clears nothing. */
                    visibleElements?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type?: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        signRequestId?: number;
                        coordinates?: {
                            page?: number;
                            top?: number;
                            left?: number;
                            width?: number;
                            height?: number;
                        };
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        elementId?: number;
                    }[];
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Signers may name somebody to sign in their place. Left out of a new request: no. */
                    allowDelegation?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.file_not_draft.idempotency_in_progress.in_envelope.integrity_error.is_envelope.race_lost"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.conversion_failed.converter_missing.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.sign_request_not_in_file.signed_file_one_element.signers_missing.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            displayName: string | null;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    signByFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                fileId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one-time code: six digits, spaces and hyphens aside. Not beside a password. */
                    code?: string;
                    /** @description Another name of code. */
                    token?: string;
                    /** @description The signing password, never the account's. */
                    password?: string;
                    /** @description Another name of password. */
                    signPassword?: string;
                    /**
                     * @description When given, it must be this request's method.
                     * @enum {string}
                     */
                    method?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                    /** @description Which stored image goes into which of my boxes; the newest of its type goes into the others. */
                    elements?: {
                        documentElementId: number;
                        profileElementId: number;
                    }[];
                    /** @description Values of my text boxes and check boxes; name, email and date fill themselves. */
                    fields?: {
                        elementId: number;
                        value: string | boolean;
                    }[];
                    /** @description The consent that was shown to the signer. Left out: the evidence says that none was recorded. */
                    consent?: {
                        version: string;
                        /** @description The language that the sentence was shown in: `en`, `pt`. */
                        locale: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: 350;
                        message: string;
                        file: {
                            uuid: string;
                            status: number;
                        };
                        /** @description In an envelope: that in the first file. */
                        signature: {
                            subject: string;
                            issuer: string;
                            serialNumber: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            signedAt: string;
                            /** @description When a time-stamping authority had seen the signature; null where none is configured, or it gave none. */
                            timestamp: string | null;
                            /** @description ETSI EN 319 142-1: B-B, B-T, B-LT or B-LTA. It rises when the completed document gets its timestamp: bytes and hash change then, the status does not. */
                            level: string;
                            verdict: string;
                        };
                        /** @description Of an envelope: the files that this signer has signed, in order. */
                        files?: {
                            uuid: string;
                            name: string;
                            sha256: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.integrity_error.is_envelope.not_your_turn.race_lost.wrong_role"];
            410: components["responses"]["410.code_expired"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.attachment_missing.code_wrong.field_missing.glyph_missing.idempotency_key_reused.sign_method_mismatch.sign_password_missing.sign_password_wrong.signature_image_missing.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited.sign_password_locked"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    withdrawFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                fileId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    withdrawSigner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                fileId: number;
                signRequestId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.in_envelope.is_envelope.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    replaceSigner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                fileId: number;
                signRequestId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    displayName?: string | null;
                    phone?: string | null;
                    /** @description Left out: as it is. So are the members below. */
                    description?: string | null;
                    language?: ("en" | "pt") | null;
                    timeZone?: string | null;
                    notify?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listFileMails: {
        parameters: {
            query?: {
                cursor?: number;
                length?: number;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            /** @description The kind: `invitation`, `reminder`, `code`, `completion` and others. */
                            template: string;
                            /** @enum {string} */
                            to: "signer" | "requester";
                            /** @description The signer who gets it, or whom it is about. */
                            signRequestId: number | null;
                            /**
                             * @description `accepted` by the provider, `delivered` to the mailbox’s server, `bounced`, `complained` about as spam; `failed`: given up after 24 hours without an answer from the provider. A state never goes back.
                             * @enum {string}
                             */
                            state: "queued" | "accepted" | "delivered" | "bounced" | "complained" | "failed";
                            /** @description The provider's explanation of a bounce, without addresses. */
                            reason: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            changedAt: string;
                        }[];
                        pagination: {
                            nextCursor: number | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    registerRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Exactly one of base64, url and fileId. */
                    file: {
                        base64?: string;
                        url?: string;
                        /** @description One's own upload from POST /file that no request uses yet. */
                        fileId?: number;
                        /**
                         * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                         * @enum {string}
                         */
                        pageSize?: "a4" | "letter" | "picture";
                        /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                        margin?: number;
                    } & (unknown | unknown | unknown);
                    name: string;
                    /** @description 1 to 100, with distinct addresses. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                        /** @description Fields of this signer, placed in the same call. Each box must fit its page, or be sent with `fit`. */
                        visibleElements?: {
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                                /**
                                 * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                                 * @enum {string}
                                 */
                                unit?: "points" | "percent";
                            };
                            /**
                             * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                             * @enum {string}
                             */
                            fit?: "shrink";
                            required?: boolean;
                            label?: string | null;
                            value?: string | null;
                            /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                            readOnly?: boolean;
                            /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                            fontSize?: number | null;
                            /** @description Of a field with text. `null`: left. */
                            alignment?: ("left" | "center" | "right") | null;
                            /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                            dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                            timeZone?: string | null;
                            /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                            colour?: string | null;
                            /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                            group?: string | null;
                            /** @description Replaces all rules. `null`: none. */
                            rules?: components["schemas"]["FieldRules"] | null;
                            /** @description Explains the field to the signer. */
                            help?: string | null;
                            /** @description Shown to the signer in the empty field. */
                            placeholder?: string | null;
                            /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                            showWhen?: string | null;
                            /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                            requireWhen?: string | null;
                            /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                            calculate?: string | null;
                        }[];
                    }[];
                    /** @description Another name of users. */
                    signers?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                        /** @description Fields of this signer, placed in the same call. Each box must fit its page, or be sent with `fit`. */
                        visibleElements?: {
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                                /**
                                 * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                                 * @enum {string}
                                 */
                                unit?: "points" | "percent";
                            };
                            /**
                             * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                             * @enum {string}
                             */
                            fit?: "shrink";
                            required?: boolean;
                            label?: string | null;
                            value?: string | null;
                            /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                            readOnly?: boolean;
                            /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                            fontSize?: number | null;
                            /** @description Of a field with text. `null`: left. */
                            alignment?: ("left" | "center" | "right") | null;
                            /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                            dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                            timeZone?: string | null;
                            /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                            colour?: string | null;
                            /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                            group?: string | null;
                            /** @description Replaces all rules. `null`: none. */
                            rules?: components["schemas"]["FieldRules"] | null;
                            /** @description Explains the field to the signer. */
                            help?: string | null;
                            /** @description Shown to the signer in the empty field. */
                            placeholder?: string | null;
                            /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                            showWhen?: string | null;
                            /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                            requireWhen?: string | null;
                            /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                            calculate?: string | null;
                        }[];
                    }[];
                    /** @description A URL that is told every event of this document. */
                    callback: string;
                    /**
                     * @description `multipart`: the signed document as a form, once, at the end, as older clients read it. Left out: json.
                     * @enum {string}
                     */
                    callbackFormat?: "json" | "multipart";
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Signers may name somebody to sign in their place. Left out of a new request: no. */
                    allowDelegation?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.conversion_failed.converter_missing.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    addSigners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file's. */
                    uuid: string;
                    /** @description Needed, under this name or as signers. 1 to 100, with distinct addresses. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    /** @description Another name of users. */
                    signers?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.idempotency_in_progress.integrity_error.race_lost"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.conversion_failed.converter_missing.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.pdf_encrypted.pdf_invalid.pdf_locked.sign_request_not_in_file.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    withdrawNamed: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file's. */
                    uuid: string;
                    /** @description Needed, under this name or as signers. */
                    users?: {
                        /** Format: email */
                        email: string;
                    }[];
                    /** @description Another name of users. */
                    signers?: {
                        /** Format: email */
                        email: string;
                    }[];
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_request_not_in_file.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    remindSigners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fileId: number;
                    /** @description Left out: everybody whose turn it is. */
                    signers?: {
                        /** Format: email */
                        email: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            signRequestId: number;
                            notified: boolean;
                            /** @description Why no mail goes out: one did a short while ago, or the signer gets none (`notify: false`). */
                            reason: ("recently" | "no_mail") | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.file_not_released.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_request_not_in_file.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    remindSigner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fileId: number;
                    signRequestId: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            signRequestId: number;
                            notified: boolean;
                            /** @description Why no mail goes out: one did a short while ago, or the signer gets none (`notify: false`). */
                            reason: ("recently" | "no_mail") | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showReminders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: nothing is sent automatically. */
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        /** @description A draft without reminders of its own gets the instance's when it is sent. */
                        isDefault: boolean;
                        signers: {
                            signRequestId: number;
                            /** @description Automatic reminders that were sent or skipped. */
                            used: number;
                            /** @description Null: it is not this signer's turn, or no mail is left. */
                            next: {
                                /**
                                 * @description `deadline`: the warning before it.
                                 * @enum {string}
                                 */
                                kind: "reminder" | "deadline";
                                /** Format: date-time */
                                at: string;
                            } | null;
                        }[];
                        /** @description When the requester is warned of the deadline. */
                        requesterWarningAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    skipReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    signRequestId: number;
                    /**
                     * Format: date-time
                     * @description When it is due. With it, a second call does not skip the one after it.
                     */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: nothing is sent automatically. */
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        /** @description A draft without reminders of its own gets the instance's when it is sent. */
                        isDefault: boolean;
                        signers: {
                            signRequestId: number;
                            /** @description Automatic reminders that were sent or skipped. */
                            used: number;
                            /** @description Null: it is not this signer's turn, or no mail is left. */
                            next: {
                                /**
                                 * @description `deadline`: the warning before it.
                                 * @enum {string}
                                 */
                                kind: "reminder" | "deadline";
                                /** Format: date-time */
                                at: string;
                            } | null;
                        }[];
                        /** @description When the requester is warned of the deadline. */
                        requesterWarningAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listEnvelopes: {
        parameters: {
            query?: {
                page?: number;
                /** @description Files a page; 20 when left out. */
                length?: number;
                /** @description Another name of length. */
                limit?: number;
                /** @description Another name of length. */
                per_page?: number;
                status?: number | number[];
                q?: string;
                from?: string;
                to?: string;
                sortBy?: "created_at" | "name" | "status";
                sortDirection?: "asc" | "desc";
                /** @description Pages that a new file moves nothing between: empty for the first, then `nextCursor`. No total is counted then. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["File"][];
                        pagination: {
                            /** @description Left out with `cursor`. */
                            total?: number;
                            current: string | null;
                            next: string | null;
                            prev: string | null;
                            last: string | null;
                            first: string | null;
                            /** @description The cursor of the next page; null on the last page. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    status?: 0 | 1;
                    callback?: string | null;
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Signers may name somebody to sign in their place. Left out of a new request: no. */
                    allowDelegation?: boolean;
                    /** @description 1 to 50 PDFs, in order. */
                    files: {
                        /** @description Exactly one of base64, url and fileId. */
                        file: {
                            base64?: string;
                            url?: string;
                            /** @description One's own upload from POST /file that no request uses yet. */
                            fileId?: number;
                            /**
                             * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                             * @enum {string}
                             */
                            pageSize?: "a4" | "letter" | "picture";
                            /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                            margin?: number;
                        } & (unknown | unknown | unknown);
                        /** @description Needed with base64 and url; an upload keeps its own if it is left out. */
                        name?: string;
                    }[];
                    /** @description 1 to 100 people, with distinct addresses. Left out or empty: a draft without people. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                        /** @description Fields of this signer, each in one of the files. */
                        visibleElements?: {
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                                /**
                                 * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                                 * @enum {string}
                                 */
                                unit?: "points" | "percent";
                            };
                            /**
                             * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                             * @enum {string}
                             */
                            fit?: "shrink";
                            required?: boolean;
                            label?: string | null;
                            value?: string | null;
                            /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                            readOnly?: boolean;
                            /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                            fontSize?: number | null;
                            /** @description Of a field with text. `null`: left. */
                            alignment?: ("left" | "center" | "right") | null;
                            /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                            dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                            timeZone?: string | null;
                            /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                            colour?: string | null;
                            /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                            group?: string | null;
                            /** @description Replaces all rules. `null`: none. */
                            rules?: components["schemas"]["FieldRules"] | null;
                            /** @description Explains the field to the signer. */
                            help?: string | null;
                            /** @description Shown to the signer in the empty field. */
                            placeholder?: string | null;
                            /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                            showWhen?: string | null;
                            /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                            requireWhen?: string | null;
                            /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                            calculate?: string | null;
                            /** @description The index of the file in `files`, from 0. */
                            file: number;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.element_outside_page.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.signers_missing.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    showEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    deleteEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.document_on_hold.file_already_signed.file_not_draft.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    updateEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    status?: number;
                    /** @description 1 to 100, with distinct addresses. */
                    users?: {
                        /** @description In a PATCH: the signer whom this person replaces, or keeps being. */
                        signRequestId?: number;
                        /** Format: email */
                        email?: string;
                        /** @description Other places of the address, as older clients give it. */
                        identify?: {
                            /** Format: email */
                            email?: string;
                            /** Format: email */
                            account?: string;
                        };
                        displayName?: string | null;
                        display_name?: string | null;
                        /** @description The requester's message in the invitation. */
                        description?: string | null;
                        /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                        subject?: string | null;
                        signingOrder?: number;
                        phone?: string | null;
                        /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                        language?: ("en" | "pt") | null;
                        /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                        timeZone?: string | null;
                        /**
                         * @description How the signer proves who they are when signing. `link`: see identifyMethod.
                         * @enum {string}
                         */
                        signMethod?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /**
                         * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                         * @enum {string}
                         */
                        identifyMethod?: "account" | "email" | "sms" | "link";
                        /**
                         * @description `signer`: signs. `approver`: approves or rejects, without a signature in the PDF. `viewer`: reads every page. `cc`: only gets copies by e-mail. Left out: signer. Only a signer has fields.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Signers may name somebody to sign in their place. Left out of a new request: no. */
                    allowDelegation?: boolean;
                    /** @description All files of a draft in their new order, each with a new name or as it is called. */
                    files?: {
                        /** Format: uuid */
                        uuid: string;
                        name?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_already_signed.file_closed.file_not_draft.idempotency_in_progress.integrity_error.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.pdf_locked.sign_request_not_in_file.signers_missing.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    addEnvelopeFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 50 PDFs, in order. */
                    files: {
                        /** @description Exactly one of base64, url and fileId. */
                        file: {
                            base64?: string;
                            url?: string;
                            /** @description One's own upload from POST /file that no request uses yet. */
                            fileId?: number;
                            /**
                             * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                             * @enum {string}
                             */
                            pageSize?: "a4" | "letter" | "picture";
                            /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                            margin?: number;
                        } & (unknown | unknown | unknown);
                        /** @description Needed with base64 and url; an upload keeps its own if it is left out. */
                        name?: string;
                    }[];
                    /** @description Of the first new file. Left out: at the end. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope.race_lost"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.pdf_encrypted.pdf_invalid.pdf_locked.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    removeEnvelopeFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.envelope_needs_file.file_not_draft.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listEnvelopeFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisibleElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    saveEnvelopeFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All fields of all files; those that are not named are removed. */
                    fields: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        signRequestId: number;
                        coordinates: {
                            page: number;
                            top: number;
                            left: number;
                            width: number;
                            height: number;
                            /**
                             * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                             * @enum {string}
                             */
                            unit?: "points" | "percent";
                        };
                        /**
                         * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                         * @enum {string}
                         */
                        fit?: "shrink";
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        elementId?: number;
                        /**
                         * Format: uuid
                         * @description The uuid of the file that the box is in.
                         */
                        file: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisibleElement"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.glyph_missing.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            name: string;
                            /** @description The number of the current version. */
                            version: number;
                            pages: number;
                            /** @description Their names, in signing order. */
                            roles: string[];
                            uses: number;
                            lastUsedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description URL of a picture of the first page. */
                            thumbnail: string;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Needed, except with `file.fileId`. */
                    name?: string;
                    /** @description Exactly one of base64, url and fileId. With fileId of an own document its upload, signers and fields are taken over; signers become roles. */
                    file: {
                        base64?: string;
                        url?: string;
                        /** @description One's own upload from POST /file that no request uses yet. */
                        fileId?: number;
                        /**
                         * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                         * @enum {string}
                         */
                        pageSize?: "a4" | "letter" | "picture";
                        /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                        margin?: number;
                    } & (unknown | unknown | unknown);
                    /** @description Needed, except with `file.fileId`, where they name its signers in signing order. */
                    roles?: {
                        /** @description Such as Tenant; unique in the template. */
                        name: string;
                        /** @description The message to the person. */
                        description?: string | null;
                        signingOrder?: number;
                        /** @description Left out or null: the instance's default at the time of use. */
                        signMethod?: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                        /** @description Left out or null: the person's in the call, else the instance's default. */
                        identifyMethod?: ("account" | "email" | "sms" | "link") | null;
                        /**
                         * @description What the person does; left out: signer.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    fields?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        coordinates: {
                            page: number;
                            top: number;
                            left: number;
                            width: number;
                            height: number;
                            /**
                             * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                             * @enum {string}
                             */
                            unit?: "points" | "percent";
                        };
                        /**
                         * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                         * @enum {string}
                         */
                        fit?: "shrink";
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        /** @description For `values`; unique in the template. Left out: the label or the type, numbered. */
                        name?: string;
                        /** @description The name of a role. */
                        role: string;
                    }[];
                    /** @description Days from the use to the deadline; null: the instance's default. */
                    expiresInDays?: number | null;
                    /** @description Signers may name somebody to sign in their place. Left out of a new template: no, or as the document has it. */
                    allowDelegation?: boolean;
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        /** @description The number of the current version. */
                        version: number;
                        pages: number;
                        roles: {
                            name: string;
                            description: string | null;
                            signingOrder: number;
                            signMethod: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                            identifyMethod: ("account" | "email" | "sms" | "link") | null;
                            /** @enum {string} */
                            role: "signer" | "approver" | "viewer" | "cc";
                            copyAt: ("sent" | "completed")[];
                            attachmentRequests: {
                                /** @description Unique for its person. */
                                id: number;
                                label: string;
                                help: string | null;
                                required: boolean;
                                types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                                maxBytes: number;
                                maxCount: number;
                            }[];
                            notify: boolean;
                        }[];
                        uses: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /** @description URL of a picture of the first page. */
                        thumbnail: string;
                        fields: {
                            name: string;
                            role: string;
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                            };
                            required: boolean;
                            label: string | null;
                            value: string | null;
                            readOnly: boolean;
                            fontSize: number | null;
                            alignment: ("left" | "center" | "right") | null;
                            dateFormat: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            colour: string | null;
                            group: string | null;
                            rules: components["schemas"]["FieldRules"] | null;
                            help: string | null;
                            placeholder: string | null;
                            timeZone: string | null;
                            showWhen: string | null;
                            requireWhen: string | null;
                            calculate: string | null;
                        }[];
                        expiresInDays: number | null;
                        allowDelegation: boolean;
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        documentPages: components["schemas"]["Page"][];
                        /** @description Of the document of this version, as requests get it. */
                        sha256: string;
                        /** @description Form fields of the upload that became part of its pages. */
                        frozenFields: number;
                        /** @description After a change of the file: the fields that were left out. */
                        unfit?: {
                            name: string;
                            page: number;
                            /** @enum {string} */
                            reason: "page_missing" | "outside_page";
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.integrity_error"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.conversion_failed.converter_missing.element_outside_page.glyph_missing.idempotency_key_reused.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        /** @description The number of the current version. */
                        version: number;
                        pages: number;
                        roles: {
                            name: string;
                            description: string | null;
                            signingOrder: number;
                            signMethod: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                            identifyMethod: ("account" | "email" | "sms" | "link") | null;
                            /** @enum {string} */
                            role: "signer" | "approver" | "viewer" | "cc";
                            copyAt: ("sent" | "completed")[];
                            attachmentRequests: {
                                /** @description Unique for its person. */
                                id: number;
                                label: string;
                                help: string | null;
                                required: boolean;
                                types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                                maxBytes: number;
                                maxCount: number;
                            }[];
                            notify: boolean;
                        }[];
                        uses: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /** @description URL of a picture of the first page. */
                        thumbnail: string;
                        fields: {
                            name: string;
                            role: string;
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                            };
                            required: boolean;
                            label: string | null;
                            value: string | null;
                            readOnly: boolean;
                            fontSize: number | null;
                            alignment: ("left" | "center" | "right") | null;
                            dateFormat: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            colour: string | null;
                            group: string | null;
                            rules: components["schemas"]["FieldRules"] | null;
                            help: string | null;
                            placeholder: string | null;
                            timeZone: string | null;
                            showWhen: string | null;
                            requireWhen: string | null;
                            calculate: string | null;
                        }[];
                        expiresInDays: number | null;
                        allowDelegation: boolean;
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        documentPages: components["schemas"]["Page"][];
                        /** @description Of the document of this version, as requests get it. */
                        sha256: string;
                        /** @description Form fields of the upload that became part of its pages. */
                        frozenFields: number;
                        /** @description After a change of the file: the fields that were left out. */
                        unfit?: {
                            name: string;
                            page: number;
                            /** @enum {string} */
                            reason: "page_missing" | "outside_page";
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Another PDF. Fields that no longer fit it are left out and named in `unfit`. */
                    file?: {
                        base64?: string;
                        url?: string;
                        /** @description One's own upload from POST /file that no request uses yet. */
                        fileId?: number;
                        /**
                         * @description For pictures. `a4` (default) and `letter` turn to the picture's shape; `picture`: as long as A4, in the picture's own shape.
                         * @enum {string}
                         */
                        pageSize?: "a4" | "letter" | "picture";
                        /** @description For pictures: points on each side, 0 to 144; 28 when left out. */
                        margin?: number;
                    } & (unknown | unknown | unknown);
                    roles?: {
                        /** @description Such as Tenant; unique in the template. */
                        name: string;
                        /** @description The message to the person. */
                        description?: string | null;
                        signingOrder?: number;
                        /** @description Left out or null: the instance's default at the time of use. */
                        signMethod?: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                        /** @description Left out or null: the person's in the call, else the instance's default. */
                        identifyMethod?: ("account" | "email" | "sms" | "link") | null;
                        /**
                         * @description What the person does; left out: signer.
                         * @enum {string}
                         */
                        role?: "signer" | "approver" | "viewer" | "cc";
                        /** @description Of a CC: when a copy is e-mailed. `sent`: when the document is sent; `completed`: when it is complete. Left out: both. */
                        copyAt?: ("sent" | "completed")[];
                        /** @description Files that a signer or approver is asked for, such as an ID card. Only the requester and that person can read them. The list replaces the earlier one. */
                        attachmentRequests?: {
                            /** @description Such as ID card; unique for the person. A request that keeps its label keeps its id. */
                            label: string;
                            /** @description Shown below the label. */
                            help?: string | null;
                            /** @description Without a file, signing is refused. Left out: true. */
                            required?: boolean;
                            /** @description Types that are accepted; the bytes decide. Left out: all. */
                            types?: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            /** @description The largest size of a file, in bytes. Left out: 10 MiB, or less where the service allows less. */
                            maxBytes?: number;
                            /** @description Files for this request. Left out: 1. */
                            maxCount?: number;
                        }[];
                        notify?: boolean;
                    }[];
                    /** @description The whole set. Left out: as they are. */
                    fields?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        coordinates: {
                            page: number;
                            top: number;
                            left: number;
                            width: number;
                            height: number;
                            /**
                             * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                             * @enum {string}
                             */
                            unit?: "points" | "percent";
                        };
                        /**
                         * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                         * @enum {string}
                         */
                        fit?: "shrink";
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        /** @description For `values`; unique in the template. Left out: the label or the type, numbered. */
                        name?: string;
                        /** @description The name of a role. */
                        role: string;
                    }[];
                    /** @description Days from the use to the deadline; null: the instance's default. */
                    expiresInDays?: number | null;
                    /** @description Signers may name somebody to sign in their place. Left out of a new template: no, or as the document has it. */
                    allowDelegation?: boolean;
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    } | null;
                    /** @description The version that the change was made from. Another current one is refused with `version_conflict`. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        /** @description The number of the current version. */
                        version: number;
                        pages: number;
                        roles: {
                            name: string;
                            description: string | null;
                            signingOrder: number;
                            signMethod: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                            identifyMethod: ("account" | "email" | "sms" | "link") | null;
                            /** @enum {string} */
                            role: "signer" | "approver" | "viewer" | "cc";
                            copyAt: ("sent" | "completed")[];
                            attachmentRequests: {
                                /** @description Unique for its person. */
                                id: number;
                                label: string;
                                help: string | null;
                                required: boolean;
                                types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                                maxBytes: number;
                                maxCount: number;
                            }[];
                            notify: boolean;
                        }[];
                        uses: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /** @description URL of a picture of the first page. */
                        thumbnail: string;
                        fields: {
                            name: string;
                            role: string;
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                            };
                            required: boolean;
                            label: string | null;
                            value: string | null;
                            readOnly: boolean;
                            fontSize: number | null;
                            alignment: ("left" | "center" | "right") | null;
                            dateFormat: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            colour: string | null;
                            group: string | null;
                            rules: components["schemas"]["FieldRules"] | null;
                            help: string | null;
                            placeholder: string | null;
                            timeZone: string | null;
                            showWhen: string | null;
                            requireWhen: string | null;
                            calculate: string | null;
                        }[];
                        expiresInDays: number | null;
                        allowDelegation: boolean;
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        documentPages: components["schemas"]["Page"][];
                        /** @description Of the document of this version, as requests get it. */
                        sha256: string;
                        /** @description Form fields of the upload that became part of its pages. */
                        frozenFields: number;
                        /** @description After a change of the file: the fields that were left out. */
                        unfit?: {
                            name: string;
                            page: number;
                            /** @enum {string} */
                            reason: "page_missing" | "outside_page";
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.integrity_error"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.conversion_failed.converter_missing.element_outside_page.glyph_missing.idempotency_key_reused.page_out_of_range.pdf_encrypted.pdf_invalid.pdf_locked.signed_file_one_element.url_not_allowed.url_unreachable.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            version: number;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                            fields: number;
                            requests: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templateId: number;
                        version: number;
                        name: string;
                        /** Format: date-time */
                        createdAt: string;
                        roles: {
                            name: string;
                            description: string | null;
                            signingOrder: number;
                            signMethod: ("password" | "email" | "sms" | "telegram" | "signal" | "link") | null;
                            identifyMethod: ("account" | "email" | "sms" | "link") | null;
                            /** @enum {string} */
                            role: "signer" | "approver" | "viewer" | "cc";
                            copyAt: ("sent" | "completed")[];
                            attachmentRequests: {
                                /** @description Unique for its person. */
                                id: number;
                                label: string;
                                help: string | null;
                                required: boolean;
                                types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                                maxBytes: number;
                                maxCount: number;
                            }[];
                            notify: boolean;
                        }[];
                        fields: {
                            name: string;
                            role: string;
                            /**
                             * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                             * @enum {string}
                             */
                            type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                            coordinates: {
                                page: number;
                                top: number;
                                left: number;
                                width: number;
                                height: number;
                            };
                            required: boolean;
                            label: string | null;
                            value: string | null;
                            readOnly: boolean;
                            fontSize: number | null;
                            alignment: ("left" | "center" | "right") | null;
                            dateFormat: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                            colour: string | null;
                            group: string | null;
                            rules: components["schemas"]["FieldRules"] | null;
                            help: string | null;
                            placeholder: string | null;
                            timeZone: string | null;
                            showWhen: string | null;
                            requireWhen: string | null;
                            calculate: string | null;
                        }[];
                        expiresInDays: number | null;
                        allowDelegation: boolean;
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        } | null;
                        documentPages: components["schemas"]["Page"][];
                        /** @description Of the document of this version, as requests get it. */
                        sha256: string;
                        /** @description Form fields of the upload that became part of its pages. */
                        frozenFields: number;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    drawTemplatePage: {
        parameters: {
            query?: {
                width?: number;
                format?: "png" | "webp";
            };
            header?: never;
            path: {
                id: number;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createFromTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status?: 0 | 1;
                    callback?: string | null;
                    /**
                     * @description `multipart`: the signed document as a form, once, at the end, as older clients read it. Left out: json.
                     * @enum {string}
                     */
                    callbackFormat?: "json" | "multipart";
                    /** Format: date-time */
                    expiresAt?: string;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    /** @description Left out: the template's. */
                    name?: string;
                    /** @description By the name of the role; every role needs one. */
                    people: {
                        [key: string]: {
                            /** Format: email */
                            email?: string;
                            displayName?: string | null;
                            /** @description The requester's message in the invitation. */
                            description?: string | null;
                            /** @description The subject of the invitation, on one line. Left out or null: the service's own, in the signer's language. */
                            subject?: string | null;
                            phone?: string | null;
                            /** @description The language of the signer's mails and pages. Left out or null: what their account or their browser says. */
                            language?: ("en" | "pt") | null;
                            /** @description Where the signer is, an IANA name: automatic reminders arrive in the office hours there. Left out or null: what their account says, or the instance. */
                            timeZone?: string | null;
                            /**
                             * @description How the signer proves who they are before signing: with an account, or as a guest by a code to the address or the number. `link`: whoever has the link may sign, without a code, where the service allows it. Left out: the service's `identify_method`.
                             * @enum {string}
                             */
                            identifyMethod?: "account" | "email" | "sms" | "link";
                        };
                    };
                    /** @description Values by the name of the field; for radio buttons by their group, the label of one of them. */
                    values?: {
                        [key: string]: string | null;
                    };
                    /** @description Left out: the current version. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.integrity_error"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.url_not_allowed.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    downloadBulkSendExample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    checkBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Exactly one of base64 and text. Separated by comma, semicolon or tab, with a header. */
                    csv: {
                        /** @description The bytes of the file, in UTF-8 or UTF-16. */
                        base64?: string;
                        /** @description The text of the file. */
                        text?: string;
                    } & (unknown | unknown);
                    /**
                     * @description `allow`: rows for the same people with other values are sent as well. Left out: such rows are reported as `duplicate_address`. Equal rows are always reported.
                     * @enum {string}
                     */
                    duplicates?: "refuse" | "allow";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows with content, without the header. */
                        rows: number;
                        /** @description Rows that can be sent. */
                        good: number;
                        /** @description The headers that were recognised. */
                        columns: string[];
                        /** @description Headers that are ignored. */
                        unknownColumns: string[];
                        problems: {
                            /** @description As a spreadsheet numbers it, the header is row 1. Null: the file. */
                            row: number | null;
                            /** @description The header of the column. Null: the whole row. */
                            column: string | null;
                            /** @enum {string} */
                            code: "encoding_unknown" | "quote_unclosed" | "empty" | "too_many_rows" | "column_missing" | "column_repeated" | "cells_extra" | "address_missing" | "address_malformed" | "address_too_long" | "address_repeated" | "duplicate_row" | "duplicate_address" | "name_invalid" | "title_invalid" | "language_unknown" | "phone_missing" | "phone_malformed" | "value_too_long" | "value_invalid" | "option_unknown" | "glyph_missing";
                            detail: string;
                        }[];
                        /** @description The first five good rows. */
                        preview: {
                            row: number;
                            title: string;
                            people: {
                                role: string;
                                email: string;
                                displayName: string | null;
                            }[];
                            values: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.signers_missing.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    startBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Exactly one of base64 and text. Separated by comma, semicolon or tab, with a header. */
                    csv: {
                        /** @description The bytes of the file, in UTF-8 or UTF-16. */
                        base64?: string;
                        /** @description The text of the file. */
                        text?: string;
                    } & (unknown | unknown);
                    /**
                     * @description `allow`: rows for the same people with other values are sent as well. Left out: such rows are reported as `duplicate_address`. Equal rows are always reported.
                     * @enum {string}
                     */
                    duplicates?: "refuse" | "allow";
                    /** @description Left out: the template's. */
                    name?: string;
                    /** @description Sends the good rows and leaves out the others. Left out: one bad row refuses the whole file. */
                    skipProblems?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.signers_missing.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listBulkSends: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
                templateId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            name: string;
                            templateId: number;
                            templateName: string;
                            templateVersion: number;
                            /** @enum {string} */
                            state: "running" | "paused" | "completed" | "cancelled";
                            /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                            pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                            /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                            waitsUntil: string | null;
                            total: number;
                            counts: {
                                queued: number;
                                sent: number;
                                failed: number;
                                cancelled: number;
                            };
                            /** @description The states of the documents that were sent. */
                            documents: {
                                open: number;
                                signed: number;
                                /** @description Declined, withdrawn, expired or deleted. */
                                ended: number;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            endedAt: string | null;
                            /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                            contentDeletedAt: string | null;
                        }[];
                        pagination: {
                            nextCursor: number | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getBulkSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listBulkSendRows: {
        parameters: {
            query?: {
                state?: "queued" | "sent" | "failed" | "cancelled";
                limit?: number;
                cursor?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            row: number;
                            /** @enum {string} */
                            state: "queued" | "sent" | "failed" | "cancelled";
                            people: {
                                role: string;
                                email: string;
                                displayName: string | null;
                            }[];
                            /** @description Of the document that was sent. */
                            uuid: string | null;
                            /** @description Of a failed row. */
                            problem: {
                                code: string;
                                column: string | null;
                                detail: string;
                            } | null;
                        }[];
                        pagination: {
                            nextCursor: number | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadBulkSendResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    pauseBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_closed.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    resumeBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_closed.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    cancelBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_closed.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    retryBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        templateId: number;
                        templateName: string;
                        templateVersion: number;
                        /** @enum {string} */
                        state: "running" | "paused" | "completed" | "cancelled";
                        /** @description `owner`: by a call. The others stop every row until they are settled; then resume. */
                        pausedReason: ("owner" | "credentials_changed" | "template_deleted" | "email_unproved" | "forbidden" | "quota_exceeded" | "gateway_not_configured" | "method_not_allowed_here" | "internal") | null;
                        /** @description A limit on invitations is reached; the batch goes on by itself at this time. */
                        waitsUntil: string | null;
                        total: number;
                        counts: {
                            queued: number;
                            sent: number;
                            failed: number;
                            cancelled: number;
                        };
                        /** @description The states of the documents that were sent. */
                        documents: {
                            open: number;
                            signed: number;
                            /** @description Declined, withdrawn, expired or deleted. */
                            ended: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description The addresses and values of the rows were deleted. Their documents are not affected. */
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.content_deleted"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listDirectLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            templateId: number;
                            /** @description For visitors. It changes with POST …/rotate. */
                            url: string;
                            name: string;
                            role: string;
                            version: number | null;
                            people: {
                                [key: string]: {
                                    ask: boolean;
                                    email: string | null;
                                    displayName: string | null;
                                };
                            };
                            isOn: boolean;
                            endsAt: string | null;
                            maxUses: number | null;
                            maxUsesPerDay: number | null;
                            maxUsesPerAddress: number | null;
                            embedOrigins: string[];
                            /**
                             * @description `unsuitable`: the template's version no longer fits the link; see `problem`.
                             * @enum {string}
                             */
                            state: "open" | "off" | "ended" | "used_up" | "full_today" | "unsuitable";
                            /** @description `version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person. */
                            problem: ("version" | "role" | "step" | "method" | "people") | null;
                            uses: number;
                            /** @description Within the last 24 hours. */
                            usesToday: number;
                            lastUsedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createDirectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description The visitor's role: a signer, approver or viewer of the first step. */
                    role: string;
                    /** @description The version of the template that is used; null or left out: the current one at the time of use. */
                    version?: number | null;
                    /** @description By the name of the role; every role but the visitor's needs one. */
                    people?: {
                        [key: string]: {
                            /** Format: email */
                            email?: string;
                            displayName?: string | null;
                            /** @description true: each visitor names the person. Otherwise `email` is needed. */
                            ask?: boolean;
                        };
                    };
                    isOn?: boolean;
                    /** @description When the link ends; null: never. */
                    endsAt?: string | null;
                    /** @description Documents over the life of the link; null: no limit. */
                    maxUses?: number | null;
                    /** @description Documents within 24 hours; null: no limit. */
                    maxUsesPerDay?: number | null;
                    /** @description Documents of one proved address; null: no limit. */
                    maxUsesPerAddress?: number | null;
                    /** @description Origins of pages that may show the link's page in a frame, such as https://www.example.org. Left out: none. The visitor goes on in a new tab. */
                    embedOrigins?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        templateId: number;
                        /** @description For visitors. It changes with POST …/rotate. */
                        url: string;
                        name: string;
                        role: string;
                        version: number | null;
                        people: {
                            [key: string]: {
                                ask: boolean;
                                email: string | null;
                                displayName: string | null;
                            };
                        };
                        isOn: boolean;
                        endsAt: string | null;
                        maxUses: number | null;
                        maxUsesPerDay: number | null;
                        maxUsesPerAddress: number | null;
                        embedOrigins: string[];
                        /**
                         * @description `unsuitable`: the template's version no longer fits the link; see `problem`.
                         * @enum {string}
                         */
                        state: "open" | "off" | "ended" | "used_up" | "full_today" | "unsuitable";
                        /** @description `version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person. */
                        problem: ("version" | "role" | "step" | "method" | "people") | null;
                        uses: number;
                        /** @description Within the last 24 hours. */
                        usesToday: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getDirectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        templateId: number;
                        /** @description For visitors. It changes with POST …/rotate. */
                        url: string;
                        name: string;
                        role: string;
                        version: number | null;
                        people: {
                            [key: string]: {
                                ask: boolean;
                                email: string | null;
                                displayName: string | null;
                            };
                        };
                        isOn: boolean;
                        endsAt: string | null;
                        maxUses: number | null;
                        maxUsesPerDay: number | null;
                        maxUsesPerAddress: number | null;
                        embedOrigins: string[];
                        /**
                         * @description `unsuitable`: the template's version no longer fits the link; see `problem`.
                         * @enum {string}
                         */
                        state: "open" | "off" | "ended" | "used_up" | "full_today" | "unsuitable";
                        /** @description `version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person. */
                        problem: ("version" | "role" | "step" | "method" | "people") | null;
                        uses: number;
                        /** @description Within the last 24 hours. */
                        usesToday: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    deleteDirectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeDirectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description The visitor's role: a signer, approver or viewer of the first step. */
                    role?: string;
                    /** @description The version of the template that is used; null or left out: the current one at the time of use. */
                    version?: number | null;
                    /** @description By the name of the role; every role but the visitor's needs one. */
                    people?: {
                        [key: string]: {
                            /** Format: email */
                            email?: string;
                            displayName?: string | null;
                            /** @description true: each visitor names the person. Otherwise `email` is needed. */
                            ask?: boolean;
                        };
                    };
                    isOn?: boolean;
                    /** @description When the link ends; null: never. */
                    endsAt?: string | null;
                    /** @description Documents over the life of the link; null: no limit. */
                    maxUses?: number | null;
                    /** @description Documents within 24 hours; null: no limit. */
                    maxUsesPerDay?: number | null;
                    /** @description Documents of one proved address; null: no limit. */
                    maxUsesPerAddress?: number | null;
                    /** @description Origins of pages that may show the link's page in a frame, such as https://www.example.org. Left out: none. The visitor goes on in a new tab. */
                    embedOrigins?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        templateId: number;
                        /** @description For visitors. It changes with POST …/rotate. */
                        url: string;
                        name: string;
                        role: string;
                        version: number | null;
                        people: {
                            [key: string]: {
                                ask: boolean;
                                email: string | null;
                                displayName: string | null;
                            };
                        };
                        isOn: boolean;
                        endsAt: string | null;
                        maxUses: number | null;
                        maxUsesPerDay: number | null;
                        maxUsesPerAddress: number | null;
                        embedOrigins: string[];
                        /**
                         * @description `unsuitable`: the template's version no longer fits the link; see `problem`.
                         * @enum {string}
                         */
                        state: "open" | "off" | "ended" | "used_up" | "full_today" | "unsuitable";
                        /** @description `version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person. */
                        problem: ("version" | "role" | "step" | "method" | "people") | null;
                        uses: number;
                        /** @description Within the last 24 hours. */
                        usesToday: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.idempotency_key_reused.method_not_allowed_here.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    rotateDirectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        templateId: number;
                        /** @description For visitors. It changes with POST …/rotate. */
                        url: string;
                        name: string;
                        role: string;
                        version: number | null;
                        people: {
                            [key: string]: {
                                ask: boolean;
                                email: string | null;
                                displayName: string | null;
                            };
                        };
                        isOn: boolean;
                        endsAt: string | null;
                        maxUses: number | null;
                        maxUsesPerDay: number | null;
                        maxUsesPerAddress: number | null;
                        embedOrigins: string[];
                        /**
                         * @description `unsuitable`: the template's version no longer fits the link; see `problem`.
                         * @enum {string}
                         */
                        state: "open" | "off" | "ended" | "used_up" | "full_today" | "unsuitable";
                        /** @description `version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person. */
                        problem: ("version" | "role" | "step" | "method" | "people") | null;
                        uses: number;
                        /** @description Within the last 24 hours. */
                        usesToday: number;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showPublicLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the link's URL. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentName: string;
                        pages: number;
                        sender: {
                            name: string;
                            email: string;
                        };
                        role: {
                            name: string;
                            /** @enum {string} */
                            does: "signer" | "approver" | "viewer";
                        };
                        /** @description The template's message to this role. */
                        message: string | null;
                        /** @description Roles whose person the visitor names, in signing order. */
                        asks: {
                            name: string;
                            /** @enum {string} */
                            does: "signer" | "approver" | "viewer" | "cc";
                        }[];
                        /** @description The first page is at /direct-links/{token}/image. */
                        hasPreview: boolean;
                        /** @description Set while the uses of a day are used up: when the next is possible. */
                        opensAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.direct_link_closed"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    drawPublicPage: {
        parameters: {
            query?: {
                width?: number;
                format?: "png" | "webp";
            };
            header?: never;
            path: {
                /** @description The last part of the link's URL. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            410: components["responses"]["410.direct_link_closed"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    requestVisitorCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The last part of the link's URL. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @description Of the e-mail. Left out or null: the sender's language. */
                    language?: ("en" | "pt") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description `dc_…`, for `POST …/requests` together with the code. */
                        challenge: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description From when another code may be asked for. */
                        resendAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.direct_link_closed"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    startByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The last part of the link's URL. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge: string;
                    /** @description The one-time code: six digits, spaces and hyphens aside. */
                    code: string;
                    /** @description The address that the code was mailed to. */
                    email: string;
                    /** @description The visitor's name. */
                    displayName: string;
                    /** @description By the names of the roles in `asks`. */
                    people?: {
                        [key: string]: {
                            email: string;
                            displayName?: string | null;
                        };
                    };
                    /** @description Of the visitor's mails and pages. */
                    language?: ("en" | "pt") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description The visitor's own sign link. It is a secret of theirs. */
                        url: string;
                        /** @description `gt_…`, a guest's token for this document, for `Authorization: Bearer`. A browser has it as a cookie. */
                        token: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.code_expired.direct_link_closed"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.code_wrong.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    openLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        fileId: number;
                        nodeId: number;
                        uuid: string;
                        name: string;
                        status: number;
                        statusText: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        created_at: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        request_date: string;
                        releasedAt: string | null;
                        completedAt: string | null;
                        expiresAt: string | null;
                        /** @description When the retention period was over and the content was deleted; hashes and the audit trail stay. */
                        contentDeletedAt: string | null;
                        /** @description Signers may name somebody to sign in their place. Left out of the reduced view. */
                        allowDelegation?: boolean;
                        /** @description When the content is deleted, as things are: null while that is not to happen. Left out of the reduced view. */
                        retention?: {
                            deletionAt: string | null;
                            onHold: boolean;
                        };
                        /** @description Left out of the reduced view. */
                        requested_by?: {
                            userId: string;
                            uid: string;
                            displayName: string;
                        };
                        /**
                         * @description Several PDFs in one request. Left out of a document (docs/spec/envelopes.md).
                         * @constant
                         */
                        kind?: "envelope";
                        /** @description Of an envelope. */
                        filesCount?: number;
                        /** @description Of an envelope, in order. Left out in lists. */
                        files?: components["schemas"]["EnvelopeFile"][];
                        /** @description The uuid of the envelope that this file belongs to. */
                        envelope?: string;
                        /** @description Of an envelope: of all its files. */
                        pages: number;
                        size: number;
                        /** @description Of an envelope: that of the list of its files, as sha256sum prints it. */
                        sha256: string;
                        originalSha256: string;
                        /** @description The URL of the bytes. Left out of the reduced view. */
                        file?: string;
                        url: string;
                        signers: components["schemas"]["Signer"][];
                        visibleElements: components["schemas"]["VisibleElement"][];
                        settings: components["schemas"]["ViewerSettings"];
                        /** @description Left out of the reduced view. */
                        upload?: components["schemas"]["Upload"];
                        messages: {
                            /** @enum {string} */
                            type: "info" | "warning";
                            message: string;
                        }[];
                        /**
                         * @description Whether the document's bytes are there: `whole`, `missing` or `altered`. Told where one document is answered, to those who take part.
                         * @enum {string}
                         */
                        stored?: "whole" | "missing" | "altered";
                        accountExists: boolean;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    signByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one-time code: six digits, spaces and hyphens aside. Not beside a password. */
                    code?: string;
                    /** @description Another name of code. */
                    token?: string;
                    /** @description The signing password, never the account's. */
                    password?: string;
                    /** @description Another name of password. */
                    signPassword?: string;
                    /**
                     * @description When given, it must be this request's method.
                     * @enum {string}
                     */
                    method?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                    /** @description Which stored image goes into which of my boxes; the newest of its type goes into the others. */
                    elements?: {
                        documentElementId: number;
                        profileElementId: number;
                    }[];
                    /** @description Values of my text boxes and check boxes; name, email and date fill themselves. */
                    fields?: {
                        elementId: number;
                        value: string | boolean;
                    }[];
                    /** @description The consent that was shown to the signer. Left out: the evidence says that none was recorded. */
                    consent?: {
                        version: string;
                        /** @description The language that the sentence was shown in: `en`, `pt`. */
                        locale: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: 350;
                        message: string;
                        file: {
                            uuid: string;
                            status: number;
                        };
                        /** @description In an envelope: that in the first file. */
                        signature: {
                            subject: string;
                            issuer: string;
                            serialNumber: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            signedAt: string;
                            /** @description When a time-stamping authority had seen the signature; null where none is configured, or it gave none. */
                            timestamp: string | null;
                            /** @description ETSI EN 319 142-1: B-B, B-T, B-LT or B-LTA. It rises when the completed document gets its timestamp: bytes and hash change then, the status does not. */
                            level: string;
                            verdict: string;
                        };
                        /** @description Of an envelope: the files that this signer has signed, in order. */
                        files?: {
                            uuid: string;
                            name: string;
                            sha256: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.integrity_error.not_your_turn.race_lost.wrong_role"];
            410: components["responses"]["410.code_expired.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.attachment_missing.code_wrong.field_missing.glyph_missing.idempotency_key_reused.sign_method_mismatch.sign_password_missing.sign_password_wrong.signature_image_missing.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited.sign_password_locked"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    downloadByLink: {
        parameters: {
            query?: {
                version?: "original" | "current";
                /** @description Of an envelope: the file. Needed there. */
                file?: string;
            };
            header?: never;
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listPagesByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Page"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    drawPageByLink: {
        parameters: {
            query?: {
                width?: number;
                format?: "png" | "webp";
                /** @description 1 draws the boxes that are still to be filled, with their signers' numbers and names. */
                boxes?: "0" | "1" | "false" | "true";
            };
            header?: never;
            path: {
                u: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    readPageByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        page: number;
                        /** @description In the order of the file; empty for a scan. */
                        lines: string[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    declineByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    delegateByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    displayName?: string | null;
                    phone?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn.race_lost"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.glyph_missing.idempotency_key_reused.method_not_allowed_here.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    viewedByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The consent that was shown to the signer. Left out: the evidence says that none was recorded. */
                    consent?: {
                        version: string;
                        /** @description The language that the sentence was shown in: `en`, `pt`. */
                        locale: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    renewByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.race_lost"];
            410: components["responses"]["410.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listElements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisibleElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    saveElements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole set. A field with `elementId` replaces that one, a field without it is new, and stored fields that are not named are removed. */
                    elements?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        signRequestId: number;
                        coordinates: {
                            page: number;
                            top: number;
                            left: number;
                            width: number;
                            height: number;
                            /**
                             * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                             * @enum {string}
                             */
                            unit?: "points" | "percent";
                        };
                        /**
                         * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                         * @enum {string}
                         */
                        fit?: "shrink";
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        elementId?: number;
                    }[];
                    /** @description New fields. */
                    create?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        signRequestId: number;
                        coordinates: {
                            page: number;
                            top: number;
                            left: number;
                            width: number;
                            height: number;
                            /**
                             * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                             * @enum {string}
                             */
                            unit?: "points" | "percent";
                        };
                        /**
                         * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                         * @enum {string}
                         */
                        fit?: "shrink";
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                    }[];
                    /** @description Changed fields. Members that are left out stay. */
                    update?: {
                        /**
                         * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                         * @enum {string}
                         */
                        type?: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                        signRequestId?: number;
                        coordinates?: {
                            page?: number;
                            top?: number;
                            left?: number;
                            width?: number;
                            height?: number;
                        };
                        required?: boolean;
                        label?: string | null;
                        value?: string | null;
                        /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                        readOnly?: boolean;
                        /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                        fontSize?: number | null;
                        /** @description Of a field with text. `null`: left. */
                        alignment?: ("left" | "center" | "right") | null;
                        /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                        dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                        /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                        timeZone?: string | null;
                        /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                        colour?: string | null;
                        /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                        group?: string | null;
                        /** @description Replaces all rules. `null`: none. */
                        rules?: components["schemas"]["FieldRules"] | null;
                        /** @description Explains the field to the signer. */
                        help?: string | null;
                        /** @description Shown to the signer in the empty field. */
                        placeholder?: string | null;
                        /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                        showWhen?: string | null;
                        /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                        requireWhen?: string | null;
                        /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                        calculate?: string | null;
                        elementId: number;
                    }[];
                    /** @description Ids of fields to remove. */
                    remove?: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All fields of the document. */
                        data: components["schemas"]["VisibleElement"][];
                        /** @description Ids of the new fields, in the order of the request. */
                        created: number[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    addElement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                     * @enum {string}
                     */
                    type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                    signRequestId: number;
                    coordinates: {
                        page: number;
                        top: number;
                        left: number;
                        width: number;
                        height: number;
                        /**
                         * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                         * @enum {string}
                         */
                        unit?: "points" | "percent";
                    };
                    /**
                     * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                     * @enum {string}
                     */
                    fit?: "shrink";
                    required?: boolean;
                    label?: string | null;
                    value?: string | null;
                    /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                    readOnly?: boolean;
                    /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                    fontSize?: number | null;
                    /** @description Of a field with text. `null`: left. */
                    alignment?: ("left" | "center" | "right") | null;
                    /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                    dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                    /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                    timeZone?: string | null;
                    /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                    colour?: string | null;
                    /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                    group?: string | null;
                    /** @description Replaces all rules. `null`: none. */
                    rules?: components["schemas"]["FieldRules"] | null;
                    /** @description Explains the field to the signer. */
                    help?: string | null;
                    /** @description Shown to the signer in the empty field. */
                    placeholder?: string | null;
                    /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                    showWhen?: string | null;
                    /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                    requireWhen?: string | null;
                    /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                    calculate?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisibleElement"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listElementsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisibleElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    addElementAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                     * @enum {string}
                     */
                    type: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                    signRequestId: number;
                    coordinates: {
                        page: number;
                        top: number;
                        left: number;
                        width: number;
                        height: number;
                        /**
                         * @description `percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.
                         * @enum {string}
                         */
                        unit?: "points" | "percent";
                    };
                    /**
                     * @description `shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.
                     * @enum {string}
                     */
                    fit?: "shrink";
                    required?: boolean;
                    label?: string | null;
                    value?: string | null;
                    /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                    readOnly?: boolean;
                    /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                    fontSize?: number | null;
                    /** @description Of a field with text. `null`: left. */
                    alignment?: ("left" | "center" | "right") | null;
                    /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                    dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                    /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                    timeZone?: string | null;
                    /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                    colour?: string | null;
                    /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                    group?: string | null;
                    /** @description Replaces all rules. `null`: none. */
                    rules?: components["schemas"]["FieldRules"] | null;
                    /** @description Explains the field to the signer. */
                    help?: string | null;
                    /** @description Shown to the signer in the empty field. */
                    placeholder?: string | null;
                    /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                    showWhen?: string | null;
                    /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                    requireWhen?: string | null;
                    /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                    calculate?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisibleElement"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    removeElement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
                elementId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeElement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
                elementId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                     * @enum {string}
                     */
                    type?: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                    signRequestId?: number;
                    coordinates?: {
                        page?: number;
                        top?: number;
                        left?: number;
                        width?: number;
                        height?: number;
                    };
                    required?: boolean;
                    label?: string | null;
                    value?: string | null;
                    /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                    readOnly?: boolean;
                    /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                    fontSize?: number | null;
                    /** @description Of a field with text. `null`: left. */
                    alignment?: ("left" | "center" | "right") | null;
                    /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                    dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                    /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                    timeZone?: string | null;
                    /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                    colour?: string | null;
                    /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                    group?: string | null;
                    /** @description Replaces all rules. `null`: none. */
                    rules?: components["schemas"]["FieldRules"] | null;
                    /** @description Explains the field to the signer. */
                    help?: string | null;
                    /** @description Shown to the signer in the empty field. */
                    placeholder?: string | null;
                    /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                    showWhen?: string | null;
                    /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                    requireWhen?: string | null;
                    /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                    calculate?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisibleElement"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    removeElementAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
                elementId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeElementAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only while the boxes are as this `ETag` says; else `412 version_conflict`, and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uuid: string;
                elementId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.
                     * @enum {string}
                     */
                    type?: "signature" | "initial" | "stamp" | "date" | "name" | "email" | "text" | "checkbox" | "radio" | "dropdown" | "number" | "phone" | "day";
                    signRequestId?: number;
                    coordinates?: {
                        page?: number;
                        top?: number;
                        left?: number;
                        width?: number;
                        height?: number;
                    };
                    required?: boolean;
                    label?: string | null;
                    value?: string | null;
                    /** @description Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty. */
                    readOnly?: boolean;
                    /** @description Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points. */
                    fontSize?: number | null;
                    /** @description Of a field with text. `null`: left. */
                    alignment?: ("left" | "center" | "right") | null;
                    /** @description Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`). */
                    dateFormat?: ("YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "YYYY-MM-DD HH:mm" | "DD/MM/YYYY HH:mm" | "MM/DD/YYYY HH:mm" | "DD.MM.YYYY HH:mm") | null;
                    /** @description Of the date of signing (`date`): an IANA name. `null`: UTC. */
                    timeZone?: string | null;
                    /** @description Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2). */
                    colour?: string | null;
                    /** @description Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too. */
                    group?: string | null;
                    /** @description Replaces all rules. `null`: none. */
                    rules?: components["schemas"]["FieldRules"] | null;
                    /** @description Explains the field to the signer. */
                    help?: string | null;
                    /** @description Shown to the signer in the empty field. */
                    placeholder?: string | null;
                    /** @description The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always. */
                    showWhen?: string | null;
                    /** @description The field is required when this is true, and optional otherwise; `required` does not count then. */
                    requireWhen?: string | null;
                    /** @description Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field's decimals. The signer cannot change it. */
                    calculate?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisibleElement"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.idempotency_in_progress.in_envelope.is_envelope"];
            412: components["responses"]["412.version_conflict"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.element_outside_page.idempotency_key_reused.page_out_of_range.sign_request_not_in_file.signed_file_one_element.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listSuggestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Suggestion"][];
                        /** @description From the first page on; fewer than the document has when it is very long. */
                        pagesSearched: number;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.file_not_draft.in_envelope.integrity_error.is_envelope"];
            413: components["responses"]["413.too_large"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    requestCodeByFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                fileId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {string} */
                        channel: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /** @description The address, masked. */
                        sentTo: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description From when another code may be sent. */
                        resendAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.in_envelope.is_envelope.not_your_turn.wrong_role"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.chat_missing.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.gateway_unavailable.unavailable"];
        };
    };
    requestCodeByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {string} */
                        channel: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                        /** @description The address, masked. */
                        sentTo: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description From when another code may be sent. */
                        resendAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.chat_missing.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.gateway_unavailable.unavailable"];
        };
    };
    checkFieldsByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Values of my text boxes and check boxes; name, email and date fill themselves. */
                    fields?: {
                        elementId: number;
                        value: string | boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.attachment_missing.field_missing.glyph_missing.idempotency_key_reused.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    approveByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one-time code: six digits, spaces and hyphens aside. Not beside a password. */
                    code?: string;
                    /** @description Another name of code. */
                    token?: string;
                    /** @description The signing password, never the account's. */
                    password?: string;
                    /** @description Another name of password. */
                    signPassword?: string;
                    /**
                     * @description When given, it must be this request's method.
                     * @enum {string}
                     */
                    method?: "password" | "email" | "sms" | "telegram" | "signal" | "link";
                    /** @description The consent that was shown to the signer. Left out: the evidence says that none was recorded. */
                    consent?: {
                        version: string;
                        /** @description The language that the sentence was shown in: `en`, `pt`. */
                        locale: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        fileId: number;
                        uuid: string;
                        /** @description `whsec_…`: the key that a new request's callback is signed with, shown this once. */
                        callbackSecret?: string;
                        data: components["schemas"]["File"];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.race_lost.wrong_role"];
            410: components["responses"]["410.code_expired.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.attachment_missing.code_wrong.idempotency_key_reused.sign_method_mismatch.sign_password_missing.sign_password_wrong.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited.sign_password_locked"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    pagesSeenByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Numbers of pages that were on screen, from 1. */
                    pages: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Pages seen so far. */
                            seen: number;
                            /** @description Pages of the document. */
                            pages: number;
                            /** @description All were seen, and nothing more is asked of the viewer. */
                            isDone: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.file_not_released.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    validatePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationReport"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.pdf_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    listAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Attachment"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                    "image/heic": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.integrity_error.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listAttachmentsByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The files that the caller is asked for. */
                        requests: {
                            /** @description Unique for its person. */
                            id: number;
                            label: string;
                            help: string | null;
                            required: boolean;
                            types: ("pdf" | "jpeg" | "png" | "webp" | "heic" | "docx")[];
                            maxBytes: number;
                            maxCount: number;
                        }[];
                        /** @description The files that the caller has added. */
                        data: components["schemas"]["Attachment"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    uploadAttachment: {
        parameters: {
            query?: {
                /** @description The file's name. Left out: the one in the form. */
                name?: string;
                /** @description The id of an own attachment of the same request that the new file takes the place of. */
                replaces?: number;
            };
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
                requestId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    name?: string;
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.attachments_full.file_closed.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.quota_exceeded.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.attachment_type_invalid.idempotency_key_reused.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
            507: components["responses"]["507.storage_full"];
        };
    };
    removeAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_closed.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    downloadAttachmentByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                    "image/heic": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.integrity_error"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    identify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {string} */
                        channel: "email" | "sms";
                        /** @description The address, masked. */
                        sentTo: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description From when another code may be sent. */
                        resendAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.gateway_unavailable.unavailable"];
        };
    };
    confirmIdentification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one-time code: six digits, spaces and hyphens aside. Left out only where the link is enough (`signMethod: link`). */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description `gt_…`, for `Authorization: Bearer` on this sign request's operations; shown once. A browser has it as a cookie already. */
                        token: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_already_signed.file_closed.idempotency_in_progress.not_your_turn"];
            410: components["responses"]["410.code_expired.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.code_wrong.idempotency_key_reused.phone_missing.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.gateway_unavailable.unavailable"];
        };
    };
    cleanGuestImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                    file: {
                        base64: string;
                    };
                    /** @description Leaves the paper in, and only trims. */
                    keepPaper?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                        width: number;
                        height: number;
                        /** @description False for a picture that is transparent already: it was trimmed only. */
                        hadPaper: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listGuestImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    storeGuestImages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    elements: {
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                        file: {
                            base64: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getGuestImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The same as id; `profileElementId` when signing. */
                        elementId: number;
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description The newest of its type: used where none is chosen. */
                        isDefault: boolean;
                        width: number;
                        height: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        createdAt: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updatedAt: string;
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    askToOpen: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
                signRequestId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description From when another code may be asked for. */
                        resendAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    openByCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
                signRequestId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one-time code: six digits, spaces and hyphens aside. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description The signer's own link. It is a secret of theirs. */
                        url: string;
                        /** @description `gt_…` where the request lets its signer sign without an account, who need not show again who they are; else null. */
                        token: string | null;
                        expiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.code_wrong.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.code_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    startDrawing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                u: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "signature" | "initial" | "stamp";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description For a QR code. The secret is in the fragment; it is shown once. */
                        url: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.already_signed.file_closed.idempotency_in_progress.not_your_turn.wrong_role"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_method_mismatch.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    readDrawing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                u: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {string} */
                        state: "waiting" | "opened" | "drawn";
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                        /** @description The picture, once it was drawn. */
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        } | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope.not_the_signer"];
            404: components["responses"]["404.not_found"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    openDrawing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The part of the address in the QR code after `#`. It stands for one picture, for five minutes. */
                    secret: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description ISO 8601, UTC, milliseconds */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    deliverDrawing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The part of the address in the QR code after `#`. It stands for one picture, for five minutes. */
                    secret: string;
                    /** @description PNG or JPEG, as for a stored signature. */
                    file: {
                        base64: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getAuthorities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-pem-file": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    getRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    getRootRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    getLaterRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The beginning of the authority's SHA-256 fingerprint. */
                authority: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            404: components["responses"]["404.not_found.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    askCertificateStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/ocsp-request": string;
            };
        };
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ocsp-response": string;
                };
            };
            400: components["responses"]["400.malformed_json.uncounted"];
            401: components["responses"]["401.invalid_credentials.uncounted"];
            403: components["responses"]["403.csrf.uncounted"];
            413: components["responses"]["413.too_large.uncounted"];
            415: components["responses"]["415.unsupported_media_type.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    askCertificateStatusByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ocsp-response": string;
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            404: components["responses"]["404.not_found.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.key_unavailable.unavailable.uncounted"];
        };
    };
    createInvitedAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                signRequestUuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /**
                     * Format: password
                     * @description 10 to 128 characters, none of the commonest.
                     */
                    password: string;
                    displayName?: string;
                    /** @description The language of this person's pages and mails. Left out or null: what the browser says. */
                    language?: ("en" | "pt") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.account_exists.idempotency_in_progress"];
            410: components["responses"]["410.link_expired.link_withdrawn"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                        storage: {
                            /** @description Of all documents that the account made, with their signatures, as it was a minute ago at most. */
                            usedBytes: number;
                            /** @description An upload that would exceed it is refused with `quota_exceeded`. */
                            limitBytes: number;
                        };
                        /** @description The same, as older clients read it. */
                        account: {
                            uid: string;
                            emailAddress: string;
                            displayName: string;
                        };
                        settings: {
                            canRequestSign: boolean;
                            hasSignatureFile: boolean;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    eraseOneself: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description There was an account, and nobody can log in to it any more. */
                        account: boolean;
                        /** @description Requests to sign that no longer say whom they went to. */
                        signRequests: number;
                        /** @description Documents whose trail lost the person's values; each notes that somebody was erased, and still verifies. */
                        documents: number;
                        /** @description Documents that are kept as they were signed, with what the person signed in them: they are the proof of all who signed. */
                        signedDocuments: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.reauth_required"];
            409: components["responses"]["409.document_on_hold.idempotency_in_progress.person_in_open_requests"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeOwnAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    displayName?: string;
                    /** @description The language of this person's pages and mails. Left out or null: what the browser says. */
                    language?: ("en" | "pt") | null;
                    timeZone?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                        storage: {
                            /** @description Of all documents that the account made, with their signatures, as it was a minute ago at most. */
                            usedBytes: number;
                            /** @description An upload that would exceed it is refused with `quota_exceeded`. */
                            limitBytes: number;
                        };
                        /** @description The same, as older clients read it. */
                        account: {
                            uid: string;
                            emailAddress: string;
                            displayName: string;
                        };
                        settings: {
                            canRequestSign: boolean;
                            hasSignatureFile: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            name: string;
                            scopes: ("read" | "write" | "sign")[];
                            createdAt: string;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Left out: all. */
                    scopes?: ("read" | "write" | "sign")[];
                    /**
                     * Format: date-time
                     * @description Left out: until revoked.
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        scopes: ("read" | "write" | "sign")[];
                        createdAt: string;
                        lastUsedAt: string | null;
                        expiresAt: string | null;
                        /** @description Shown this once. */
                        token: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope.reauth_required"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    displayName: string;
                    /**
                     * Format: password
                     * @description 10 to 128 characters, none of the commonest.
                     */
                    password: string;
                    /** @description The language of this person's pages and mails. Left out or null: what the browser says. */
                    language?: ("en" | "pt") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf.forbidden"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    confirmAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the mailed link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.link_expired"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    askForConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    askForReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the mailed link. */
                    token: string;
                    /**
                     * Format: password
                     * @description 10 to 128 characters, none of the commonest.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            403: components["responses"]["403.csrf"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.link_expired"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description 10 to 128 characters, none of the commonest.
                     */
                    password: string;
                    /**
                     * Format: password
                     * @description Left out: the log-in must be at most five minutes old.
                     */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope.reauth_required"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            /** @description The one that asks. */
                            isCurrent: boolean;
                            address: string | null;
                            userAgent: string | null;
                            createdAt: string;
                            lastSeenAt: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        ended: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description `404`, or a class: `2xx`, `4xx`, `5xx`. */
                status?: string;
                /** @description The id of one of my tokens. */
                token?: number;
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            at: string;
                            method: string;
                            /** @description As the description writes it, with the parameters' names: `/file/{uuid}`. */
                            path: string;
                            status: number;
                            /** @description Of a refusal. */
                            code: string | null;
                            durationMs: number;
                            /** @description `X-Request-Id` of the answer. */
                            requestId: string;
                            /** @description Null: the account's password. */
                            token: {
                                id: number;
                                name: string;
                            } | null;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        format: "paraph-account-export-1";
                        service: string;
                        exportedAt: string;
                        account: {
                            id: number;
                            email: string;
                            displayName: string;
                            /** @enum {string} */
                            role: "signer" | "requester" | "admin";
                            emailProved: boolean;
                            phone: string | null;
                            /** @description Of pages and mails; null: nobody chose one. */
                            language: ("en" | "pt") | null;
                            /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                            timeZone: string | null;
                            createdAt: string;
                            storage: {
                                /** @description Of all documents that the account made, with their signatures, as it was a minute ago at most. */
                                usedBytes: number;
                                /** @description An upload that would exceed it is refused with `quota_exceeded`. */
                                limitBytes: number;
                            };
                            /** @description The same, as older clients read it. */
                            account: {
                                uid: string;
                                emailAddress: string;
                                displayName: string;
                            };
                            settings: {
                                canRequestSign: boolean;
                                hasSignatureFile: boolean;
                            };
                        };
                        telegramLinkedAt: string | null;
                        /** @description Your active sessions. */
                        sessions: {
                            id: number;
                            /** @description The one that asks. */
                            isCurrent: boolean;
                            address: string | null;
                            userAgent: string | null;
                            createdAt: string;
                            lastSeenAt: string;
                        }[];
                        /** @description Their names and scopes; the tokens themselves nobody knows. */
                        tokens: {
                            id: number;
                            name: string;
                            scopes: ("read" | "write" | "sign")[];
                            createdAt: string;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                        }[];
                        signatures: {
                            id: number;
                            /** @enum {string} */
                            type: "signature" | "initial" | "stamp";
                            createdAt: string;
                            pngBase64: string;
                        }[];
                        certificates: {
                            subject: string;
                            serialNumber: string;
                            notBefore: string;
                            notAfter: string;
                            replacedAt: string | null;
                            revokedAt: string | null;
                        }[];
                        webhooks: {
                            url: string;
                            description: string | null;
                            createdAt: string;
                        }[];
                        requestsMade: {
                            fileId: number;
                            uuid: string;
                            name: string;
                            status: string;
                            createdAt: string;
                            releasedAt: string | null;
                            completedAt: string | null;
                            closedAt: string | null;
                            deletedAt: string | null;
                            signers: {
                                email: string;
                                displayName: string | null;
                                status: string;
                                signedAt: string | null;
                            }[];
                            events: {
                                at: string;
                                type: string;
                                /** @description I did it. */
                                mine: boolean;
                                /** @description Mine, as it was noted then. */
                                address: string | null;
                                userAgent: string | null;
                            }[];
                            /** @description The files of an envelope. */
                            files?: {
                                fileId: number;
                                uuid: string;
                                name: string;
                            }[];
                        }[];
                        templates: {
                            id: number;
                            name: string;
                            version: number;
                            uses: number;
                            createdAt: string;
                            updatedAt: string;
                            deletedAt: string | null;
                            /** @description Without the link itself. `people` are those whom the owner named. */
                            directLinks: {
                                id: number;
                                name: string;
                                role: string;
                                people: {
                                    role: string;
                                    email: string;
                                    displayName: string | null;
                                }[];
                                uses: number;
                                createdAt: string;
                                endsAt: string | null;
                                deletedAt: string | null;
                            }[];
                        }[];
                        bulkSends: {
                            id: number;
                            name: string;
                            state: string;
                            createdAt: string;
                            endedAt: string | null;
                            /** @description The people and values are deleted some time after the end. */
                            rows: {
                                row: number;
                                state: string;
                                title: string | null;
                                people: {
                                    role: string;
                                    email: string;
                                    displayName: string | null;
                                    language: string | null;
                                    phone: string | null;
                                }[];
                                values: {
                                    [key: string]: string;
                                };
                                fileId: number | null;
                            }[];
                        }[];
                        requestsReceived: {
                            fileId: number;
                            uuid: string;
                            name: string;
                            status: string;
                            from: string;
                            email: string;
                            displayName: string | null;
                            phone: string | null;
                            signMethod: string;
                            /** @description The state of my part. */
                            mine: string;
                            toldAt: string | null;
                            signedAt: string | null;
                            declineReason: string | null;
                            /** @description Files that I added because I was asked for them. */
                            attachments: {
                                label: string;
                                name: string;
                                type: string;
                                size: number;
                                sha256: string;
                                createdAt: string;
                            }[];
                            /** @description Those that I caused, and those about my part. */
                            events: {
                                at: string;
                                type: string;
                                /** @description I did it. */
                                mine: boolean;
                                /** @description Mine, as it was noted then. */
                                address: string | null;
                                userAgent: string | null;
                            }[];
                        }[];
                        /** @description Of the last seven days. */
                        apiCalls: {
                            at: string;
                            method: string;
                            path: string;
                            status: number;
                            requestId: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changePhone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The account's id or e-mail address. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description International form, `+` first. "" or null: none any more. */
                    phone: string | null;
                    /**
                     * Format: password
                     * @description Left out: the log-in must be at most five minutes old.
                     */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description The account's address. */
                            userId: string;
                            /** @description E.164; "" for none. */
                            phone: string;
                            displayname: string;
                            email: string;
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.reauth_required"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getTelegramLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether this service has a bot. */
                        configured: boolean;
                        /** @description Null: no chat is linked. */
                        linkedAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createTelegramLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description Left out: the log-in must be at most five minutes old.
                     */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Opens the bot in Telegram; pressing Start there links the chat. Works once. */
                        url: string;
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.reauth_required"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.gateway_unavailable.unavailable"];
        };
    };
    removeTelegramLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    setSigningPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At least 8 characters; not the account's password. */
                    signPassword: string;
                    /** @description The present signing password, when one is replaced without a fresh log-in. */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        certificate: {
                            subject: string;
                            serialNumber: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.insufficient_scope.reauth_required"];
            409: components["responses"]["409.idempotency_in_progress.race_lost"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.sign_password_wrong.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited.sign_password_locked"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
        };
    };
    cleanSignatureImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                    file: {
                        base64: string;
                    };
                    /** @description Leaves the paper in, and only trims. */
                    keepPaper?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                        width: number;
                        height: number;
                        /** @description False for a picture that is transparent already: it was trimmed only. */
                        hadPaper: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listSignatureImages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    storeSignatureImages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    elements: {
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                        file: {
                            base64: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listSignatureImagesAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    storeSignatureImagesAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    elements: {
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                        file: {
                            base64: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["AccountSignatureElement"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getSignatureImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The same as id; `profileElementId` when signing. */
                        elementId: number;
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description The newest of its type: used where none is chosen. */
                        isDefault: boolean;
                        width: number;
                        height: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        createdAt: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updatedAt: string;
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    removeSignatureImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeSignatureImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type?: "signature" | "initial" | "stamp";
                    /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                    file?: {
                        base64: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The same as id; `profileElementId` when signing. */
                        elementId: number;
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description The newest of its type: used where none is chosen. */
                        isDefault: boolean;
                        width: number;
                        height: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        createdAt: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updatedAt: string;
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getSignatureImageAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The same as id; `profileElementId` when signing. */
                        elementId: number;
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description The newest of its type: used where none is chosen. */
                        isDefault: boolean;
                        width: number;
                        height: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        createdAt: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updatedAt: string;
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    removeSignatureImageAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeSignatureImageAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type?: "signature" | "initial" | "stamp";
                    /** @description PNG or JPEG, at most 2 MiB and 4096 pixels a side; bare base64 or a data: URL. */
                    file?: {
                        base64: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The same as id; `profileElementId` when signing. */
                        elementId: number;
                        /** @enum {string} */
                        type: "signature" | "initial" | "stamp";
                        /** @description The newest of its type: used where none is chosen. */
                        isDefault: boolean;
                        width: number;
                        height: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        createdAt: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updatedAt: string;
                        file: {
                            base64: string;
                            /** @constant */
                            mediaType: "image/png";
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The `webhook-id` of this event's deliveries. */
                            id: string;
                            /** @description Counts the events of the account from 1 without gaps. */
                            position: number;
                            type: string;
                            timestamp: string;
                            data: {
                                fileId: number;
                                uuid: string;
                                /** @description The state of the file after the act. */
                                status: number;
                                name: string;
                                /** @description Counts the events of the file from 1 without gaps. */
                                sequence: number;
                                signRequestId?: number;
                                /** @description Of the file's version after the act. */
                                sha256?: string;
                                url: string;
                                /**
                                 * @description The document is an envelope. Its files send no events.
                                 * @constant
                                 */
                                kind?: "envelope";
                                /** @description Of a document that was made by a direct link. */
                                directLinkId?: number;
                            } | {
                                bulkSendId: number;
                                templateId: number;
                                name: string;
                                total: number;
                                sent: number;
                                failed: number;
                                url: string;
                            };
                        }[];
                        pagination: {
                            /** @description The next `after`; null when this is all there is now. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                fileId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            url: string;
                            events: string[] | null;
                            description: string | null;
                            /** @enum {string} */
                            format: "json" | "multipart";
                            /** @description Of the callback of one file; null for a subscription. */
                            fileId: number | null;
                            enabled: boolean;
                            /** @description `gone`: it answered 410. `failing`: 20 failures in a row. */
                            disabledReason: ("gone" | "failing" | "owner") | null;
                            failuresInRow: number;
                            createdAt: string;
                            lastDeliveryAt: string | null;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description http or https, on port 80 or 443, leading to public addresses. */
                    url: string;
                    /** @description Null or left out: all. */
                    events?: ("file.created" | "file.released" | "file.signed" | "file.declined" | "file.cancelled" | "file.expired" | "file.expiring" | "file.deleted" | "sign_request.notified" | "sign_request.viewed" | "sign_request.signed" | "sign_request.declined" | "sign_request.approved" | "sign_request.read" | "sign_request.bounced" | "sign_request.complained" | "sign_request.replaced" | "bulk_send.completed")[] | null;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        url: string;
                        events: string[] | null;
                        description: string | null;
                        /** @enum {string} */
                        format: "json" | "multipart";
                        /** @description Of the callback of one file; null for a subscription. */
                        fileId: number | null;
                        enabled: boolean;
                        /** @description `gone`: it answered 410. `failing`: 20 failures in a row. */
                        disabledReason: ("gone" | "failing" | "owner") | null;
                        failuresInRow: number;
                        createdAt: string;
                        lastDeliveryAt: string | null;
                        /** @description `whsec_…`, shown this once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.email_unproved.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.url_not_allowed.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        url: string;
                        events: string[] | null;
                        description: string | null;
                        /** @enum {string} */
                        format: "json" | "multipart";
                        /** @description Of the callback of one file; null for a subscription. */
                        fileId: number | null;
                        enabled: boolean;
                        /** @description `gone`: it answered 410. `failing`: 20 failures in a row. */
                        disabledReason: ("gone" | "failing" | "owner") | null;
                        failuresInRow: number;
                        createdAt: string;
                        lastDeliveryAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description http or https, on port 80 or 443, leading to public addresses. */
                    url?: string;
                    /** @description Null or left out: all. */
                    events?: ("file.created" | "file.released" | "file.signed" | "file.declined" | "file.cancelled" | "file.expired" | "file.expiring" | "file.deleted" | "sign_request.notified" | "sign_request.viewed" | "sign_request.signed" | "sign_request.declined" | "sign_request.approved" | "sign_request.read" | "sign_request.bounced" | "sign_request.complained" | "sign_request.replaced" | "bulk_send.completed")[] | null;
                    description?: string | null;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        url: string;
                        events: string[] | null;
                        description: string | null;
                        /** @enum {string} */
                        format: "json" | "multipart";
                        /** @description Of the callback of one file; null for a subscription. */
                        fileId: number | null;
                        enabled: boolean;
                        /** @description `gone`: it answered 410. `failing`: 20 failures in a row. */
                        disabledReason: ("gone" | "failing" | "owner") | null;
                        failuresInRow: number;
                        createdAt: string;
                        lastDeliveryAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.url_not_allowed.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        event: {
                            id: string;
                            type: string;
                            fileId: number | null;
                            sequence: number | null;
                            timestamp: string;
                        };
                        /** @enum {string} */
                        status: "pending" | "succeeded" | "failed";
                        attempts: {
                            at: string;
                            /** @description Null: there was no answer. */
                            statusCode: number | null;
                            durationMs: number;
                            error: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                            /** @description The first KiB of the answer. The receiver wrote it: show it as text. */
                            answer: string | null;
                        }[];
                        nextAttemptAt: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        url: string;
                        events: string[] | null;
                        description: string | null;
                        /** @enum {string} */
                        format: "json" | "multipart";
                        /** @description Of the callback of one file; null for a subscription. */
                        fileId: number | null;
                        enabled: boolean;
                        /** @description `gone`: it answered 410. `failing`: 20 failures in a row. */
                        disabledReason: ("gone" | "failing" | "owner") | null;
                        failuresInRow: number;
                        createdAt: string;
                        lastDeliveryAt: string | null;
                        /** @description `whsec_…`, shown this once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                cursor?: number;
                length?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            event: {
                                id: string;
                                type: string;
                                fileId: number | null;
                                sequence: number | null;
                                timestamp: string;
                            };
                            /** @enum {string} */
                            status: "pending" | "succeeded" | "failed";
                            attempts: {
                                at: string;
                                /** @description Null: there was no answer. */
                                statusCode: number | null;
                                durationMs: number;
                                error: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                                /** @description The first KiB of the answer. The receiver wrote it: show it as text. */
                                answer: string | null;
                            }[];
                            nextAttemptAt: string | null;
                            createdAt: string;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listFileDeliveries: {
        parameters: {
            query?: {
                cursor?: number;
                length?: number;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            event: {
                                id: string;
                                type: string;
                                fileId: number | null;
                                sequence: number | null;
                                timestamp: string;
                            };
                            /** @enum {string} */
                            status: "pending" | "succeeded" | "failed";
                            attempts: {
                                at: string;
                                /** @description Null: there was no answer. */
                                statusCode: number | null;
                                durationMs: number;
                                error: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                                /** @description The first KiB of the answer. The receiver wrote it: show it as text. */
                                answer: string | null;
                            }[];
                            nextAttemptAt: string | null;
                            createdAt: string;
                            webhook: {
                                id: number;
                                url: string;
                                /** @description Of the callback of this file; null for a subscription. */
                                fileId: number | null;
                                enabled: boolean;
                            };
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        event: {
                            id: string;
                            type: string;
                            fileId: number | null;
                            sequence: number | null;
                            timestamp: string;
                        };
                        /** @enum {string} */
                        status: "pending" | "succeeded" | "failed";
                        attempts: {
                            at: string;
                            /** @description Null: there was no answer. */
                            statusCode: number | null;
                            durationMs: number;
                            error: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                            /** @description The first KiB of the answer. The receiver wrote it: show it as text. */
                            answer: string | null;
                        }[];
                        nextAttemptAt: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of a signer for whom the request names none.
                         * @enum {string}
                         */
                        sign_method: "password" | "email" | "sms" | "telegram" | "signal";
                        /** @description What a request may name per signer; the default always counts. `link` lets requests be signed by whoever has the link, without a code. */
                        allowed_sign_methods: ("password" | "email" | "sms" | "telegram" | "signal" | "link")[];
                        /** @description Of a signer for whom the request names none. New instances: `email`; instances that were in use before the method could be named per signer: `account`. */
                        identify_method: ("account" | "email" | "sms")[];
                        /** @enum {string} */
                        signup: "invited" | "open";
                        /** @description Days from the end of a document until its content is deleted, unless the document or its sender has a period of its own. Null: it is kept. */
                        retention_days: number | null;
                        /** @description Automatic reminders of a request that has no plan of its own. */
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        };
                        /** @description Automatic reminders go out at these hours of the recipient's clock. */
                        office_hours: {
                            /** @description Full hours of the recipient's clock. */
                            from: number;
                            /** @description Later than `from`; 24 is midnight. */
                            to: number;
                            /** @description Days of the week from Monday, 1, to Sunday, 7. */
                            days: number[];
                        };
                        /** @description Of recipients whose own time zone is not known. */
                        time_zone: string;
                        /** @description The gateways that are configured. */
                        readonly twofactor_gateway: ("sms" | "telegram" | "signal")[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    sign_method?: "password" | "email" | "sms" | "telegram" | "signal";
                    allowed_sign_methods?: ("password" | "email" | "sms" | "telegram" | "signal" | "link")[];
                    identify_method?: ("account" | "email" | "sms")[];
                    /** @enum {string} */
                    signup?: "invited" | "open";
                    /** @description Days from the end of a document until its content is deleted, unless the document or its sender has a period of its own. Null: it is kept. */
                    retention_days?: number | null;
                    /** @description Automatic reminders. Members that are left out stay as they are. */
                    reminders?: {
                        /** @description Days from the invitation to the first reminder. */
                        firstAfterDays?: number;
                        /** @description Days between two reminders. */
                        everyDays?: number;
                        /** @description Reminders to one signer; 0: none. */
                        atMost?: number;
                        /** @description Days before the deadline to warn pending signers and the requester; 0: no warning. */
                        warnDays?: number;
                    };
                    office_hours?: {
                        /** @description Full hours of the recipient's clock. */
                        from: number;
                        /** @description Later than `from`; 24 is midnight. */
                        to: number;
                        /** @description Days of the week from Monday, 1, to Sunday, 7. */
                        days: number[];
                    };
                    /** @description An IANA name, such as Europe/Lisbon. */
                    time_zone?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of a signer for whom the request names none.
                         * @enum {string}
                         */
                        sign_method: "password" | "email" | "sms" | "telegram" | "signal";
                        /** @description What a request may name per signer; the default always counts. `link` lets requests be signed by whoever has the link, without a code. */
                        allowed_sign_methods: ("password" | "email" | "sms" | "telegram" | "signal" | "link")[];
                        /** @description Of a signer for whom the request names none. New instances: `email`; instances that were in use before the method could be named per signer: `account`. */
                        identify_method: ("account" | "email" | "sms")[];
                        /** @enum {string} */
                        signup: "invited" | "open";
                        /** @description Days from the end of a document until its content is deleted, unless the document or its sender has a period of its own. Null: it is kept. */
                        retention_days: number | null;
                        /** @description Automatic reminders of a request that has no plan of its own. */
                        reminders: {
                            firstAfterDays: number;
                            everyDays: number;
                            atMost: number;
                            warnDays: number;
                        };
                        /** @description Automatic reminders go out at these hours of the recipient's clock. */
                        office_hours: {
                            /** @description Full hours of the recipient's clock. */
                            from: number;
                            /** @description Later than `from`; 24 is midnight. */
                            to: number;
                            /** @description Days of the week from Monday, 1, to Sunday, 7. */
                            days: number[];
                        };
                        /** @description Of recipients whose own time zone is not known. */
                        time_zone: string;
                        /** @description The gateways that are configured. */
                        readonly twofactor_gateway: ("sms" | "telegram" | "signal")[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.gateway_not_configured.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description A part of the name or the address. */
                q?: string;
                role?: "signer" | "requester" | "admin";
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            email: string;
                            displayName: string;
                            /** @enum {string} */
                            role: "signer" | "requester" | "admin";
                            emailProved: boolean;
                            phone: string | null;
                            /** @description Of pages and mails; null: nobody chose one. */
                            language: ("en" | "pt") | null;
                            /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                            timeZone: string | null;
                            createdAt: string;
                            /** @enum {string} */
                            madeBy: "invitation" | "signup" | "administrator";
                            /** @description Too many wrong passwords in a row: a reset by mail, or a new password, opens it. */
                            locked: boolean;
                            /** @description Browsers that are logged in. */
                            sessions: number;
                            /** @description Of these browsers. */
                            lastSeenAt: string | null;
                            storage: {
                                /** @description Of all documents that the account made, with their signatures, as it was a minute ago at most. */
                                usedBytes: number;
                                /** @description An upload that would exceed it is refused with `quota_exceeded`. */
                                limitBytes: number;
                            };
                            /** @description Retention period of the account's documents. Null: the instance's period applies. */
                            retentionDays: number | null;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    displayName: string;
                    /**
                     * Format: password
                     * @description Left out: nobody can log in until an administrator sets one.
                     */
                    password?: string;
                    /** @description True: the administrator vouches that the address is this person's. */
                    emailProved?: boolean;
                    /** @enum {string} */
                    role: "signer" | "requester" | "admin";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.reauth_required"];
            409: components["responses"]["409.account_exists.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    displayName?: string;
                    /**
                     * Format: password
                     * @description 10 to 128 characters, none of the commonest.
                     */
                    password?: string;
                    /** @constant */
                    emailProved?: true;
                    /** @enum {string} */
                    role?: "signer" | "requester" | "admin";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        displayName: string;
                        /** @enum {string} */
                        role: "signer" | "requester" | "admin";
                        emailProved: boolean;
                        phone: string | null;
                        /** @description Of pages and mails; null: nobody chose one. */
                        language: ("en" | "pt") | null;
                        /** @description An IANA name, for times in e-mails. Automatic reminders arrive in the office hours there. Null: not known. */
                        timeZone: string | null;
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.reauth_required"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    readInbox: {
        parameters: {
            query?: {
                to?: string;
                /** @description At most so many, newest first; 500 if left out. */
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            channel: string;
                            to: string;
                            subject: string | null;
                            text: string;
                            html: string | null;
                            at: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope.reauth_required"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string | null;
                        colour: string | null;
                        /** @description The colour in both themes; `isAdjusted` when the one that was given is too light for text. */
                        shownColour: {
                            light: string;
                            dark: string;
                            isAdjusted: boolean;
                        } | null;
                        replyTo: string | null;
                        privacyUrl: string | null;
                        termsUrl: string | null;
                        imprintUrl: string | null;
                        /** @description Changes with the logo. */
                        logoUrl: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    changeBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @description `#rrggbb`. Its lightness is moved until text has a contrast of 4.5 (WCAG 2.2, 1.4.3); `shownColour` has the result. */
                    colour?: string | null;
                    /** @description The address for replies to e-mails. */
                    replyTo?: string | null;
                    privacyUrl?: string | null;
                    termsUrl?: string | null;
                    imprintUrl?: string | null;
                    /** @description PNG or SVG; it is drawn to a PNG of at most 640 by 160 pixels. null removes it. */
                    logo?: {
                        base64: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string | null;
                        colour: string | null;
                        /** @description The colour in both themes; `isAdjusted` when the one that was given is too light for text. */
                        shownColour: {
                            light: string;
                            dark: string;
                            isAdjusted: boolean;
                        } | null;
                        replyTo: string | null;
                        privacyUrl: string | null;
                        termsUrl: string | null;
                        imprintUrl: string | null;
                        /** @description Changes with the logo. */
                        logoUrl: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.base64_invalid.idempotency_key_reused.image_invalid.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showLogo: {
        parameters: {
            query?: {
                /** @description Identifies the expected logo for caches; otherwise ignored. */
                v?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            401: components["responses"]["401.invalid_credentials"];
            404: components["responses"]["404.not_found"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The worst of the checks.
                         * @enum {string}
                         */
                        status: "ok" | "warning" | "failing";
                        checks: {
                            /** @enum {string} */
                            name: "database" | "migrations" | "documents" | "disk" | "jobs" | "webhooks" | "mail" | "timestamps" | "proxy" | "retention";
                            /** @enum {string} */
                            state: "ok" | "warning" | "failing" | "off";
                        }[];
                        version: string;
                        node: string;
                        postgres: string;
                        /** @description The start of the process that returned this report. */
                        startedAt: string;
                        /** @description The response time of a minimal query, in milliseconds. */
                        databaseMs: number;
                        migrations: number;
                        /** @description The disk with the documents. Null if its size is unknown. */
                        disk: {
                            freeBytes: number;
                            totalBytes: number;
                        } | null;
                        jobs: {
                            waiting: number;
                            dead: number;
                            /** @description How long the longest due job has waited. */
                            oldestSeconds: number;
                        };
                        deliveries: {
                            waiting: number;
                            oldestSeconds: number;
                            disabledWebhooks: number;
                        };
                        timestamps: {
                            url: string | null;
                            /** @description Documents that wait for validation data and a timestamp. */
                            waiting: number;
                        };
                        /** @description Documents whose stored bytes are missing or of another size, of the newest ones; `npm run doctor` reads all. */
                        damaged: {
                            uuid: string;
                            /** @enum {string} */
                            problem: "missing" | "altered";
                        }[];
                        /** @description How many are in each state. */
                        documents: {
                            [key: string]: number;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showDiagnostics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description ISO 8601 */
                        at: string;
                        service: {
                            version: string;
                            /** @description Differs between two builds of one version. */
                            build: string;
                            node: string;
                            postgres: string;
                            /** @description What converts DOCX, ODT and RTF: LibreOffice on the machine, or CONVERT_URL; null: nothing. */
                            converter: ("program" | "url") | null;
                            /** @description Operating system, architecture and release. */
                            system: string;
                            processors: number;
                            /** @description Of the machine, or what a container may take. */
                            memoryBytes: number;
                            /** @description Of the process that answered. */
                            residentBytes: number;
                            /** @description ISO 8601 */
                            startedAt: string;
                        };
                        /** @enum {string} */
                        status: "ok" | "warning" | "failing";
                        checks: {
                            /** @enum {string} */
                            name: "database" | "migrations" | "documents" | "disk" | "jobs" | "webhooks" | "mail" | "timestamps" | "proxy" | "retention";
                            /** @enum {string} */
                            state: "ok" | "warning" | "failing" | "off";
                        }[];
                        clock: {
                            /** @description Database minus this machine; positive: the database is ahead. */
                            differenceMs: number;
                            uncertaintyMs: number;
                        };
                        migrations: {
                            applied: number;
                            known: number;
                            newest: string;
                        };
                        /** @description Values of harmless variables; of all others only whether they are set. */
                        configuration: {
                            name: string;
                            isSet: boolean;
                            value: string | null;
                        }[];
                        work: {
                            jobs: {
                                kind: string;
                                waiting: number;
                                dead: number;
                            }[];
                            lanes: {
                                lane: string;
                                due: number;
                                oldestSeconds: number;
                            }[];
                            messagesFailing: number;
                            deliveriesWaiting: number;
                            webhooksDisabled: number;
                            engine: {
                                pool: string;
                                running: number;
                                waiting: number;
                                places: number;
                            }[];
                        };
                        sizes: {
                            databaseBytes: number;
                            /** @description The ten largest; rows as the database estimates them. */
                            tables: {
                                name: string;
                                bytes: number;
                                rows: number;
                            }[];
                            documents: {
                                [key: string]: number;
                            };
                            contentDeleted: number;
                            disk: {
                                freeBytes: number;
                                totalBytes: number;
                            } | null;
                        };
                        certificates: {
                            role: string;
                            /** @description ISO 8601 */
                            expiresAt: string;
                        }[];
                        /** @description By `npm run backup`. */
                        lastBackupAt: string | null;
                        errors: {
                            /** @description Of the API in the process that answered, since its start. */
                            requests: {
                                code: string;
                                cause: string | null;
                                count: number;
                                /** @description ISO 8601 */
                                lastAt: string;
                            }[];
                            /** @description To other servers, by that process. */
                            calls: {
                                service: string;
                                failed: number;
                                succeeded: number;
                            }[];
                            /** @description Jobs whose last try failed, without their messages. */
                            jobs: {
                                kind: string;
                                attempts: number;
                                dead: boolean;
                                count: number;
                            }[];
                            storage: {
                                code: string;
                                count: number;
                            }[];
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            name: "jsonBodyBytes" | "jsonBodyWithFileBytes" | "jsonDepth" | "pdfInJsonBytes" | "pdfStreamedBytes" | "pdfPages" | "picturesPerFile" | "conversionSeconds" | "imageBytes" | "signersPerFile" | "filesPerEnvelope" | "attachmentBytes" | "attachmentBytesPerFile" | "attachmentsPerFile" | "attachmentUploadsPerHour" | "elementsPerFile" | "storageBytesPerAccount" | "storageBytesPerInstance" | "mailAttachmentBytes" | "fileLifetimeDays" | "bulkRows" | "bulkCsvBytes" | "bulkRowDays" | "loginFailuresPerAccountAndNetwork" | "loginFailuresPerNetwork" | "loginFailuresInRow" | "loginWindowSeconds" | "apiRequestsPerMinute" | "apiRequestBurst" | "anonymousRequestsPerMinute" | "uploadsPerMinute" | "verificationsPerMinute" | "linkMissesPerMinute" | "invitedAddressesFirstDay" | "invitedAddressesPerDay" | "invitationsPerAddressPerDay" | "allInvitationsPerAddressPerDay" | "reminderIntervalSeconds" | "remindersPerSigner" | "codeLifetimeSeconds" | "openingCodeSignsSeconds" | "codeWrongTries" | "codeWrongTriesPerDay" | "codeWrongTriesEver" | "codeSendIntervalSeconds" | "codeSendsPerHour" | "codeSendsPerDay" | "codeSendsPerNetworkPerHour" | "codeSendsPerRecipientPerDay" | "directLinksPerTemplate" | "directLinkCodesPerHour" | "signPasswordWrongTries" | "signPasswordWrongTriesPerDay" | "signPasswordLockSeconds" | "freshProofSeconds" | "tokensPerAccount" | "webhooksPerAccount" | "idempotencyKeySeconds" | "accountLinkSeconds" | "telegramLinkSeconds" | "accountMailsPerAddressPerHour" | "accountMailsPerNetworkPerHour" | "gatewayTestsPerHour" | "sessionIdleSeconds" | "sessionTotalSeconds" | "guestSessionSeconds" | "drawingSeconds" | "drawingsPerHour";
                            value: number;
                            /** @description The default, used unless LIMITS sets another value. */
                            standard: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listActs: {
        parameters: {
            query?: {
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            at: string;
                            /** @enum {string} */
                            type: "settings.changed" | "branding.changed" | "gateway.tested" | "account.created" | "account.changed" | "account.reset_mailed" | "account.signed_out" | "job.retried" | "jobs.retried" | "delivery.retried" | "retention.changed" | "retention.clock_confirmed" | "hold.placed" | "hold.lifted";
                            by: {
                                id: number;
                                displayName: string;
                            };
                            /** @description Ids and names of what it was done to. */
                            about: {
                                [key: string]: string | number | boolean;
                            };
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listGateways: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            channel: "email" | "sms" | "telegram" | "signal";
                            /**
                             * @description `kept`: mails stay on this server, under `/inbox`.
                             * @enum {string}
                             */
                            state: "configured" | "kept" | "off";
                            /** @description Mails, or codes over this channel, that wait for another try. */
                            waiting: number;
                            lastTest: {
                                at: string;
                                delivered: boolean;
                                /** @description Masked. */
                                sentTo: string;
                                durationMs: number;
                                /** @description The gateway's error, without addresses, numbers and tokens. */
                                reason: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    testGateway: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                channel: "email" | "sms" | "telegram" | "signal";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description An e-mail address, a number in international form, or the id of a Telegram chat. Left out: my own. */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string;
                        delivered: boolean;
                        /** @description Masked. */
                        sentTo: string;
                        durationMs: number;
                        /** @description The gateway's error, without addresses, numbers and tokens. */
                        reason: string | null;
                        message: string;
                        /** @enum {string} */
                        channel: "email" | "sms" | "telegram" | "signal";
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.chat_missing.gateway_not_configured.idempotency_key_reused.phone_missing.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    mailReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    endSessionsOf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        ended: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                state?: "waiting" | "dead" | "scheduled";
                kind?: "notification" | "bounceMail" | "code" | "visitorCode" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "finish" | "augment" | "evidence" | "compareReaders" | "expire" | "remind" | "bulkSend";
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            /** @enum {string} */
                            kind: "notification" | "bounceMail" | "code" | "visitorCode" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "finish" | "augment" | "evidence" | "compareReaders" | "expire" | "remind" | "bulkSend";
                            /**
                             * @description `scheduled`: its time has not come. `waiting`: it is due, or failed and is tried again. `dead`: it was given up.
                             * @enum {string}
                             */
                            state: "scheduled" | "waiting" | "running" | "dead";
                            /** @description The document that it is about. Its name and content are its owner's. */
                            file: {
                                fileId: number;
                                uuid: string;
                            } | null;
                            /** @description Which mail. */
                            template: string | null;
                            attempts: number;
                            /** @description Without addresses, numbers, links and tokens. */
                            lastError: string | null;
                            nextTryAt: string | null;
                            createdAt: string;
                            deadAt: string | null;
                            /** @description False: its time has not come, or what was to be sent is a secret that was wiped when the job was given up, and the person asks for another. */
                            mayRetry: boolean;
                        }[];
                        /** @description Of every kind that has any, whatever the query asks for. */
                        counts: {
                            /** @enum {string} */
                            kind: "notification" | "bounceMail" | "code" | "visitorCode" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "finish" | "augment" | "evidence" | "compareReaders" | "expire" | "remind" | "bulkSend";
                            waiting: number;
                            dead: number;
                            scheduled: number;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {string} */
                        kind: "notification" | "bounceMail" | "code" | "visitorCode" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "finish" | "augment" | "evidence" | "compareReaders" | "expire" | "remind" | "bulkSend";
                        /**
                         * @description `scheduled`: its time has not come. `waiting`: it is due, or failed and is tried again. `dead`: it was given up.
                         * @enum {string}
                         */
                        state: "scheduled" | "waiting" | "running" | "dead";
                        /** @description The document that it is about. Its name and content are its owner's. */
                        file: {
                            fileId: number;
                            uuid: string;
                        } | null;
                        /** @description Which mail. */
                        template: string | null;
                        attempts: number;
                        /** @description Without addresses, numbers, links and tokens. */
                        lastError: string | null;
                        nextTryAt: string | null;
                        createdAt: string;
                        deadAt: string | null;
                        /** @description False: its time has not come, or what was to be sent is a secret that was wiped when the job was given up, and the person asks for another. */
                        mayRetry: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    retryJobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "notification" | "bounceMail" | "code" | "visitorCode" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "finish" | "augment" | "evidence" | "compareReaders" | "expire" | "remind" | "bulkSend";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        retried: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listFailedDeliveries: {
        parameters: {
            query?: {
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            type: string;
                            fileId: number | null;
                            /** @description Of the URL; what stands behind it is its owner's. */
                            host: string;
                            owner: {
                                id: number;
                                displayName: string;
                            };
                            /** @description False: its owner has to enable the webhook before anything is sent. */
                            enabled: boolean;
                            /** @enum {string} */
                            status: "pending" | "succeeded" | "failed";
                            attempts: number;
                            lastError: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                            /** @description Null: there was no answer. */
                            lastStatusCode: number | null;
                            lastAttemptAt: string | null;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    retryFailedDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        type: string;
                        fileId: number | null;
                        /** @description Of the URL; what stands behind it is its owner's. */
                        host: string;
                        owner: {
                            id: number;
                            displayName: string;
                        };
                        /** @description False: its owner has to enable the webhook before anything is sent. */
                        enabled: boolean;
                        /** @enum {string} */
                        status: "pending" | "succeeded" | "failed";
                        attempts: number;
                        lastError: ("not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal") | null;
                        /** @description Null: there was no answer. */
                        lastStatusCode: number | null;
                        lastAttemptAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listAuthorities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Lower-case hex. */
                            serialNumber: string;
                            subject: string;
                            issuer: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                            /** @description Of the certificate, lower-case hex. */
                            sha256: string;
                            /** @enum {string} */
                            status: "in_use" | "replaced" | "revoked" | "expired";
                            replacedAt: string | null;
                            revokedAt: string | null;
                            revocationReason: ("unspecified" | "keyCompromise" | "cACompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation") | null;
                            /**
                             * @description `configured`: the operator's own key, now or once; this service cannot revoke it.
                             * @enum {string}
                             */
                            kind: "root" | "issuing" | "seal" | "configured";
                            /** @description It is an authority; false for what seals documents. */
                            issues: boolean;
                            /** @description The URL of its revocation list. */
                            listUrl: string | null;
                        }[];
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `issuing`: a new issuing authority under the same root, and a new seal below it.
                     * @enum {string}
                     */
                    key: "seal" | "issuing";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Lower-case hex. */
                            serialNumber: string;
                            subject: string;
                            issuer: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                            /** @description Of the certificate, lower-case hex. */
                            sha256: string;
                            /** @enum {string} */
                            status: "in_use" | "replaced" | "revoked" | "expired";
                            replacedAt: string | null;
                            revokedAt: string | null;
                            revocationReason: ("unspecified" | "keyCompromise" | "cACompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation") | null;
                            /**
                             * @description `configured`: the operator's own key, now or once; this service cannot revoke it.
                             * @enum {string}
                             */
                            kind: "root" | "issuing" | "seal" | "configured";
                            /** @description It is an authority; false for what seals documents. */
                            issues: boolean;
                            /** @description The URL of its revocation list. */
                            listUrl: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.reauth_required"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description Part of the owner's name or address, or a serial number. */
                q?: string;
                status?: "in_use" | "replaced" | "revoked" | "expired";
                cursor?: number;
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Lower-case hex. */
                            serialNumber: string;
                            subject: string;
                            issuer: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notBefore: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            notAfter: string;
                            /** @description Of the certificate, lower-case hex. */
                            sha256: string;
                            /** @enum {string} */
                            status: "in_use" | "replaced" | "revoked" | "expired";
                            replacedAt: string | null;
                            revokedAt: string | null;
                            revocationReason: ("unspecified" | "keyCompromise" | "cACompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation") | null;
                            /**
                             * @description `act`: made for one signature, its key thrown away at once; it cannot be revoked.
                             * @enum {string}
                             */
                            kind: "account" | "act";
                            /** @description Null for a certificate of one act. */
                            owner: {
                                accountId: number;
                                email: string;
                                displayName: string;
                                erased: boolean;
                            } | null;
                        }[];
                        /** @description Null: this was the last page. */
                        nextCursor: number | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    revokeCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description 20 octets, hex. */
                serialNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Told to whoever asks (CRL, OCSP).
                     * @enum {string}
                     */
                    reason: "unspecified" | "keyCompromise" | "cACompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        serialNumber: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        revokedAt: string;
                        /** @enum {string} */
                        revocationReason: "unspecified" | "keyCompromise" | "cACompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation";
                        /** @description How many certificates below a revoked authority went with it. */
                        alsoRevoked: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.reauth_required"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.certificate_not_revocable.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.key_unavailable.unavailable"];
        };
    };
    listErasedEntries: {
        parameters: {
            query?: {
                /** @description Of one document. */
                uuid?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            uuid: string;
                            /** @description Of the event that notes the erasure, in the document's audit trail. */
                            seq: number;
                            at: string;
                            /** @enum {string} */
                            type: "person.erased" | "content.deleted";
                            hash: string;
                            /** @description Null for erasures before these were listed. */
                            erased: {
                                /** @description Of the value within an event, such as `actor.email`. */
                                path: string;
                                /** @description Of which events, by their `seq`. */
                                events: number[];
                            }[] | null;
                        }[];
                        pagination: {
                            nextCursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the person. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description There was an account, and nobody can log in to it any more. */
                        account: boolean;
                        /** @description Requests to sign that no longer say whom they went to. */
                        signRequests: number;
                        /** @description Documents whose trail lost the person's values; each notes that somebody was erased, and still verifies. */
                        documents: number;
                        /** @description Documents that are kept as they were signed, with what the person signed in them: they are the proof of all who signed. */
                        signedDocuments: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope.reauth_required"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.document_on_hold.idempotency_in_progress.person_in_open_requests"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    showRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uuid: string;
                        /** @description The period in force. Null: the content is kept. */
                        days: number | null;
                        /** @description The source of the period: the first of these that sets one. */
                        from: ("document" | "account" | "instance") | null;
                        /** @description When the content is deleted, as things are. Null: never, or the document has not ended, or it is on hold. */
                        deletionAt: string | null;
                        /** @description The sender and the signers were told this day. */
                        announced: boolean;
                        onHold: boolean;
                        contentDeletedAt: string | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.in_envelope.is_envelope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Days from the end of a document until its content is deleted. Null: no period of its own. */
                    days: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uuid: string;
                        /** @description The period in force. Null: the content is kept. */
                        days: number | null;
                        /** @description The source of the period: the first of these that sets one. */
                        from: ("document" | "account" | "instance") | null;
                        /** @description When the content is deleted, as things are. Null: never, or the document has not ended, or it is on hold. */
                        deletionAt: string | null;
                        /** @description The sender and the signers were told this day. */
                        announced: boolean;
                        onHold: boolean;
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress.in_envelope.is_envelope"];
            410: components["responses"]["410.content_deleted"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    setAccountRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Days from the end of a document until its content is deleted. Null: no period of its own. */
                    days: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: number;
                        /** @description Days from the end of a document until its content is deleted. Null: no period of its own. */
                        days: number | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    placeLegalHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uuid: string;
                        /** @description The period in force. Null: the content is kept. */
                        days: number | null;
                        /** @description The source of the period: the first of these that sets one. */
                        from: ("document" | "account" | "instance") | null;
                        /** @description When the content is deleted, as things are. Null: never, or the document has not ended, or it is on hold. */
                        deletionAt: string | null;
                        /** @description The sender and the signers were told this day. */
                        announced: boolean;
                        onHold: boolean;
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.content_deleted"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    liftLegalHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uuid: string;
                        /** @description The period in force. Null: the content is kept. */
                        days: number | null;
                        /** @description The source of the period: the first of these that sets one. */
                        from: ("document" | "account" | "instance") | null;
                        /** @description When the content is deleted, as things are. Null: never, or the document has not ended, or it is on hold. */
                        deletionAt: string | null;
                        /** @description The sender and the signers were told this day. */
                        announced: boolean;
                        onHold: boolean;
                        contentDeletedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            404: components["responses"]["404.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            410: components["responses"]["410.content_deleted"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    listDueDeletions: {
        parameters: {
            query?: {
                /** @description How far to look ahead; 30 when left out. */
                withinDays?: number;
                ifDays?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The next to be deleted first, 200 at most. Nothing is changed by asking. */
                        data: {
                            uuid: string;
                            name: string;
                            sentBy: {
                                id: number;
                                displayName: string;
                            };
                            endedAt: string;
                            days: number;
                            deletionAt: string;
                            announced: boolean;
                        }[];
                        total: number;
                        /** @description The number of documents on legal hold. */
                        onHold: number;
                        /** @description Documents on legal hold, the latest hold first, 200 at most. */
                        held: {
                            uuid: string;
                            name: string;
                            sentBy: {
                                id: number;
                                displayName: string;
                            };
                            heldAt: string;
                        }[];
                        /** @description Why nothing is deleted until an administrator confirms the clock. Null: the clock is right. */
                        clock: {
                            /** @enum {string} */
                            problem: "backwards" | "forwards" | "disagrees";
                            at: string;
                        } | null;
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.forbidden.insufficient_scope"];
            422: components["responses"]["422.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    confirmRetentionClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the stored answer, for 72 hours, also after a crash. Another request with the key is `422 idempotency_key_reused`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.asks"];
            403: components["responses"]["403.csrf.forbidden.insufficient_scope"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.validation_failed"];
            429: components["responses"]["429.account_locked.rate_limited"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.unavailable"];
        };
    };
    receiveResendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json.uncounted"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.uncounted"];
            403: components["responses"]["403.csrf.uncounted"];
            404: components["responses"]["404.not_found.uncounted"];
            413: components["responses"]["413.too_large.uncounted"];
            415: components["responses"]["415.unsupported_media_type.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.unavailable.uncounted"];
        };
    };
    receiveMailReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_json.uncounted"];
            401: components["responses"]["401.invalid_credentials.unauthenticated.uncounted"];
            403: components["responses"]["403.csrf.uncounted"];
            404: components["responses"]["404.not_found.uncounted"];
            413: components["responses"]["413.too_large.uncounted"];
            415: components["responses"]["415.unsupported_media_type.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.unavailable.uncounted"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.unavailable.uncounted"];
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            401: components["responses"]["401.invalid_credentials.uncounted"];
            422: components["responses"]["422.validation_failed.uncounted"];
            429: components["responses"]["429.account_locked.uncounted"];
            500: components["responses"]["500.internal.uncounted"];
            503: components["responses"]["503.unavailable.uncounted"];
        };
    };
    onFileCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileReleased: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileSigned: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileDeclined: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFileDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestNotified: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestViewed: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestSigned: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestDeclined: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestRead: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestBounced: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestComplained: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignRequestReplaced: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBulkSendCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event; the same over all retries, so that a receiver can ignore what it knows. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "webhook.test";
                    /** @description When it happened. ISO 8601, UTC, milliseconds */
                    timestamp: string;
                    data: {
                        webhookId: number;
                    };
                };
            };
        };
        responses: {
            /** @description Gone: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, a redirect too, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
