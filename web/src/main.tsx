import './ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { App } from './app/app';
import { fetchCode, routes } from './app/routes';
import { currentUser, setup } from './features/session/api';
import { paths } from './lib/paths';
import { createQueryClient } from './lib/query-client';
import { registerOfflinePage } from './offline/register';
import { startTheme } from './ui/theme';

/** So long an empty page is no longer than one feels. */
const maxBlankMs = 300;

startTheme();
const client = createQueryClient();
// Asked for before anything is drawn: the page's code, who is there, and for the sign-in whether anybody has an account.
const code = fetchCode(location.pathname);
void client.prefetchQuery(currentUser);
if (location.pathname === paths.auth) void client.prefetchQuery(setup);
if (import.meta.env.PROD) registerOfflinePage();

// The page of all components is the developers' alone; the build leaves it out with everything that only it imports.
const components: RouteObject = {
  path: '/_components',
  lazy: async () => ({ Component: (await import('./dev/components-page')).ComponentsPage }),
};
const router = createBrowserRouter(import.meta.env.DEV ? [components, ...routes] : routes);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const app = (
  <StrictMode>
    <App client={client} router={router} />
  </StrictMode>
);
// What is on its way already is drawn in one go; whoever waits longer sees that something goes on.
void Promise.race([code, new Promise((resolve) => setTimeout(resolve, maxBlankMs))]).then(() =>
  createRoot(root).render(app),
);
