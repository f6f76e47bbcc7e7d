import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const contracts = fileURLToPath(new URL('../libs/contracts/src/index.ts', import.meta.url));

export default defineConfig(({ mode }) => {
  const settings = loadEnv(mode, fileURLToPath(new URL('.', import.meta.url)), ['API_', 'WEB_']);
  const proxy = { '/api': settings.API_URL ?? 'http://127.0.0.1:8080' };
  const port = Number(settings.WEB_PORT ?? 5173);
  return {
    plugins: [react()],
    resolve: { alias: { '@lead-finder/contracts': contracts } },
    server: { host: '127.0.0.1', port, proxy },
    preview: { host: '127.0.0.1', port, proxy },
    // The content security policy allows no inline code or data: fonts, so every asset is a file of its own,
    // and the preload polyfill, an inline script, stays out.
    build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  };
});
