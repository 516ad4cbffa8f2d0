// Commands that can be copied and run in any POSIX shell with openssl and curl.

export interface TokenAddresses {
  clientId: string;
  issuer: string;
  tokenEndpoint: string;
}

/** Stores the token in TOKEN for the commands that follow. */
export function tokenSnippet({ clientId, issuer, tokenEndpoint }: TokenAddresses, keyFile: string): string {
  return `CLIENT_ID=${clientId}
KEY=${keyFile}

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
NOW=$(date +%s)
HEADER=$(printf '{"alg":"RS256","typ":"JWT"}' | base64url)
CLAIMS=$(printf '{"iss":"%s","sub":"%s","aud":"%s","iat":%d,"exp":%d,"jti":"%s"}' \\
  "$CLIENT_ID" "$CLIENT_ID" "${issuer}" "$NOW" "$((NOW + 60))" "$(openssl rand -hex 16)" | base64url)
SIGNATURE=$(printf '%s.%s' "$HEADER" "$CLAIMS" | openssl dgst -sha256 -sign "$KEY" -binary | base64url)

ANSWER=$(curl -sS ${tokenEndpoint} \\
  -d grant_type=client_credentials \\
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\
  -d "client_assertion=$HEADER.$CLAIMS.$SIGNATURE")
TOKEN=$(printf '%s' "$ANSWER" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
printf '%s\\n' "$ANSWER"
`;
}

/** In a sandbox, this registration number is approved automatically. */
export const APPROVED_NUMBER = 'SBXAPPROVE';

/** Needs TOKEN from the previous command. All data is invented. */
export function businessSnippet(api: string, registrationNumber: string): string {
  const address = {
    streetLine1: '4 Bourdillon Road',
    city: 'Lagos',
    state: 'Lagos',
    postalCode: '101233',
    countryCode: 'NGA',
  };
  const body = {
    partnerCustomerId: 'first-business',
    companyName: 'First Trading Ltd',
    email: 'office@first-trading.example',
    businessTypeCode: 'LLC',
    incorporationCountryIso3Code: 'NGA',
    industry: 'TradingIncome',
    website: 'https://first-trading.example',
    registrationNumber,
    addresses: [address],
    businessPersonList: [
      {
        firstName: 'Amara',
        lastName: 'Okafor',
        birthDate: '1961-05-17',
        nationality: 'NGA',
        taxResidenceCountry: 'NGA',
        email: 'amara@people.example',
        phone: '+2348031234568',
        ownershipType: ['UBO'],
        percentageShare: 100,
        address,
        identities: [{ identityTypeCode: 'NATIOANL_ID', issuingCountry: 'NGA', identityValue: '70707000001' }],
      },
    ],
  };
  return `curl -sS ${api}/api/partner/v1/business-profiles \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'
`;
}
