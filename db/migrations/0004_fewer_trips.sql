-- expand: guests by default, signing by the link alone, drawing on a phone
-- An instance that is in use keeps the default it has had so far; a new one has no accounts yet and starts with the default of the code.
INSERT INTO "settings" ("name", "value") SELECT 'identify_method', '["account"]'::jsonb WHERE EXISTS (SELECT FROM "accounts") ON CONFLICT ("name") DO NOTHING;--> statement-breakpoint
CREATE TABLE "drawing_handovers" (
	"id" serial PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"sign_request_id" integer NOT NULL,
	"type" text NOT NULL,
	"guest_session_id" integer,
	"session_id" integer,
	"account_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"drawn_at" timestamp (3) with time zone,
	"png" "bytea",
	CONSTRAINT "drawing_handovers_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "guest_sessions" ALTER COLUMN "challenge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drawing_handovers" ADD CONSTRAINT "drawing_handovers_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_handovers" ADD CONSTRAINT "drawing_handovers_guest_session_id_guest_sessions_id_fk" FOREIGN KEY ("guest_session_id") REFERENCES "public"."guest_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_handovers" ADD CONSTRAINT "drawing_handovers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_handovers" ADD CONSTRAINT "drawing_handovers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawing_handovers_sign_request" ON "drawing_handovers" USING btree ("sign_request_id");--> statement-breakpoint
CREATE INDEX "drawing_handovers_expires" ON "drawing_handovers" USING btree ("expires_at");