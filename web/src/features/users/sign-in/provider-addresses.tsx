import type { IdentityProvider } from '@lead-finder/contracts';
import { formatDate } from '../../../lib/dates';
import { CopyButton } from '../../../ui/copy-button';

/** What both sides enter at the other. */
export const ProviderAddresses = ({ provider }: { provider: IdentityProvider }) =>
  provider.kind === 'saml' ? <SamlAddresses provider={provider} /> : <OidcAddresses provider={provider} />;

const OidcAddresses = ({ provider }: { provider: IdentityProvider }) => (
  <>
    <dt>Issuer</dt>
    <dd>{provider.issuer}</dd>
    <dt>Redirect address, to enter at the provider</dt>
    <dd>
      {provider.redirectAddress}{' '}
      <CopyButton label={`Copy the redirect address for ${provider.name}`} text={provider.redirectAddress} />
    </dd>
    <dt>Back-channel logout address, if the provider has a field for it</dt>
    <dd>
      {provider.backChannelAddress}{' '}
      <CopyButton label={`Copy the logout address for ${provider.name}`} text={provider.backChannelAddress} />
    </dd>
  </>
);

function SamlAddresses({ provider }: { provider: IdentityProvider }) {
  const { name, issuer, entityId, redirectAddress, certificatesEnd } = provider;
  const now = Date.now();
  return (
    <>
      <dt>Provider</dt>
      <dd>{issuer || 'Its entity ID is not entered yet'}</dd>
      <dt>Our entity ID, to enter at the provider</dt>
      <dd>
        {entityId} <CopyButton label={`Copy the entity ID for ${name}`} text={entityId} />
      </dd>
      <dt>Our ACS address, to enter at the provider</dt>
      <dd>
        {redirectAddress} <CopyButton label={`Copy the ACS address for ${name}`} text={redirectAddress} />
      </dd>
      <dt>Our metadata</dt>
      <dd>
        <a
          className="text-decoration-underline"
          href={entityId}
          download="lead-finder-metadata.xml"
          aria-label={`Download our metadata for ${name}`}
        >
          Download
        </a>
        , or give the provider our entity ID, which is its address
      </dd>
      <dt>Certificates of the provider</dt>
      {certificatesEnd.length === 0 && <dd>None is entered yet</dd>}
      {certificatesEnd.map((end) => (
        <dd key={end} className={Date.parse(end) < now ? 'text-danger-emphasis' : undefined}>
          {Date.parse(end) < now ? 'ended' : 'until'} {formatDate(end)}
        </dd>
      ))}
    </>
  );
}
