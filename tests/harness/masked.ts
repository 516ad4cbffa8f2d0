// Terminal output without values that change with each run. Each mask is as wide as the value, so that tables keep their form.
const MASKS: [pattern: RegExp, mask: string | ((found: string) => string)][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/whsec_[\w+/=]+/g, 'whsec_<secret>'],
  [/(?<=BEGIN CERTIFICATE-----\n)[\w+/=\n]+/g, '<certificate>\n'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'],
  // A thumbprint, the id of a signing key.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, (found) => 'x'.repeat(found.length)],
  [/\b[0-9a-f]{64}\b/g, (found) => 'x'.repeat(found.length)],
  [/\b[0-9a-f]{32}\b/g, (found) => 'x'.repeat(found.length)],
  [/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z/g, '0000-00-00T00:00:00.000Z'],
  [/(?<=CERTIFICATES UNTIL {2})\d{4}-\d\d-\d\d/g, '0000-00-00'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '0000-00-00 00:00:00'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)/g, '0000-00-00 00:00'],
  [/^\d\d:\d\d:\d\d(?= {2})/gm, '00:00:00'],
  [/^\d\d-\d\d \d\d:\d\d(?= {2})/gm, '00-00 00:00'],
  [/ (in|after) \d+ ms/g, ' $1 0 ms'],
  [/(?<=(?:localhost|127\.0\.0\.1):)\d+/g, (found) => 'N'.repeat(found.length)],
  [/integrator-\w{6}/g, 'integrator-xxxxxx'],
  [/sample-[0-9a-f]{8}/g, 'sample-xxxxxxxx'],
];

export function masked(screen: string): string {
  return MASKS.reduce(
    (text, [pattern, mask]) =>
      typeof mask === 'string' ? text.replaceAll(pattern, mask) : text.replaceAll(pattern, mask),
    screen,
  );
}
