import type { ReactNode } from 'react';
import { Icon } from './icon';

interface NoticeProps {
  kind: 'info' | 'success' | 'warning' | 'danger';
  icon?: string;
  /** An alert is read out as soon as it stands there; a note when it is reached. */
  role?: 'alert' | 'note';
  className?: string;
  children: ReactNode;
  /** A button or link at the end of the line. */
  action?: ReactNode;
}

/** A sentence in a frame inside a page or a dialog. React Bootstrap's own brings the code of its fading away along. */
export const Notice = ({ kind, icon, role = 'alert', className = '', children, action }: NoticeProps) => (
  <div className={`alert alert-${kind} ${className}`.trimEnd()} role={role}>
    {icon && <Icon name={icon} />}
    <div className="flex-fill text-break">{children}</div>
    {action}
  </div>
);
