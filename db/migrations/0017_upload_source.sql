-- expand: the file that a converted document was made from
ALTER TABLE "files" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "template_documents" ADD COLUMN "source" jsonb;