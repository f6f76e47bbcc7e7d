import './ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { routes } from './app/routes';
import { createQueryClient } from './lib/query-client';
import { startTheme } from './ui/theme';

startTheme();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
createRoot(root).render(
  <StrictMode>
    <App client={createQueryClient()} router={createBrowserRouter(routes)} />
  </StrictMode>,
);
