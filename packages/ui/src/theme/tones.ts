/**
 * What a colour means, on both sites: `neutral`, nothing to do; `progress`, under way; `success`, as it should be; `warning`, someone
 * should act; `danger`, refused, failed or late. tokens.css has the colours of each.
 */
export const TONES = ['neutral', 'progress', 'success', 'warning', 'danger'] as const;
export type Tone = (typeof TONES)[number];
