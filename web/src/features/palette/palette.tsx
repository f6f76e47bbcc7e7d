import type { FoundLead } from '@lead-finder/contracts';
import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { peopleListOf, type SessionUser } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import { Modal } from '../../ui/modal';
import { useShownTheme } from '../../ui/use-theme';
import { useFound } from './api';
import { commandsOf, matches, partsOf } from './commands.rules';
import { Keys } from '../../ui/keys';

interface Item {
  id: string;
  group: string;
  label: string;
  icon: string;
  /** What matched, if not the label. */
  detail?: string | undefined;
  end?: React.ReactNode;
  run: () => void;
}

const fieldNames: Record<NonNullable<FoundLead['match']>['field'], string> = {
  phone: 'Phone',
  contact: 'Contact',
  email: 'Email',
  website: 'Website',
  tag: 'Tag',
  address: 'Address',
  note: 'Note',
};

interface PaletteProps {
  user: SessionUser;
  /** Returns what was typed while the palette was loaded, once. */
  takeTyped: () => string;
  onClose: () => void;
}

/**
 * Finds leads, pages and actions by a few letters (Ctrl K). The focus stays in the field; arrows move the selection.
 */
export function Palette({ user, takeTyped, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const theme = useShownTheme();
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    const typed = takeTyped();
    setText((text) => typed + text);
  }, [takeTyped]);
  // Null until an arrow moves the selection from the first item.
  const [marked, setMarked] = useState<number | null>(null);
  const opensFirst = useRef(false);
  const { leads, users, tags, isWaiting, hasFailed, hurry } = useFound(text, peopleListOf(user));
  const words = text.trim();
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);

  const found: Item[] = leads.map(({ business, userBusiness, match }) => ({
    id: `lead-${userBusiness.id}`,
    group: 'Leads',
    label: business.name,
    detail: match ? `${fieldNames[match.field]}: ${match.text}` : undefined,
    icon: 'building',
    end: <StatusPill status={userBusiness.status} />,
    run: () => void navigate(paths.lead(userBusiness)),
  }));
  const people: Item[] = users.map(({ id, fullName }) => ({
    id: `user-${id}`,
    group: 'People',
    label: fullName,
    icon: 'person',
    end: <span className="muted">Leads</span>,
    run: () => void navigate(`${paths.crm}?userId=${id}`),
  }));
  const tagged: Item[] = tags.map((tag) => ({
    id: `tag-${tag}`,
    group: 'Tags',
    label: tag,
    icon: 'tag',
    end: <span className="muted">Leads</span>,
    run: () => void navigate(`${paths.crm}?${new URLSearchParams({ tag })}`),
  }));
  const commands: Item[] = commandsOf(user, theme)
    .filter(({ label }) => matches(label, words))
    .map(({ key, run, ...command }) => ({
      ...command,
      id: command.label,
      end: key && <Keys keys={['G', key.toUpperCase()]} />,
      run: () => run((to) => void navigate(to)),
    }));
  const items = [...found, ...people, ...tagged, ...commands];
  const current = Math.min(marked ?? 0, items.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const choose = (item: Item) => {
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (items.length > 0) setMarked((current + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // Enter means what was typed, so it waits for those results.
      if (isWaiting && marked === null) {
        hurry();
        opensFirst.current = true;
      } else if (items[current]) choose(items[current]);
    }
  };
  useEffect(() => {
    if (!opensFirst.current || isWaiting) return;
    opensFirst.current = false;
    if (items[0]) choose(items[0]);
  });

  return (
    <Modal show onHide={onClose} className="lf-palette" aria-label="Search and commands" animation={false}>
      <div className="q">
        <Icon name="search" className="muted" />
        <input
          role="combobox"
          aria-label="Search leads and commands"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items[current] ? `${listId}-${current}` : undefined}
          autoComplete="off"
          autoFocus
          maxLength={200}
          placeholder="Search leads and commands"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMarked(null);
            opensFirst.current = false;
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="btn btn-ghost btn-sm" aria-label="Esc: close" onClick={onClose}>
          <kbd className="hide-sm">Esc</kbd>
          <Icon name="x-lg" className="hide-lg" />
        </button>
      </div>
      <ul ref={list} id={listId} role={items.length > 0 ? 'listbox' : undefined} aria-label="Leads and commands">
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {item.group !== items[index - 1]?.group && (
              <li className="grp" role="presentation">
                {item.group}
              </li>
            )}
            <li
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              className={`it ${index === current ? 'on' : ''}`.trimEnd()}
              title={item.label}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <Icon name={item.icon} />
              <span className="what">
                <Label text={item.label} typed={words} />
                {item.detail && <Label text={item.detail} typed={words} className="detail" />}
              </span>
              <span className="end">{item.end}</span>
            </li>
          </Fragment>
        ))}
        {hasFailed && <li className="grp">Not everything could be searched. Type again to retry.</li>}
        {items.length === 0 && !isWaiting && !hasFailed && <li className="grp">Nothing matches ‘{words}’.</li>}
      </ul>
      <span className="visually-hidden" role="status">
        {isWaiting ? '' : counted(items.length, 'result')}
      </span>
      <footer>
        <span>
          <Keys keys={['↑', '↓']} /> move
        </span>
        <span>
          <Keys keys={['Enter']} /> open
        </span>
        <span>
          <Keys keys={['Ctrl', 'K']} /> anywhere
        </span>
        <span>
          <Keys keys={['?']} /> all keys
        </span>
      </footer>
    </Modal>
  );
}

function Label({ text, typed, className = '' }: { text: string; typed: string; className?: string }) {
  const [before, match, after] = partsOf(text, typed);
  return (
    <span className={`cut ${className}`.trimEnd()}>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </span>
  );
}
