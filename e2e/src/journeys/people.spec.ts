import { runFolder, startOidcPeer, startSamlPeer, type OidcPeer, type SamlPeer } from '@lead-finder/testing';
import { visit, type Visited } from '../product/visitor.js';
import { accounts } from './accounts.js';
import { session } from './session.js';
import { signInByProvider } from './sign-in-by-provider.js';
import { signInBySaml } from './sign-in-by-saml.js';
import { team } from './team.js';

const dataDir = runFolder('people');
let oidc: OidcPeer;
let saml: SamlPeer;
let product: Visited;
beforeAll(async () => {
  oidc = await startOidcPeer();
  // Another site than 127.0.0.1, so that the browser sends no cookie with the form of the provider.
  saml = await startSamlPeer({ host: 'localhost' });
  const providers = [oidc.issuer, new URL(saml.metadataAddress).origin];
  product = await visit({ DATA_DIR: dataDir, INTERNAL_IDENTITY_PROVIDERS: providers.join() });
});
afterAll(async () => {
  await product?.close();
  await oidc?.stop();
  await saml?.stop();
}, 60_000);

team(() => product);
accounts(() => product);
session(() => product, dataDir);
signInBySaml(
  () => product,
  () => saml,
);
signInByProvider(
  () => product,
  () => oidc,
);

it('left no error in the pages', () => expect(product.problems).toEqual([]));
