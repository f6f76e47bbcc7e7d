// npm start [-- --empty]
// Serves the whole product from one process. Installs and builds it first if needed.
import { prepare, workspace } from './prepare.mjs';

// The default DATA_DIR is a folder of the checkout.
process.chdir(workspace);
await prepare();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await import('../services/host/dist/main.js');
