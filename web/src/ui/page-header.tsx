import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence below the title; omitted on phones. */
  subtitle?: ReactNode;
  /** Shows the subtitle on phones too, because it contains information of its own. */
  isSubtitleOnPhones?: boolean;
  /** Buttons at the end. Words in a `.lbl` span are hidden on phones, where only the icon remains. */
  actions?: ReactNode;
  back?: { to: string; label: string };
}

/** Reserves the line of a subtitle that is loading, so that nothing below it jumps. */
export const loadingSubtitle = '\u00a0';

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
