import { showSite } from '@onboarding/ui/site';
// Every page calls the service, so it comes with the first one.
import './api/client.ts';
import { router } from './routes.tsx';

showSite(router);
