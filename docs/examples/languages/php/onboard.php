<?php
// Onboards a business over plain HTTP: token, business, document, status. PHP 8 or newer.
declare(strict_types=1);

/** Fails unless the answer is 2xx. The body of an error has its code and message. */
function send(string $method, string $address, array $headers, string $body = ''): array
{
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => 30, 'ignore_errors' => true];
    // Without PHP's own warning, which has the whole address: an upload link is a secret.
    $stream = @fopen($address, 'r', false, stream_context_create(['http' => $http + ['follow_location' => 0]]));
    $what = $method . ' ' . parse_url($address, PHP_URL_PATH);
    if ($stream === false) {
        throw new RuntimeException("$what: no answer");
    }
    $status = explode(' ', stream_get_meta_data($stream)['wrapper_data'][0], 3)[1];
    $answer = (string) stream_get_contents($stream);
    if ($status[0] !== '2') {
        throw new RuntimeException("$what: $status $answer");
    }
    // Storage answers without a body.
    return $answer === '' ? [] : json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

/** Exchanges an assertion, which works once, for an access token. */
function token(string $issuer, string $client): string
{
    $claims = ['iss' => $client, 'sub' => $client, 'aud' => $issuer, 'iat' => time(), 'exp' => time() + 60];
    $form = [
        'grant_type' => 'client_credentials',
        'client_assertion_type' => 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        'client_assertion' => sign($claims + ['jti' => bin2hex(random_bytes(16))]),
    ];
    $headers = ['Content-Type: application/x-www-form-urlencoded'];
    return send('POST', "$issuer/oauth2/token", $headers, http_build_query($form))['access_token'];
}

/** A JWT with RS256. In your project, use firebase/php-jwt: JWT::encode($claims, $key, 'RS256'). */
function sign(array $claims): string
{
    $encode = fn (string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    $key = openssl_pkey_get_private(content('PRIVATE_KEY_FILE'));
    if ($key === false) {
        throw new RuntimeException('PRIVATE_KEY_FILE is not a private key in PEM');
    }
    $content = $encode('{"alg":"RS256","typ":"JWT"}') . '.' . $encode(json_encode($claims, JSON_THROW_ON_ERROR));
    openssl_sign($content, $signature, $key, OPENSSL_ALGO_SHA256);
    return "$content." . $encode($signature);
}

function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("Set $name");
}

function content(string $name): string
{
    return file_get_contents(setting($name)) ?: throw new RuntimeException("$name is not a file with content");
}

function onboard(): void
{
    $api = setting('API_URL') . '/api/partner/v1/business-profiles';
    $bearer = 'Authorization: Bearer ' . token(setting('ISSUER'), setting('CLIENT_ID'));
    $json = [$bearer, 'Content-Type: application/json'];

    $business = content('BODY_FILE');
    // Made from your own reference: sent again with this key, the request creates nothing more.
    $key = 'signup-' . json_decode($business, true, flags: JSON_THROW_ON_ERROR)['partnerCustomerId'];
    $created = send('POST', $api, [...$json, "Idempotency-Key: $key"], $business);
    $customer = "$api/{$created['value']['customerId']}";

    $wanted = json_encode(['documentCategory' => 'CertificateOfIncorporation', 'contentType' => 'application/pdf']);
    $link = send('POST', "$customer/documents/upload-link", $json, $wanted)['value'];
    // Exactly the headers of the link: storage refuses a request with a token.
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($link['headers']), $link['headers']);
    send($link['method'], $link['uploadUrl'], $headers, content('DOCUMENT_FILE'));

    for ($tries = 0; $tries < 60; $tries++) {
        $status = send('GET', "$customer/verification-status", [$bearer])['value'];
        foreach ($status['documents'] as $document) {
            if ($document['documentId'] === $link['documentId']) {
                echo "Business: {$status['customerId']}, {$status['verificationStatus']}\n";
                echo "Document: {$document['status']}\n";
                return;
            }
        }
        sleep(1);
    }
    throw new RuntimeException('The document has not been checked within a minute');
}

try {
    onboard();
} catch (RuntimeException $failed) {
    fwrite(STDERR, "{$failed->getMessage()}\n");
    exit(1);
}
