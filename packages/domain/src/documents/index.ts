// Owns: what is known of a customer's documents, and their states. Refuses: nothing by itself; whoever names a document is
// told whose it is and how far it got.
export {};
