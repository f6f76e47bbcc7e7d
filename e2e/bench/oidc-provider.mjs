// A process of its own with an OpenID provider (`oidc-provider`). Its users sign in without a form, by their `login_hint`.
// It sends its address to its parent, registers the redirect address that the parent sends, and answers `calls`.
import { startOidcPeer } from '../../libs/testing/dist/index.js';

// The ID token has the claims, as that of Entra ID, Google and Keycloak.
const peer = await startOidcPeer({ inIdToken: true });
peer.accountOf = (hint) => ({
  sub: hint,
  email: `${hint}@example.com`,
  email_verified: true,
  name: `Person ${hint}`,
  preferred_username: hint,
  groups: ['staff'],
});
process.on('message', ({ redirectAddress }) => {
  if (redirectAddress) peer.register(redirectAddress);
  process.send({ calls: Object.fromEntries(peer.calls), cpu: process.cpuUsage() });
});
process.on('disconnect', () => process.exit());
process.send({ issuer: peer.issuer, clientId: peer.clientId, clientSecret: peer.clientSecret });
