import { Empty } from '../states/index.ts';
import { ButtonLink } from './links.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty
        title="The address may be mistyped, or the page may have moved"
        action={<ButtonLink to="/">Go to the start page</ButtonLink>}
      />
    </Page>
  );
}
