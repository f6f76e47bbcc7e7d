import { Button } from 'react-bootstrap';
import { HttpError } from '../../lib/http';
import { ownerName } from '../../lib/owner-name';
import { Notice } from '../../ui/notice';
import type { LeadProfile } from './api';
import { RecyclingBanner } from './recycling-banner';
import { isDoNotContact } from './business-facts.rules';

interface BannersPanelProps {
  profile: LeadProfile;
  isOwn: boolean;
  /** Why the last refresh of the profile failed. */
  error: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

/** The banners above the profile: another user's lead, 'Do not contact', and that the page is out of date. */
export const BannersPanel = ({ profile, isOwn, error, onRetry, onLeave }: BannersPanelProps) => (
  <>
    {profile.standsIn && (
      <Notice kind="info" role="note" icon="person-lines-fill">
        You stand in for <b>{ownerName(profile)}</b>. You can comment on this lead, plan a follow-up and complete the
        due ones on My day. Everything else stays with its user.
      </Notice>
    )}
    {!profile.user && (
      <Notice kind="info" role="note" icon="inbox">
        This lead is in the <b>{ownerName(profile)}</b>. Its people can claim it, and you can reassign it. Until then it
        has no user, so it cannot be changed.
      </Notice>
    )}
    {profile.user && !isOwn && !profile.standsIn && (
      <Notice kind="info" role="note" icon="person-lines-fill">
        This lead is assigned to <b>{ownerName(profile)}</b>. You can comment on it, plan a follow-up and reassign it.
        Everything else stays with its user.
      </Notice>
    )}
    {profile.recycling && <RecyclingBanner {...profile.recycling} />}
    {isDoNotContact(profile.userBusiness.tags) && (
      <Notice kind="danger" role="note" icon="slash-circle">
        <b>Do not contact.</b> This business asked not to be contacted. It is left out of My day and Next lead.
      </Notice>
    )}
    {error !== null && <OutdatedBanner error={error} onRetry={onRetry} onLeave={onLeave} />}
  </>
);

/** The page stays as it is, so that the user can still copy typed text from it. */
function OutdatedBanner({ error, onRetry, onLeave }: Omit<BannersPanelProps, 'profile' | 'isOwn'>) {
  const { text, isFinal } = outdatedReason(error);
  return (
    <Notice
      kind="warning"
      icon="exclamation-triangle"
      error={error}
      action={
        <Button size="sm" variant="outline-secondary" onClick={isFinal ? onLeave : onRetry}>
          {isFinal ? 'Back to CRM Dashboard' : 'Try Again'}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

function outdatedReason(error: unknown): { text: string; isFinal: boolean } {
  const status = error instanceof HttpError ? error.status : undefined;
  const copyNote = 'Nothing more can be saved here, but what you typed still stands below for you to copy.';
  if (status === 403)
    return { text: `This business was assigned to another user meanwhile. ${copyNote}`, isFinal: true };
  if (status === 404) return { text: `This business was deleted meanwhile. ${copyNote}`, isFinal: true };
  return {
    text: 'Lead Finder could not be reached, so this page may show an older state. What you typed is kept.',
    isFinal: false,
  };
}
