-- expand: admin activity of the operator, who has no account
ALTER TABLE "admin_activity" ALTER COLUMN "account_id" DROP NOT NULL;