// Names of countries stand on most pages, and every page calls the service, so both come with the first one.
import '@onboarding/ui/countries';
import { showSite } from '@onboarding/ui/site';
import './api/client.ts';
import { router } from './routes.tsx';

showSite(router);
