import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useReducer, useRef } from 'react';
import { CloseButton } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../lib/http';
import { emailLink, phoneLink } from '../../../lib/links';
import { paths } from '../../../lib/paths';
import { ImportedBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { RequestId } from '../../../ui/request-id';
import { StatusPill } from '../../../ui/lead-status';
import { Skeleton } from '../../../ui/skeleton';
import { type LeadMap, type LeadProfile, useLeadDetails } from '../api';
import { contactOf } from '../contact.rules';
import { rememberPosition } from '../use-return';

interface MapPopupProps {
  map: LeafletMap;
  lead: LeadMap['leads'][number];
  onClose: () => void;
}

/** Space above and beside a pin for its popup, in pixels. */
const popupMargin = { paddingTopLeft: [180, 340], paddingBottomRight: [180, 60] } as const satisfies Record<
  string,
  [number, number]
>;

/** A card over its pin, on phones at the bottom of the map. It reads the details of the lead when it opens. */
export function MapPopup({ map, lead, onClose }: MapPopupProps) {
  const { x, y } = usePinPosition(map, lead);
  const card = useRef<HTMLDivElement>(null);
  const { data: profile, error, refetch } = useLeadDetails(lead.uuid);

  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    const { x: width, y: height } = map.getSize();
    const fits = width > 440 && height > 420;
    if (fits) map.panInside([lead.latitude, lead.longitude], popupMargin);
  }, [map, lead.uuid, lead.latitude, lead.longitude]);

  return (
    <div
      ref={card}
      className="lf-mapbox lf-popup"
      role="dialog"
      aria-label={lead.name}
      tabIndex={-1}
      style={{ left: x, top: y, translate: '-50% calc(-100% - 28px)' }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="d-flex gap-2 align-items-start">
        <b className="flex-grow-1 lf-popup-name">{lead.name}</b>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div className="d-flex gap-2 mt-2 align-items-center">
        <StatusPill status={profile?.userBusiness.status ?? lead.status} />
        {profile && contactOf(profile).isImported && <ImportedBadge />}
      </div>
      {profile && <Facts profile={profile} />}
      {!profile && !error && (
        <div className="d-grid gap-2 my-3" aria-busy="true">
          <Skeleton width="84%" />
          <Skeleton width="60%" />
          <Skeleton width="48%" />
        </div>
      )}
      {!profile && error && (
        <p className="my-2 text-break" role="alert">
          {messageOf(error, 'The rest could not be loaded.')}{' '}
          <button type="button" className="btn btn-link btn-sm p-0 border-0" onClick={() => void refetch()}>
            Try Again
          </button>
          <RequestId error={error} />
        </p>
      )}
      <div className="d-flex gap-2">
        <Link
          className="btn btn-primary btn-sm flex-grow-1"
          to={paths.lead(lead)}
          onClick={() => rememberPosition(lead.id)}
        >
          View Profile
        </Link>
        {profile && <PopupLinks profile={profile} />}
      </div>
    </div>
  );
}

function Facts({ profile }: { profile: LeadProfile }) {
  const { address, assignee, phone, email, website, websiteHref } = contactOf(profile);
  const facts = [
    address && { icon: 'geo-alt', label: 'Address', text: address },
    { icon: 'person', label: 'Assigned to', text: assignee },
    phone && { icon: 'telephone', label: 'Phone', text: <a href={phoneLink(phone)}>{phone}</a> },
    email && { icon: 'envelope', label: 'Email', text: <a href={emailLink(email)}>{email}</a> },
    website && !websiteHref && { icon: 'globe2', label: 'Website', text: website },
  ].filter((fact) => typeof fact === 'object');
  return (
    <dl>
      {facts.map(({ icon, label, text }) => (
        <div className="lf-contents" key={label}>
          <dt>
            <Icon name={icon} />
            <span className="visually-hidden">{label}</span>
          </dt>
          <dd className="soft text-break">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function PopupLinks({ profile }: { profile: LeadProfile }) {
  const { websiteHref, mapsHref } = contactOf(profile);
  return (
    <>
      {websiteHref && (
        <a className="btn btn-outline-secondary btn-sm" href={websiteHref} target="_blank" rel="noreferrer">
          <Icon name="globe2" />
          Website
        </a>
      )}
      {mapsHref && (
        <a
          className="btn btn-outline-secondary btn-sm btn-icon"
          aria-label="Open in Maps"
          title="Open in Maps"
          href={mapsHref}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="sign-turn-right" />
        </a>
      )}
    </>
  );
}

/** The position of the pin on the screen, updated while the map moves. */
function usePinPosition(map: LeafletMap, { latitude, longitude }: MapPopupProps['lead']) {
  const [, follow] = useReducer((moves: number) => moves + 1, 0);
  useEffect(() => {
    map.on('move zoom resize', follow);
    return () => void map.off('move zoom resize', follow);
  }, [map]);
  return map.latLngToContainerPoint([latitude, longitude]);
}
