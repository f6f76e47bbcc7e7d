import { useState } from 'react';
import { Dropdown } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { adminPages, ownPages } from '../lib/menu-pages';
import { useOrganisation } from '../lib/organisation';
import { isAdmin, type SessionUser } from '../lib/session';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { MenuItem } from '../ui/menu';
import { chooseTheme, type Theme } from '../ui/theme';
import { useTheme } from '../ui/use-theme';
import { OwnDialog, type OwnDialogChoice, ownDialogs } from './own-dialogs';

const themeChoices: readonly { theme: Theme; label: string; icon: string }[] = [
  { theme: 'system', label: 'System theme', icon: 'circle-half' },
  { theme: 'light', label: 'Light theme', icon: 'sun' },
  { theme: 'dark', label: 'Dark theme', icon: 'moon' },
];

/** The user's name, with theme, password and sessions below it. */
export function UserMenu({ user }: { user: SessionUser }) {
  const current = useTheme();
  const [chosen, setChosen] = useState<OwnDialogChoice | null>(null);
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
          {ownDialogs.map((dialog) => (
            <MenuItem key={dialog.label} icon={dialog.icon} label={dialog.label} onClick={() => setChosen(dialog)} />
          ))}
          {ownPages.map(({ to, label, icon }) => (
            <Dropdown.Item key={to} as={Link} to={to}>
              <Icon name={icon} />
              {label}
            </Dropdown.Item>
          ))}
          {isAdmin(user) && <Dropdown.Divider />}
          {isAdmin(user) &&
            adminPages.map(({ to, label, icon }) => (
              <Dropdown.Item key={to} as={Link} to={to}>
                <Icon name={icon} />
                {label}
              </Dropdown.Item>
            ))}
        </Dropdown.Menu>
      </Dropdown>
      <OwnDialog chosen={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

export const roleLabel = (role: SessionUser['role']): string => role.charAt(0).toUpperCase() + role.slice(1);
