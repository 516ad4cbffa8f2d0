// Explains failed TLS connections to our own servers. The most common cause is an authority that Node does not know.

export interface Distrust {
  /** Follows the name of the server in a sentence. */
  found: string;
  /** What to do, as a sentence. */
  cure: string;
}

const UNKNOWN_AUTHORITY: Distrust = {
  found: 'has a certificate that was issued by an authority that this machine does not trust',
  cure: "If it is your own authority, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate, for this command and for every process.",
};
const EXPIRED: Distrust = {
  found: 'has a certificate that has expired, or is not valid yet',
  cure: 'Renew it, and check the clock of this machine.',
};
const OTHER_NAME: Distrust = {
  found: 'has a certificate for another name',
  cure: 'Connect to a name that is in the certificate, or issue one for this name.',
};

/** For PostgreSQL, whose URL can name a file that replaces the authorities of Node. */
const UNKNOWN_TO_URL: Distrust = {
  ...UNKNOWN_AUTHORITY,
  cure: `${UNKNOWN_AUTHORITY.cure} If the URL has sslrootcert, only the authorities in that file count: correct it instead.`,
};

/** Some libraries replace the code of the error, so that only the words of OpenSSL are left. */
const KINDS: readonly (readonly [RegExp, Distrust])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/,
    UNKNOWN_AUTHORITY,
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate (has expired|is not yet valid)/, EXPIRED],
  [/ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/, OTHER_NAME],
];

/** Undefined if the connection failed for another reason than the server's certificate. */
export function explainDistrust(error: unknown): Distrust | undefined {
  if (!(error instanceof Error)) return undefined;
  const said = `${'code' in error ? String(error.code) : ''} ${error.message}`;
  return KINDS.find(([pattern]) => pattern.test(said))?.[1] ?? explainDistrust(error.cause);
}

/** As above, for a connection to PostgreSQL. */
export function explainDatabaseDistrust(error: unknown): Distrust | undefined {
  const why = explainDistrust(error);
  return why === UNKNOWN_AUTHORITY ? UNKNOWN_TO_URL : why;
}
