-- expand: an index for the documents that an account deleted, which the total of a search leaves out
CREATE INDEX "files_deleted_of_requester" ON "files" USING btree ("requester_id") WHERE status = 'deleted';
