import type { ReactNode } from 'react';
import { Icon } from './icon';
import { RequestId } from './request-id';

interface NoticeProps {
  kind: 'info' | 'success' | 'warning' | 'danger';
  icon?: string;
  /** Screen readers announce an alert at once, a note when they reach it. */
  role?: 'alert' | 'note';
  className?: string;
  children: ReactNode;
  /** A button or link at the end of the line. */
  action?: ReactNode;
  /** The failed request, whose id the notice shows. */
  error?: unknown;
}

/** A framed sentence in a page or dialog. React Bootstrap's Alert would add its transition code. */
export const Notice = ({ kind, icon, role = 'alert', className = '', children, action, error }: NoticeProps) => (
  <div className={`alert alert-${kind} ${className}`.trimEnd()} role={role}>
    {icon && <Icon name={icon} />}
    <div className="flex-fill text-break">
      <div>{children}</div>
      <RequestId error={error} />
    </div>
    {action}
  </div>
);
