import { useLocalStorage } from '@mantine/hooks';

/** Whether this browser's person uses keys; kept for the next visit. */
export const useKeysOn = () =>
  useLocalStorage({ key: 'onboarding-keys', defaultValue: true, getInitialValueInEffect: false });
