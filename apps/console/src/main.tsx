// Most pages show names of countries and every page calls the service, so both are in the first bundle.
import '@onboarding/ui/countries';
import { showSite } from '@onboarding/ui/site';
import './api/client.ts';
import { router } from './routes.tsx';

showSite(router);
