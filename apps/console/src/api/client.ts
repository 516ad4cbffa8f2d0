import { createClient } from '@onboarding/ui/api';
import { OPERATIONS, type Operations } from './operations.gen.ts';

export const { useCall, useAction, operation } = createClient<Operations>(OPERATIONS);
