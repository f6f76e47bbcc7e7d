import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';
import { SessionProvider } from '../features/session/session-provider';
import { ToastProvider } from '../ui/toasts';

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

/** Wraps every page in its providers, outermost first: server state, toasts, session, router. */
export const App = ({ client, router }: AppProps) => (
  <QueryClientProvider client={client}>
    <ToastProvider>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </ToastProvider>
  </QueryClientProvider>
);
