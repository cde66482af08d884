CREATE TABLE "configured_signers" (
	"sha256" text PRIMARY KEY NOT NULL,
	"certificate" "bytea" NOT NULL,
	"chain" jsonb NOT NULL,
	"is_authority" boolean NOT NULL,
	"first_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
