import type { ReactNode } from 'react';
import { Icon } from './icon';

const Badge = ({ look, icon, children }: { look: string; icon?: string; children: ReactNode }) => (
  <span className={`badge b-${look}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
);

/** Not yet viewed, which is independent of the status New. */
export const NewBadge = () => <Badge look="new">NEW</Badge>;
/** The counterpart of New on the profile. */
export const UnviewedBadge = () => <Badge look="new">New</Badge>;
export const ViewedBadge = () => (
  <Badge look="viewed" icon="eye">
    Viewed
  </Badge>
);
export const ImportedBadge = () => (
  <Badge look="imported" icon="box-arrow-in-down">
    Imported
  </Badge>
);
export const ArchivedBadge = () => <Badge look="archived">ARCHIVED</Badge>;
export const CustomerBadge = () => (
  <Badge look="customer" icon="person-check">
    Existing customer
  </Badge>
);
export const CountBadge = ({ children }: { children: ReactNode }) => <Badge look="count">{children}</Badge>;
interface ToneBadgeProps {
  tone: 'good' | 'warn' | 'bad' | 'accent';
  icon?: string;
  children: ReactNode;
}

/** Good, warning, bad or accented words: 'Sample data', 'Follow-up due today', 'Locked'. */
export const ToneBadge = ({ tone, icon, children }: ToneBadgeProps) => (
  <Badge look={tone} icon={icon}>
    {children}
  </Badge>
);
