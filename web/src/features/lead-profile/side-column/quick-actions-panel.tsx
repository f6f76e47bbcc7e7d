import { memo, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { mapsSearch } from '../../../lib/paths';
import { isAdmin, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { ArchiveDialog, CustomerDialog, DeleteDialog } from './action-dialogs';
import { type LeadProfile, useCheckIn, useRestore, useUnmarkCustomer } from '../api';
import { detailsOf, isImported, linkable } from '../business-facts.rules';
import { ReassignDialog } from './reassign-dialog';
import { ReturnDialog } from './return-dialog';

interface QuickActionsPanelProps {
  lead: LeadAddress;
  profile: LeadProfile;
  isOwn: boolean;
  /** Called after the lead was archived, reassigned or deleted. */
  onLeave: () => void;
}

export const QuickActionsPanel = memo(function QuickActionsPanel({
  lead,
  profile,
  isOwn,
  onLeave,
}: QuickActionsPanelProps) {
  const { business, userBusiness } = profile;
  const user = useUser();
  // docs/product/pool.md#leads-in-a-pool
  const mayDispose = isOwn || (!profile.user && isAdmin(user));
  const [open, setOpen] = useState<'reassign' | 'return' | 'archive' | 'customer' | 'delete' | null>(null);
  const restore = useRestore(lead);
  const unmark = useUnmarkCustomer(lead);
  const { checkIn, isPending: isCheckingIn } = useCheckIn(lead);
  const website = linkable.website(detailsOf(profile).website);
  const dialog = { lead, profile, onClose: () => setOpen(null) };
  return (
    <Card as="section" className="lf-side p-acts" aria-label="Quick Actions">
      <Card.Header as="h2" className="h3">
        Quick Actions
      </Card.Header>
      <Card.Body className="p-2">
        {website && <OutsideAction icon="box-arrow-up-right" label="Visit Website" href={website} />}
        {!isImported(userBusiness.tags) && (
          <OutsideAction
            icon="geo-alt"
            label="Open in Maps"
            href={mapsSearch(business.name, business.formattedAddress ?? business.vicinity)}
          />
        )}
        {isOwn && 'geolocation' in navigator && (
          <Action icon="pin-map" label="Check in" pending={isCheckingIn} onClick={checkIn} />
        )}
        {!profile.standsIn && (
          <Action icon="person-lines-fill" label="Reassign Business" onClick={() => setOpen('reassign')} />
        )}
        {!profile.standsIn && profile.user && (
          <Action icon="inbox" label="Return to Pool" onClick={() => setOpen('return')} />
        )}
        {mayDispose && (
          <>
            {userBusiness.archived ? (
              <Action
                icon="arrow-counterclockwise"
                label="Restore from Archive"
                pending={restore.isPending}
                onClick={() => restore.mutate()}
              />
            ) : (
              <Action icon="archive" label="Archive Business" onClick={() => setOpen('archive')} />
            )}
            {userBusiness.existingCustomer ? (
              <Action
                icon="person-dash"
                label="Remove Existing Customer Mark"
                pending={unmark.isPending}
                onClick={() => unmark.mutate()}
              />
            ) : (
              <Action icon="person-check" label="Mark as Existing Customer" onClick={() => setOpen('customer')} />
            )}
            <hr />
            <Action icon="trash3" label="Permanently Delete" className="del" onClick={() => setOpen('delete')} />
          </>
        )}
      </Card.Body>
      {open === 'reassign' && <ReassignDialog {...dialog} onLeave={onLeave} />}
      {open === 'return' && <ReturnDialog {...dialog} onLeave={onLeave} />}
      {open === 'archive' && <ArchiveDialog {...dialog} onLeave={onLeave} />}
      {open === 'customer' && <CustomerDialog {...dialog} />}
      {open === 'delete' && <DeleteDialog {...dialog} onLeave={onLeave} />}
    </Card>
  );
});

interface ActionProps {
  icon: string;
  label: string;
  className?: string;
  pending?: boolean;
  onClick: () => void;
}

const Action = ({ icon, label, className, pending, onClick }: ActionProps) => (
  <Button variant="ghost" className={className} disabled={pending} onClick={onClick}>
    {pending ? <ButtonSpinner /> : <Icon name={icon} />}
    {label}
  </Button>
);

const OutsideAction = ({ icon, label, href }: { icon: string; label: string; href: string }) => (
  <a className="btn btn-ghost" href={href} target="_blank" rel="noopener noreferrer">
    <Icon name={icon} />
    {label}
  </a>
);
