-- expand: the name under which a document was sent
ALTER TABLE "files" ADD COLUMN "sender_name" text;