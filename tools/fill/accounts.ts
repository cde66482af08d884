/**
 * One INSERT … SELECT. `$1` and `$2` are the first and the last document of a batch and `$3` the total number, where
 * the text contains them.
 */
export interface FillStatement {
  name: string;
  sql: string;
}

/**
 * The busy requester has nine of ten documents; a thousand requesters share the rest. The busy signer signs a third of
 * all documents.
 */
export const busyRequester = "requester@scale.example";
export const busySigner = "signer@scale.example";
export const administrator = "admin@scale.example";
/** Number of other requesters, whose account ids follow the first three. */
export const otherRequesters = 1000;

/** Random passwords, because the accounts are only for measurements. `$1`: number of documents to create. */
export const accountStatements: readonly FillStatement[] = [
  {
    name: "busy accounts",
    sql: `insert into accounts (email, display_name, password_hash, role, made_by, email_proved_at, email_proof)
    values ('${busyRequester}', 'Rita Requester', 'none', 'requester', 'administrator', now(), 'administrator'),
      ('${busySigner}', 'Sam Signer', 'none', 'signer', 'invitation', now(), 'invitation'),
      ('${administrator}', 'Ada Administrator', 'none', 'admin', 'administrator', now(), 'administrator')`,
  },
  {
    name: "other requesters",
    sql: `insert into accounts (email, display_name, password_hash, role, made_by, email_proved_at, email_proof)
    select 'requester' || n || '@scale.example', 'Requester ' || n, 'none', 'requester', 'administrator', now(), 'administrator' from generate_series(1, ${otherRequesters}) n`,
  },
  {
    name: "signers, one of ten has an account",
    sql: `insert into accounts (email, display_name, password_hash, role, made_by, email_proved_at, email_proof)
    select 'person' || n * 10 || '@scale.example', 'Person ' || n * 10, 'none', 'signer', 'invitation', now(), 'invitation' from generate_series(1, $1::int / 40) n`,
  },
];
