import type { ReactNode } from 'react';
import { Dropdown, type DropdownItemProps, type DropdownMenuProps } from 'react-bootstrap';
import { Icon } from './icon';

interface MenuItemProps extends Pick<DropdownItemProps, 'onClick' | 'disabled' | 'className' | 'aria-pressed'> {
  icon: string;
  label: string;
}

export const MenuItem = ({ icon, label, ...item }: MenuItemProps) => (
  <Dropdown.Item as="button" type="button" {...item}>
    <Icon name={icon} />
    {label}
  </Dropdown.Item>
);

interface MoreActionsProps extends Pick<DropdownMenuProps, 'popperConfig' | 'renderOnMount'> {
  /** The name of what the actions change. */
  of: string;
  className?: string;
  children: ReactNode;
}

/** The menu behind three dots. */
export const MoreActions = ({ of, className, children, ...menu }: MoreActionsProps) => (
  <Dropdown className={className} align="end">
    <Dropdown.Toggle
      variant="ghost"
      size="sm"
      bsPrefix="btn-icon"
      aria-label={`More actions for ${of}`}
      title="More actions"
    >
      <Icon name="three-dots" />
    </Dropdown.Toggle>
    <Dropdown.Menu {...menu}>{children}</Dropdown.Menu>
  </Dropdown>
);
