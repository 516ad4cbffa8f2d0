import { Empty } from '../states/index.ts';
import { ButtonLink } from './links.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="There is no such page">
      <Empty
        title="The address may be mistyped, or the page has moved"
        action={<ButtonLink to="/">Go to the first page</ButtonLink>}
      />
    </Page>
  );
}
