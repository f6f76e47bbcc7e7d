import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';
import { SessionProvider } from '../features/session/session-provider';
import { ToastProvider } from '../ui/toasts';

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

/** What every page stands in, outermost first: server state, toasts, the session, the router. */
export const App = ({ client, router }: AppProps) => (
  <QueryClientProvider client={client}>
    <ToastProvider>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </ToastProvider>
  </QueryClientProvider>
);
