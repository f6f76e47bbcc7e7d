import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates';
import { phoneLink } from '../../lib/links';
import { ownerName } from '../../lib/owner-name';
import { ArchivedBadge, CustomerBadge, ImportedBadge, UnviewedBadge, ViewedBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import type { LeadProfile } from './api';
import { detailsOf, isDoNotContact, isImported, linkable } from './business-facts.rules';

interface ProfileHeaderPanelProps {
  profile: LeadProfile;
  /** Buttons before the call button. */
  neighbours: ReactNode;
  onLeave: () => void;
}

export function ProfileHeaderPanel({ profile, neighbours, onLeave }: ProfileHeaderPanelProps) {
  const { business, userBusiness, user } = profile;
  const phone = detailsOf(profile).phoneNumber;
  const mayCall = linkable.phone(phone) && !isDoNotContact(userBusiness.tags);
  return (
    <>
      <button type="button" className="lf-back border-0 bg-transparent p-0" onClick={onLeave}>
        <Icon name="arrow-left" />
        Back to CRM
      </button>
      <div className="lf-head lf-profile-head align-items-center">
        <div>
          <h1 className="text-break">{business.name}</h1>
          <div className="d-flex gap-2 mt-2 align-items-center flex-wrap">
            {/* 'New' alone would contradict 'Viewed' beside it. */}
            <StatusPill status={userBusiness.status} label={userBusiness.status === 'new' ? 'New Lead' : undefined} />
            {userBusiness.viewed ? <ViewedBadge /> : <UnviewedBadge />}
            {isImported(userBusiness.tags) && <ImportedBadge />}
            {userBusiness.archived && <ArchivedBadge />}
            {userBusiness.existingCustomer && <CustomerBadge />}
            <span className="muted small text-break">
              {user ? 'Assigned to' : 'In the'} {ownerName(profile)} · {formatDate(userBusiness.assignedAt)}
            </span>
          </div>
        </div>
        <div className="lf-head-end">
          {neighbours}
          {mayCall && (
            <a className="btn btn-primary" href={phoneLink(phone)}>
              <Icon name="telephone" />
              Call
            </a>
          )}
        </div>
      </div>
    </>
  );
}
