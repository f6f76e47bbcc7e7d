import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { HelpButton } from '../../ui/help-button';
import { LogoMark } from '../../ui/logo';
import { MapArt } from './map-art';

interface AuthFrameProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

/** The frame of every page before sign-in: the form on the left, on wide screens a map on the right. */
export const AuthFrame = ({ title, subtitle, children }: AuthFrameProps) => (
  <div className="lf-auth">
    <main>
      <Link className="lf-logo mb-5" to={paths.auth}>
        <LogoMark />
        Lead Finder
      </Link>
      <h1 className="mb-1">{title}</h1>
      {subtitle && <p className="muted">{subtitle}</p>}
      <div className="mt-4">{children}</div>
      <div className="muted small mt-4 pt-3 border-top">
        <p>This software is private. Accounts are given out by your manager: ask for one there.</p>
        <HelpButton variant="link" />
      </div>
    </main>
    <aside aria-hidden="true">
      <MapArt />
    </aside>
  </div>
);
