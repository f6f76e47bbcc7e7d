import { useState } from 'react';
import { Dropdown } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { useOrganisation } from '../lib/organisation';
import { paths } from '../lib/paths';
import { isAdmin, type SessionUser } from '../lib/session';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { chooseTheme, type Theme } from '../ui/theme';
import { useTheme } from '../ui/use-theme';
import { ChangePassword } from './change-password';
import { NotificationChoices } from './notification-choices';
import { OwnCalendar } from './own-calendar';
import { OwnSessions } from './own-sessions';

const themeChoices: readonly { theme: Theme; label: string; icon: string }[] = [
  { theme: 'system', label: 'System theme', icon: 'circle-half' },
  { theme: 'light', label: 'Light theme', icon: 'sun' },
  { theme: 'dark', label: 'Dark theme', icon: 'moon' },
];

/** The user's name, with theme, password and sessions below it. */
export function UserMenu({ user }: { user: SessionUser }) {
  const current = useTheme();
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isShowingSessions, setShowingSessions] = useState(false);
  const [isShowingCalendar, setShowingCalendar] = useState(false);
  const [isChoosingNotifications, setChoosingNotifications] = useState(false);
  const name = user.fullName || user.username;
  const organisation = useOrganisation().data?.name;
  return (
    <>
      <Dropdown align="end" className="d-inline-flex mw-100">
        <Dropdown.Toggle as="button" bsPrefix="lf-user" type="button" title={name} aria-label={`${name}, your menu`}>
          <Avatar name={name} id={user.id} />
          <span className="cut">{name}</span>
        </Dropdown.Toggle>
        <Dropdown.Menu>
          <Dropdown.Header role="presentation">
            <b className="soft">{name}</b>
            <div>
              {user.username} · {roleLabel(user.role)}
            </div>
            {organisation && <div>{organisation}</div>}
          </Dropdown.Header>
          <Dropdown.Divider />
          {themeChoices.map(({ theme, label, icon }) => (
            <Dropdown.Item
              key={theme}
              as="button"
              type="button"
              aria-pressed={theme === current}
              onClick={() => chooseTheme(theme)}
            >
              <Icon name={icon} />
              {label}
              {theme === current && <Icon name="check-lg" className="ms-auto" />}
            </Dropdown.Item>
          ))}
          <Dropdown.Divider />
          <Dropdown.Item as="button" type="button" onClick={() => setChangingPassword(true)}>
            <Icon name="key" />
            Change password
          </Dropdown.Item>
          <Dropdown.Item as="button" type="button" onClick={() => setChoosingNotifications(true)}>
            <Icon name="bell" />
            Notification settings
          </Dropdown.Item>
          <Dropdown.Item as="button" type="button" onClick={() => setShowingCalendar(true)}>
            <Icon name="calendar-event" />
            Calendar
          </Dropdown.Item>
          <Dropdown.Item as="button" type="button" onClick={() => setShowingSessions(true)}>
            <Icon name="laptop" />
            Where you are signed in
          </Dropdown.Item>
          {isAdmin(user) && (
            <>
              <Dropdown.Item as={Link} to={paths.organisation}>
                <Icon name="building" />
                Organisation
              </Dropdown.Item>
              <Dropdown.Item as={Link} to={paths.audit}>
                <Icon name="journal-text" />
                Audit trail
              </Dropdown.Item>
            </>
          )}
        </Dropdown.Menu>
      </Dropdown>
      {isChangingPassword && <ChangePassword onClose={() => setChangingPassword(false)} />}
      {isChoosingNotifications && <NotificationChoices onClose={() => setChoosingNotifications(false)} />}
      {isShowingCalendar && <OwnCalendar onClose={() => setShowingCalendar(false)} />}
      {isShowingSessions && <OwnSessions onClose={() => setShowingSessions(false)} />}
    </>
  );
}

export const roleLabel = (role: SessionUser['role']): string => role.charAt(0).toUpperCase() + role.slice(1);
