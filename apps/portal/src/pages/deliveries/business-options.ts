// What the field for a business offers.
import { uuid } from '@onboarding/ui/search';

export const pastedId = (text: string): string | undefined => uuid(text.trim());

interface Found {
  customerId: string;
  companyName: string;
  partnerCustomerId: string;
}

/** Always with the chosen one, by name once it is known. Names can be equal, references cannot. */
export function businessOptions(
  found: readonly Found[] | undefined = [],
  chosen: string | undefined,
  chosenName: string | undefined,
): { value: string; label: string }[] {
  const options = found.map(({ customerId, companyName, partnerCustomerId }) => ({
    value: customerId,
    label: `${companyName} (${partnerCustomerId})`,
  }));
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [{ value: chosen, label: chosenName ?? chosen }, ...options];
}
