import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { compressed } from './vite/compressed.ts';
import { type Early, earlyRequests } from './vite/early-requests.ts';
import { offlinePage } from './vite/offline-page.ts';
import { usedIcons } from './vite/used-icons.ts';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const contracts = at('../libs/contracts/src/index.ts');
const workbooks = at('../libs/workbooks/src/index.ts');

/** The router's package exports only its development build with all warnings, so this resolves the production build. */
const leanRouter = [
  { find: /^react-router$/, replacement: at('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: at('../node_modules/react-router/dist/production/dom-export.mjs') },
];

/**
 * A group holds what its modules import, except what a group of higher priority has. Without groups each page would
 * load dozens of small files, six at a time, which costs a phone more time than their bytes.
 */
const groups = [
  // The offline page needs only these.
  { name: 'theme', test: /\/src\/(ui\/theme|lib\/browser-store)\.ts$/, priority: 3 },
  { name: 'base', test: /\/src\/(main|features\/session\/auth-page)\.tsx$/, priority: 2 },
  {
    name: 'frame',
    test: /\/src\/(app\/(layout|home-page)|features\/my-day\/my-day-summary|ui\/[\w-]+|lib\/[\w-]+)\.tsx?$|\/react-bootstrap\/.*\/(Card|Table|ProgressBar)\.js$/,
    priority: 1,
  },
];

const ofLayout = (...code: string[]): Early => ({ code: ['app/layout.tsx', ...code] });
const ofHome = (...code: string[]) => ofLayout('app/home-page.tsx', ...code);

/** The pages of app/routes.tsx inside the layout. */
const pages = {
  '/': ofHome(),
  '/search': ofHome('features/search/search-page.tsx'),
  '/crm': ofHome('features/lead-list/crm-page.tsx', 'features/my-day/my-day-summary.tsx'),
  '/business/uuid/:uuid': {
    ...ofLayout('features/lead-profile/lead-profile-page.tsx'),
    answers: [
      '/api/business-profile-by-uuid/:uuid',
      '/api/assignment-history-by-uuid/:uuid',
      '/api/all-tags',
      '/api/custom-fields',
    ],
  },
  '/business/:id': ofLayout('features/lead-profile/lead-profile-page.tsx'),
  '/my-day': { ...ofLayout('app/my-day.tsx'), answers: ['/api/my-day?pageSize=50', '/api/progress/my-week'] },
  '/users': ofLayout('features/users/users-page.tsx'),
  '/import': ofLayout('features/imports/import-page.tsx'),
  '/progress': ofLayout('features/progress/team/team-progress-page.tsx'),
  '/audit': ofLayout('features/audit/audit-page.tsx'),
};

export default defineConfig(({ mode, command }) => {
  const settings = loadEnv(mode, at('.'), ['API_', 'WEB_']);
  const proxy = { '/api': settings.API_URL ?? 'http://127.0.0.1:8080' };
  const port = Number(settings.WEB_PORT ?? 5173);
  return {
    plugins: [
      react(),
      usedIcons({ sources: at('src'), cache: at('.cache/icons') }),
      offlinePage(),
      earlyRequests(pages),
      compressed(),
    ],
    resolve: {
      alias: [
        { find: '@lead-finder/contracts', replacement: contracts },
        { find: '@lead-finder/workbooks', replacement: workbooks },
        ...(command === 'build' ? leanRouter : []),
      ],
    },
    server: { host: '127.0.0.1', port, proxy },
    preview: { host: '127.0.0.1', port, proxy },
    // The content security policy allows no inline code and no data: fonts, so every asset is a file of its own,
    // and the preload polyfill, an inline script, is off.
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          index: at('index.html'),
          offline: at('offline.html'),
          'service-worker': at('src/offline/service-worker.ts'),
        },
        // A service worker has a fixed address; all other files have a hash of their content in their names.
        output: {
          entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          codeSplitting: { groups },
        },
      },
    },
  };
});
