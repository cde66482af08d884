-- expand: an index for the signers of a document, removed ones included
CREATE INDEX "sign_requests_file" ON "sign_requests" USING btree ("file_id");