export { gatewaySettings, type GatewaySettings } from './gateway.config.js';
export { requestClasses } from './http/requests/request-class.js';
export { startGateway, type RunningGateway } from './start-gateway.js';
