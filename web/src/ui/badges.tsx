import type { ReactNode } from 'react';
import { Icon } from './icon';

const Badge = ({ variant, icon, children }: { variant: string; icon?: string; children: ReactNode }) => (
  <span className={`badge b-${variant}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
);

/** Not yet viewed, which is independent of the status New. */
export const NewBadge = () => <Badge variant="new">NEW</Badge>;
/** The counterpart of New on the profile. */
export const UnviewedBadge = () => <Badge variant="new">New</Badge>;
export const ViewedBadge = () => (
  <Badge variant="viewed" icon="eye">
    Viewed
  </Badge>
);
export const ImportedBadge = () => (
  <Badge variant="imported" icon="box-arrow-in-down">
    Imported
  </Badge>
);
export const ArchivedBadge = () => <Badge variant="archived">ARCHIVED</Badge>;
export const CustomerBadge = () => (
  <Badge variant="customer" icon="person-check">
    Existing customer
  </Badge>
);
export const CountBadge = ({ children }: { children: ReactNode }) => <Badge variant="count">{children}</Badge>;
interface ToneBadgeProps {
  tone: 'good' | 'warn' | 'bad' | 'accent';
  icon?: string;
  children: ReactNode;
}

/** Good, warning, bad or accented words: 'Sample data', 'Follow-up due today', 'Locked'. */
export const ToneBadge = ({ tone, icon, children }: ToneBadgeProps) => (
  <Badge variant={tone} icon={icon}>
    {children}
  </Badge>
);
