import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { phone, useMediaQuery } from '../lib/use-media-query';
import { useOrganisation } from '../lib/organisation';
import { adminPages, ownPages } from '../lib/menu-pages';
import { isAdmin, type SessionUser } from '../lib/session';
import { Avatar } from '../ui/avatar';
import { HelpButton } from '../ui/help-button';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { chooseTheme } from '../ui/theme';
import { useShownTheme } from '../ui/use-theme';
import { LogoutButton } from './logout-button';
import { currentOf, destinationsOf } from './navigation';
import { OwnDialog, type OwnDialogChoice, ownDialogs } from './own-dialogs';
import { roleLabel } from './user-menu';

/** The bar at the bottom of a phone. Its last button opens a sheet with what does not fit in the header. */
export function PhoneBar({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<OwnDialogChoice | null>(null);
  const links = destinationsOf(user);
  const current = currentOf(links, pathname);
  if (!useMediaQuery(phone)) return null;
  return (
    <>
      <nav className="lf-tabbar" aria-label="Main, phone">
        {links.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            className={link === current ? 'active' : undefined}
            aria-current={link === current ? 'page' : undefined}
          >
            <Icon name={link.icon} />
            {link.short}
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Icon name="three-dots" />
          Menu
        </button>
      </nav>
      <Modal show={isOpen} onHide={() => setOpen(false)} aria-label="Menu">
        <div className="lf-grab" />
        <Modal.Body className="pt-3">
          <MenuSheet
            user={user}
            onLeave={() => setOpen(false)}
            onChoose={(dialog) => {
              setOpen(false);
              setChosen(dialog);
            }}
          />
        </Modal.Body>
      </Modal>
      <OwnDialog chosen={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

interface MenuSheetProps {
  user: SessionUser;
  onLeave: () => void;
  onChoose: (dialog: OwnDialogChoice) => void;
}

function MenuSheet({ user, onLeave, onChoose }: MenuSheetProps) {
  const isDark = useShownTheme() === 'dark';
  const name = user.fullName || user.username;
  const organisation = useOrganisation().data?.name;
  return (
    <>
      <div className="lf-avatar-name mb-2">
        <Avatar name={name} id={user.id} large />
        <div className="text-break">
          <b>{name}</b>
          <div className="muted small">
            {user.username} · {roleLabel(user.role)}
            {organisation && ` · ${organisation}`}
          </div>
        </div>
      </div>
      <ul className="lf-more border-top pt-2">
        {destinationsOf(user).map(({ to, label, icon }) => (
          <li key={to}>
            <Link className="btn btn-ghost" to={to} onClick={onLeave}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <HelpButton variant="words" />
        </li>
        <li>
          <label className="btn btn-ghost">
            <Icon name="moon" />
            Dark theme
            <Form.Check
              type="switch"
              className="ms-auto"
              aria-label="Dark theme"
              checked={isDark}
              onChange={(event) => chooseTheme(event.target.checked ? 'dark' : 'light')}
            />
          </label>
        </li>
        {ownDialogs.map((dialog) => (
          <li key={dialog.label}>
            <Button variant="ghost" onClick={() => onChoose(dialog)}>
              <Icon name={dialog.icon} />
              {dialog.label}
            </Button>
          </li>
        ))}
        {[...ownPages, ...(isAdmin(user) ? adminPages : [])].map(({ to, label, icon }) => (
          <li key={to}>
            <Link className="btn btn-ghost" to={to} onClick={onLeave}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <LogoutButton className="w-100 mt-2" />
    </>
  );
}
