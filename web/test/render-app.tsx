import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '../src/app/app';
// Loads the layout before a test's clock starts; a browser loads it while it reads the session.
import '../src/app/home-page';
import '../src/app/layout';
import '../src/app/not-found-page';
import { routes } from '../src/app/routes';
import { createQueryClient } from '../src/lib/query-client';

/** Renders the whole page at an address. */
export function renderApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const client = createQueryClient();
  // Without a layout nothing covers an element, and no delay is needed between keys.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return { ...render(<App client={client} router={router} />), router, client, user };
}
