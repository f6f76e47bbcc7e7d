import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence below the title; left out on phones. */
  subtitle?: ReactNode;
  /** A subtitle that says what nothing else on the page says stays on phones too. */
  isSubtitleOnPhones?: boolean;
  /** Buttons at the end. Words inside a `.lbl` span are left out on phones, where the icon stands alone. */
  actions?: ReactNode;
  back?: { to: string; label: string };
}

/** A subtitle that is on its way: its line is kept, so that nothing below it jumps. */
export const awaited = '\u00a0';

export const PageHeader = ({ title, subtitle, isSubtitleOnPhones, actions, back }: PageHeaderProps) => (
  <>
    {back && <BackLink {...back} />}
    <div className="lf-head inline">
      <div>
        <h1 className="text-break">{title}</h1>
        {subtitle && <p className={isSubtitleOnPhones ? undefined : 'hide-sm'}>{subtitle}</p>}
      </div>
      {actions && <div className="lf-head-end">{actions}</div>}
    </div>
  </>
);

export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link className="lf-back" to={to}>
    <Icon name="arrow-left" />
    {label}
  </Link>
);
