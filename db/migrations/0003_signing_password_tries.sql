CREATE TABLE "signing_password_tries" (
	"id" serial PRIMARY KEY NOT NULL,
	"signing_key_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signing_password_tries" ADD CONSTRAINT "signing_password_tries_signing_key_id_account_signing_keys_id_fk" FOREIGN KEY ("signing_key_id") REFERENCES "public"."account_signing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signing_password_tries_key" ON "signing_password_tries" USING btree ("signing_key_id");