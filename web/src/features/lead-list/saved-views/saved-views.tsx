import { type ReactNode, useState } from 'react';
import { Button, Dropdown } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { MenuItem } from '../../../ui/menu';
import { SearchField } from '../../../ui/search-field';
import { useToast } from '../../../ui/toasts';
import { filterOf, type ListState } from '../list-state.rules';
import { type SavedView, useSavedViews, useSaveView } from './api';
import { SaveViewDialog } from './save-view-dialog';
import { isChanged, queryOf, stateOf } from './saved-views.rules';

interface SavedViewsProps {
  state: ListState;
  replace: (state: ListState) => void;
  /** Follows the button on phones. */
  menu?: ReactNode;
}

const countOf = ({ total, totalIsExact }: SavedView) => `${formatNumber(total)}${totalIsExact ? '' : '+'}`;
const minToSearch = 8;

/** Offers the saved views, and to save what the list shows (docs/product/lead-list.md#saved-views). */
export function SavedViews({ state, replace, menu }: SavedViewsProps) {
  const { data: views, refetch } = useSavedViews();
  const toast = useToast();
  const save = useSaveView();
  const [editing, setEditing] = useState<SavedView | 'new' | null>(null);
  const current = views?.find(({ key }) => key === state.saved);

  const saveChanges = (view: SavedView) =>
    save.mutate(
      { key: view.key, query: queryOf(state), filter: filterOf(state) },
      {
        onSuccess: () => toast.success('View saved'),
        onError: (error) => toast.failure(error, 'Error', 'The view could not be saved'),
      },
    );
  return (
    <>
      <Dropdown onToggle={(isOpen) => void (isOpen && refetch())}>
        <Dropdown.Toggle variant="outline-secondary" size={menu ? undefined : 'sm'} className="lf-view-toggle">
          <Icon name={current ? 'bookmark-fill' : 'bookmark'} />
          <span className="cut">{current?.name ?? 'Views'}</span>
          {current && <span className="muted num">{countOf(current)}</span>}
        </Dropdown.Toggle>
        <ViewsMenu
          views={views ?? []}
          current={current}
          onChoose={(view) => replace(stateOf(view))}
          onSave={() => setEditing('new')}
          onEdit={() => current && setEditing(current)}
        />
      </Dropdown>
      {menu}
      {current && isChanged(state, current) && (
        <div className="lf-view-changes">
          <ToneBadge tone="warn">Changed</ToneBadge>
          {current.isMine && (
            <Button variant="link" size="sm" disabled={save.isPending} onClick={() => saveChanges(current)}>
              Save
            </Button>
          )}
          <Button variant="link" size="sm" onClick={() => setEditing('new')}>
            Save as new
          </Button>
          <Button variant="link" size="sm" onClick={() => replace(stateOf(current))}>
            Undo changes
          </Button>
        </div>
      )}
      {editing && (
        <SaveViewDialog
          state={state}
          view={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
          onSaved={({ key }) => {
            setEditing(null);
            replace({ ...state, saved: key });
          }}
          onRemoved={() => {
            setEditing(null);
            replace({ ...state, saved: '' });
          }}
        />
      )}
    </>
  );
}

interface ViewsMenuProps {
  views: readonly SavedView[];
  current?: SavedView;
  onChoose: (view: SavedView) => void;
  onSave: () => void;
  onEdit: () => void;
}

function ViewsMenu({ views, current, onChoose, onSave, onEdit }: ViewsMenuProps) {
  const [q, setQ] = useState('');
  const matching = views.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  const groups = [
    { title: 'Mine', shown: matching.filter(({ isMine }) => isMine) },
    { title: 'Team', shown: matching.filter(({ isMine, teamId }) => !isMine && teamId) },
    { title: 'Everybody', shown: matching.filter(({ isMine, teamId }) => !isMine && !teamId) },
  ];
  return (
    <Dropdown.Menu className="lf-views-menu">
      {views.length >= minToSearch && (
        <div className="px-2 pb-1">
          <SearchField label="Search views" placeholder="Search views" value={q} onChange={setQ} />
        </div>
      )}
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ title, shown }) => (
          <div key={title} role="group" aria-label={title}>
            <Dropdown.Header role="presentation">{title}</Dropdown.Header>
            {shown.map((view) => (
              <Dropdown.Item
                key={view.key}
                as="button"
                type="button"
                aria-pressed={view.key === current?.key}
                onClick={() => onChoose(view)}
              >
                <Icon name="check-lg" className={view.key === current?.key ? '' : 'invisible'} />
                <span className="cut flex-grow-1" title={view.name}>
                  {view.name}
                </span>
                {view.isDefault && <span className="badge b-accent">My default</span>}
                <span className="muted num">{countOf(view)}</span>
              </Dropdown.Item>
            ))}
            <Dropdown.Divider />
          </div>
        ))}
      <MenuItem icon="bookmark-plus" label="Save this as a new view" onClick={onSave} />
      {current && <MenuItem icon="sliders" label="Change this view" onClick={onEdit} />}
    </Dropdown.Menu>
  );
}
