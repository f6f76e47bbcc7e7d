// Runs the system that the specs of one test run share. It stops when the test run disconnects.
import { startSystem } from './start-system.js';

const { url, databaseUrl, dataDir, stop } = await startSystem('inside one process');
process.once('disconnect', () => void stop().then(() => process.exit()));
process.send!(JSON.stringify({ url, databaseUrl, dataDir }));
