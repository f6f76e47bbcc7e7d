import { Icon } from './icon';

/** In the order in which they are shown everywhere (decisions, section 5). Status is a shape first, a colour second. */
export const leadStatusLooks = {
  new: { label: 'New', icon: 'circle', className: 'new' },
  in_progress: { label: 'In Progress', icon: 'circle-half', className: 'in-progress' },
  recontact: { label: 'Recontact', icon: 'clock-fill', className: 'recontact' },
  closed_won: { label: 'Closed (Won)', icon: 'check-circle-fill', className: 'won' },
  closed_lost: { label: 'Closed (Lost)', icon: 'x-circle-fill', className: 'lost' },
} as const;

export type LeadStatus = keyof typeof leadStatusLooks;

export const leadStatuses = Object.keys(leadStatusLooks) as LeadStatus[];

export const statusLabel = (status: LeadStatus): string => leadStatusLooks[status].label;

/** The class that gives an element a status' colours: pins, legends, buttons. */
export const statusClass = (status: LeadStatus): string => `s-${leadStatusLooks[status].className}`;

export const StatusIcon = ({ status, className }: { status: LeadStatus; className?: string }) => (
  <Icon name={leadStatusLooks[status].icon} className={className} />
);

export const StatusPill = ({ status }: { status: LeadStatus }) => (
  <span className={`lf-status ${leadStatusLooks[status].className}`}>
    <StatusIcon status={status} />
    {statusLabel(status)}
  </span>
);
