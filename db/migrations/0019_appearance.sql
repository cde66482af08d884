-- expand: look of signatures, and verification marks
ALTER TABLE "files" ADD COLUMN "signature_options" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "pages_without_mark" jsonb;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "signature_options" jsonb;