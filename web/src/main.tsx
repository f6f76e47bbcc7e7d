import './ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { App } from './app/app';
import { fetchCode, routes } from './app/routes';
import { currentUser, setup } from './features/session/api';
import { paths } from './lib/paths';
import { createQueryClient } from './lib/query-client';
import { registerServiceWorker } from './offline/register';
import { startTheme } from './ui/theme';

/** An empty page of this length is not noticed. */
const maxBlankMs = 300;

startTheme();
const client = createQueryClient();
// Starts the loads before the first render: the page's code, the session, and for the sign-in whether any account
// exists.
const code = fetchCode(location.pathname);
void client.prefetchQuery(currentUser);
if (location.pathname === paths.auth) void client.prefetchQuery(setup);

// The page of components is for developers; the build removes it and what only it imports.
const components: RouteObject = {
  path: '/_components',
  lazy: async () => ({ Component: (await import('./dev/components-page')).ComponentsPage }),
};
const router = createBrowserRouter(import.meta.env.DEV ? [components, ...routes] : routes);

if (import.meta.env.PROD) registerServiceWorker((path) => void router.navigate(path));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const app = (
  <StrictMode>
    <App client={client} router={router} />
  </StrictMode>
);
// Renders once if the code loads soon, otherwise shows the spinner first.
void Promise.race([code, new Promise((resolve) => setTimeout(resolve, maxBlankMs))]).then(() =>
  createRoot(root).render(app),
);
