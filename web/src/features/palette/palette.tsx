import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Modal } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { isAdmin, type SessionUser } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import { useShownTheme } from '../../ui/use-theme';
import { useLeadsFound, useTagsFound, useUsersFound } from './api';
import { commandsOf, matches, partsOf } from './commands.rules';
import { Keys } from './keys';

interface Item {
  id: string;
  group: string;
  label: string;
  icon: string;
  end?: React.ReactNode;
  run: () => void;
}

/**
 * Finds leads, pages and actions by a few letters (Ctrl K). The focus stays in the field; arrows move the selection.
 */
export function Palette({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const navigate = useNavigate();
  const theme = useShownTheme();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const words = useDeferredValue(text.trim());
  const { data: leads = [], isFetching } = useLeadsFound(words);
  const { data: users = [] } = useUsersFound(words, isAdmin(user));
  const { data: tags = [] } = useTagsFound(words);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);

  const found: Item[] = (words.length >= 2 ? leads : []).map(({ business, userBusiness }) => ({
    id: `lead-${userBusiness.id}`,
    group: 'Leads',
    label: business.name,
    icon: 'building',
    end: <StatusPill status={userBusiness.status} />,
    run: () => void navigate(paths.lead(userBusiness)),
  }));
  const people: Item[] = (words.length >= 2 ? users : []).map(({ id, fullName }) => ({
    id: `user-${id}`,
    group: 'People',
    label: fullName,
    icon: 'person',
    end: <span className="muted">Leads</span>,
    run: () => void navigate(`${paths.crm}?userId=${id}`),
  }));
  const tagged: Item[] = (words.length >= 2 ? tags : []).map((tag) => ({
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
  const current = Math.min(marked, items.length - 1);

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
      const item = items[current];
      if (item) choose(item);
    }
  };

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
          placeholder="Search leads and commands"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="btn btn-ghost btn-sm" aria-label="Esc: close" onClick={onClose}>
          <kbd>Esc</kbd>
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
              <Label text={item.label} typed={words} />
              <span className="end">{item.end}</span>
            </li>
          </Fragment>
        ))}
        {items.length === 0 && !isFetching && <li className="grp">Nothing is called ‘{words}’.</li>}
      </ul>
      <span className="visually-hidden" role="status">
        {counted(items.length, 'result')}
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

function Label({ text, typed }: { text: string; typed: string }) {
  const [before, match, after] = partsOf(text, typed);
  return (
    <span className="cut">
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </span>
  );
}
