<?php
// Verifies a delivery of the Partner Business Onboarding Service. PHP 8 or newer, standard library only.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Answer it with 400. */
final class VerificationException extends RuntimeException
{
}

/**
 * @param array<string, string> $headers names in lower case
 * @param string $body the raw body: file_get_contents('php://input')
 * @param string[] $secrets one or more that begin with whsec_
 */
function verify_webhook(array $headers, string $body, array $secrets, ?int $now = null): void
{
    foreach (['svc-id', 'svc-timestamp', 'svc-signature'] as $name) {
        if (($headers[$name] ?? '') === '') {
            throw new VerificationException("the header $name is missing");
        }
    }
    $timestamp = $headers['svc-timestamp'];
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        throw new VerificationException('the timestamp is not a number');
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new VerificationException('the timestamp is too far from now');
    }
    $content = "{$headers['svc-id']}.$timestamp.$body";
    foreach ($secrets as $secret) {
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret, true);
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, (string) $key, true));
        foreach (explode(' ', $headers['svc-signature']) as $signature) {
            // Takes equally long wherever the two differ.
            if ($key !== false && $key !== '' && hash_equals($expected, $signature)) {
                return;
            }
        }
    }
    throw new VerificationException('no signature matches');
}

// To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS.
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    [$head, $body] = explode("\r\n\r\n", (string) stream_get_contents(STDIN), 2);
    $headers = [];
    foreach (explode("\r\n", $head) as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $headers[strtolower($name)] = $value;
    }
    try {
        verify_webhook($headers, $body, explode(' ', (string) getenv('WEBHOOK_SECRETS')));
        echo "verified\n";
    } catch (VerificationException $refused) {
        echo "refused: {$refused->getMessage()}\n";
        exit(1);
    }
}
