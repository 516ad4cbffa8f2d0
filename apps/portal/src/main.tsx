import { showSite } from '@onboarding/ui/site';
import { router } from './routes.tsx';

showSite(router);
