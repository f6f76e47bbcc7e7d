import { formatTime } from '../../lib/dates';
import type { User } from './api';

type AccountStatus = 'active' | 'inactive' | 'locked';

/** An active lock takes precedence over the other states (docs/product/accounts.md#account-status). */
export function accountStatus({ lockedUntil, active }: Pick<User, 'lockedUntil' | 'active'>): AccountStatus {
  if (lockedUntil && new Date(lockedUntil).getTime() > Date.now()) return 'locked';
  return active ? 'active' : 'inactive';
}

const styles: Record<AccountStatus, { label: string; className: string }> = {
  active: { label: 'Active', className: 'ok' },
  inactive: { label: 'Inactive', className: '' },
  locked: { label: 'Locked', className: 'gone' },
};

export function AccountStatusDot({ user }: { user: User }) {
  const status = accountStatus(user);
  const { label, className } = styles[status];
  const until = status === 'locked' && user.lockedUntil ? `Locked until ${formatTime(user.lockedUntil)}` : undefined;
  return (
    <span className={`lf-biz ${className}`.trimEnd()} title={until}>
      {label}
    </span>
  );
}
