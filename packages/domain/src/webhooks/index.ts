// Owns: a partner's endpoint and its secrets, the health of its receiver, every delivery and every attempt. Refuses: an
// address that is not public, and sending what the rules hold back.
export {};
