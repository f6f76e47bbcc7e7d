// npm start [-- --empty]
// Serves the whole product from one process; installs and builds first where that is needed.
import { prepare, workspace } from './prepare.mjs';

// The default DATA_DIR is a folder of the checkout, wherever this was called from.
process.chdir(workspace);
await prepare();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await import('../services/host/dist/main.js');
