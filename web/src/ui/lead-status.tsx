import { Icon } from './icon';

/** In the order of docs/product/one-lead.md#lead-status. A status has a shape as well as a colour. */
export const leadStatusStyles = {
  new: { label: 'New', icon: 'circle', className: 'new' },
  in_progress: { label: 'In Progress', icon: 'circle-half', className: 'in-progress' },
  recontact: { label: 'Recontact', icon: 'clock-fill', className: 'recontact' },
  closed_won: { label: 'Closed (Won)', icon: 'check-circle-fill', className: 'won' },
  closed_lost: { label: 'Closed (Lost)', icon: 'x-circle-fill', className: 'lost' },
} as const;

export type LeadStatus = keyof typeof leadStatusStyles;

export const leadStatuses = Object.keys(leadStatusStyles) as LeadStatus[];

export const statusLabel = (status: LeadStatus): string => leadStatusStyles[status].label;

/** The class with a status's colours, for pins, legends and buttons. */
export const statusClass = (status: LeadStatus): string => `s-${leadStatusStyles[status].className}`;

export const StatusIcon = ({ status, className }: { status: LeadStatus; className?: string }) => (
  <Icon name={leadStatusStyles[status].icon} className={className} />
);

export const StatusPill = ({ status, label = statusLabel(status) }: { status: LeadStatus; label?: string }) => (
  <span className={`lf-status ${leadStatusStyles[status].className}`}>
    <StatusIcon status={status} />
    {label}
  </span>
);
