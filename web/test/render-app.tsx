import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '../src/app/app';
// The frame of the pages is there before a test's clock runs; a browser fetches it while it asks who is there.
import '../src/app/home-page';
import '../src/app/layout';
import '../src/app/not-found-page';
import { routes } from '../src/app/routes';
import { createQueryClient } from '../src/lib/query-client';

/** The whole page at an address, as a browser would open it. */
export function renderApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const client = createQueryClient();
  // Without a layout nothing covers anything; and nobody is waited for between two strokes.
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return { ...render(<App client={client} router={router} />), router, client, person };
}
