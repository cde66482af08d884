DROP INDEX "sign_requests_by_email";--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "file_created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "sign_requests" SET "file_created_at" = "files"."created_at" FROM "files" WHERE "files"."id" = "sign_requests"."file_id";--> statement-breakpoint
CREATE INDEX "files_requester_name" ON "files" USING btree ("requester_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "sign_requests_by_email" ON "sign_requests" USING btree ("email","file_created_at","file_id");