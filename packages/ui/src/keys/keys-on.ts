import { useLocalStorage } from '@mantine/hooks';

/** Whether the person uses keys in this browser; stored for the next visit. */
export const useKeysOn = () =>
  useLocalStorage({ key: 'onboarding-keys', defaultValue: true, getInitialValueInEffect: false });
