-- expand: the sign request whose link proved an account's address, and whether a token chose its name
ALTER TABLE "accounts" ADD COLUMN "is_name_by_token" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_proof_request_id" integer;
