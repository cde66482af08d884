export type SignatureType = "signature" | "initial";
