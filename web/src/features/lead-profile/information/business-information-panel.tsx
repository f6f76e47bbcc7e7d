import { memo, type ReactNode } from 'react';
import { Card } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import type { LeadAddress } from '../../../lib/lead-address';
import { emailLink, phoneLink, websiteText } from '../../../lib/links';
import { mapsSearch } from '../../../lib/paths';
import { RelativeTime } from '../../../ui/relative-time';
import type { LeadProfile } from '../api';
import { detailsOf, isImported, linkable } from '../business-facts.rules';
import { DetailField } from './detail-field-panel';

interface BusinessInformationPanelProps {
  lead: LeadAddress;
  profile: LeadProfile;
}

export const BusinessInformationPanel = memo(function BusinessInformationPanel({
  lead,
  profile,
}: BusinessInformationPanelProps) {
  const { business, userBusiness } = profile;
  const details = detailsOf(profile);
  const address = business.formattedAddress ?? business.vicinity ?? '';
  const field = { lead, userBusiness };
  return (
    <Card as="section" className="p-info" aria-label="Business Information">
      <Card.Header as="h2" className="h3">
        Business Information
      </Card.Header>
      <Card.Body>
        <dl className="lf-facts">
          <Fact name="Address" full>
            {address ? <span className="text-break">{address}</span> : <Missing>No address</Missing>}
            {address && !isImported(userBusiness.tags) && (
              <a className="text-nowrap" href={mapsSearch(business.name, address)} {...newTab}>
                View on map
              </a>
            )}
          </Fact>
          <Fact name="Phone">
            <DetailField {...field} detail="phoneNumber" name="phone" type="tel" value={details.phoneNumber}>
              <Linked text={details.phoneNumber} none="No phone" to={linkable.phone} href={phoneLink} />
            </DetailField>
          </Fact>
          <Fact name="Contact person">
            <DetailField
              {...field}
              detail="contactPerson"
              name="contact person"
              type="text"
              value={details.contactPerson}
            >
              <Linked text={details.contactPerson} none="No contact person" />
            </DetailField>
          </Fact>
          <Fact name="Email" full>
            <DetailField {...field} detail="email" name="email" type="email" value={details.email}>
              <Linked text={details.email} none="No email" to={linkable.email} href={emailLink} />
            </DetailField>
          </Fact>
          <Fact name="Website" full>
            <DetailField {...field} detail="website" name="website" type="url" value={details.website}>
              <Website text={details.website} />
            </DetailField>
          </Fact>
          <Fact name="Assigned">
            <span>{formatDate(userBusiness.assignedAt)}</span>
          </Fact>
          {userBusiness.territory && (
            <Fact name="Territory">
              <span className="text-break">{userBusiness.territory.name}</span>
            </Fact>
          )}
          {userBusiness.lastContactedAt && (
            <Fact name="Last contact">
              <span>
                {formatDate(userBusiness.lastContactedAt)}
                <span className="muted">
                  {' · '}
                  <RelativeTime moment={userBusiness.lastContactedAt} />
                </span>
              </span>
            </Fact>
          )}
        </dl>
      </Card.Body>
    </Card>
  );
});

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

const Fact = ({ name, full, children }: { name: string; full?: boolean; children: ReactNode }) => (
  <div className={`lf-fact ${full ? 'full' : ''}`.trimEnd()}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Missing = ({ children }: { children: ReactNode }) => <span className="muted">{children}</span>;

interface LinkedProps {
  text: string;
  none: string;
  /** True if the text is a valid target of the link. Other text is shown as text. */
  to?: (text: string) => boolean;
  href?: (text: string) => string;
}

function Linked({ text, none, to, href }: LinkedProps) {
  if (!text) return <Missing>{none}</Missing>;
  if (href && to?.(text)) {
    return (
      <a className="cut" href={href(text)} title={text}>
        {text}
      </a>
    );
  }
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

function Website({ text }: { text: string }) {
  const address = linkable.website(text);
  if (!address) return <Linked text={text} none="No website" />;
  return (
    <a className="cut" href={address} title={text} {...newTab}>
      {websiteText(text)}
    </a>
  );
}
