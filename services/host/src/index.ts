export { hostSettings, roleNames } from './host.config.js';
export { startHost, type RunningHost } from './start-host.js';
