export { gatewaySettings, type GatewaySettings } from './gateway.config.js';
export { startGateway, type RunningGateway } from './start-gateway.js';
