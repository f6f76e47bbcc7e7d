// npm start [-- --empty]: installs and builds if needed, and serves the whole product from one process.
import { prepare, workspace } from './prepare.mjs';

// The default DATA_DIR is a folder of the checkout.
process.chdir(workspace);
await prepare();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await import('../services/host/dist/main.js');
