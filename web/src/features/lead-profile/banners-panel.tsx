import { Button } from 'react-bootstrap';
import { HttpError } from '../../lib/http';
import { Notice } from '../../ui/notice';
import type { LeadProfile } from './api';
import { isDoNotContact } from './business-facts.rules';

interface BannersPanelProps {
  profile: LeadProfile;
  /** Why the profile could not be read again since it was opened. */
  error: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

/** What stands above everything else: that nobody may be contacted, or that the page has been overtaken. */
export const BannersPanel = ({ profile, error, onRetry, onLeave }: BannersPanelProps) => (
  <>
    {isDoNotContact(profile.userBusiness.tags) && (
      <Notice kind="danger" role="note" icon="slash-circle">
        <b>Do not contact.</b> This business asked not to be contacted. It is left out of My day and Next lead.
      </Notice>
    )}
    {error !== null && <OvertakenBanner error={error} onRetry={onRetry} onLeave={onLeave} />}
  </>
);

/** The page stays as it is, so that what was typed can still be copied from it. */
function OvertakenBanner({ error, onRetry, onLeave }: Omit<BannersPanelProps, 'profile'>) {
  const { text, isFinal } = happened(error);
  return (
    <Notice
      kind="warning"
      icon="exclamation-triangle"
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

function happened(error: unknown): { text: string; isFinal: boolean } {
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
