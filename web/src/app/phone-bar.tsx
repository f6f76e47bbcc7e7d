import { useState } from 'react';
import { Button, Form, Modal } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { phone, useMediaQuery } from '../lib/use-media-query';
import { useOrganisation } from '../lib/organisation';
import { paths } from '../lib/paths';
import { isAdmin, type SessionUser } from '../lib/session';
import { Avatar } from '../ui/avatar';
import { HelpButton } from '../ui/help-button';
import { Icon } from '../ui/icon';
import { chooseTheme } from '../ui/theme';
import { useShownTheme } from '../ui/use-theme';
import { ChangePassword } from './change-password';
import { LogoutButton } from './logout-button';
import { destinationsOf, isCurrent } from './navigation';
import { NotificationChoices } from './notification-choices';
import { OwnSessions } from './own-sessions';
import { roleLabel } from './user-menu';

/** The bar at the bottom of a phone. Its last button opens a sheet with what does not fit in the header. */
export function PhoneBar({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isShowingSessions, setShowingSessions] = useState(false);
  const [isChoosingNotifications, setChoosingNotifications] = useState(false);
  if (!useMediaQuery(phone)) return null;
  return (
    <>
      <nav className="lf-tabbar" aria-label="Main, phone">
        {destinationsOf(user).map((destination) => {
          const current = isCurrent(destination, pathname);
          return (
            <Link
              key={destination.to}
              to={destination.to}
              className={current ? 'active' : undefined}
              aria-current={current ? 'page' : undefined}
            >
              <Icon name={destination.icon} />
              {destination.short}
            </Link>
          );
        })}
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
            onChangePassword={() => {
              setOpen(false);
              setChangingPassword(true);
            }}
            onChooseNotifications={() => {
              setOpen(false);
              setChoosingNotifications(true);
            }}
            onShowSessions={() => {
              setOpen(false);
              setShowingSessions(true);
            }}
          />
        </Modal.Body>
      </Modal>
      {isChangingPassword && <ChangePassword onClose={() => setChangingPassword(false)} />}
      {isChoosingNotifications && <NotificationChoices onClose={() => setChoosingNotifications(false)} />}
      {isShowingSessions && <OwnSessions onClose={() => setShowingSessions(false)} />}
    </>
  );
}

interface MenuSheetProps {
  user: SessionUser;
  onLeave: () => void;
  onChangePassword: () => void;
  onChooseNotifications: () => void;
  onShowSessions: () => void;
}

function MenuSheet({ user, onLeave, onChangePassword, onChooseNotifications, onShowSessions }: MenuSheetProps) {
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
        <li>
          <Button variant="ghost" onClick={onChangePassword}>
            <Icon name="key" />
            Change password
          </Button>
        </li>
        <li>
          <Button variant="ghost" onClick={onChooseNotifications}>
            <Icon name="bell" />
            Notification settings
          </Button>
        </li>
        <li>
          <Button variant="ghost" onClick={onShowSessions}>
            <Icon name="laptop" />
            Where you are signed in
          </Button>
        </li>
        {isAdmin(user) && (
          <li>
            <Link className="btn btn-ghost" to={paths.organisation} onClick={onLeave}>
              <Icon name="building" />
              Organisation
            </Link>
          </li>
        )}
        {isAdmin(user) && (
          <li>
            <Link className="btn btn-ghost" to={paths.audit} onClick={onLeave}>
              <Icon name="journal-text" />
              Audit trail
            </Link>
          </li>
        )}
      </ul>
      <LogoutButton className="w-100 mt-2" />
    </>
  );
}
