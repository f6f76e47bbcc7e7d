import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { isAdmin, isLeader, useUser } from '../../../lib/session';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { chipsOf, filterOf, type ListState } from '../list-state.rules';
import { type SavedView, useRemoveView, useSaveView, useViewTeams } from './api';
import { onlyMe, queryOf, type Sharing, sharingOf } from './saved-views.rules';

interface SaveViewDialogProps {
  state: ListState;
  /** The view to change; a new one if it is missing. */
  view?: SavedView;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
  onRemoved: () => void;
}

const listNames = { list: 'List View', table: 'Table View', map: 'Map View' };

/** Names a view, and says who sees it (docs/product/lead-list.md#saved-views). */
export function SaveViewDialog({ state, view, onClose, onSaved, onRemoved }: SaveViewDialogProps) {
  const user = useUser();
  const toast = useToast();
  const save = useSaveView();
  const remove = useRemoveView();
  const [name, setName] = useState(view?.name ?? '');
  const teams = useViewTeams();
  const [chosen, setChosen] = useState<Sharing>({ shared: view?.shared ?? false, teamId: view?.teamId ?? null });
  const sharing = sharingOf(chosen, isLeader(user), teams);
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const mayChange = !view || view.isMine;
  const onError = (error: Error) => toast.failure(error, 'Error', 'The view could not be saved');
  const submit = () => {
    const whole = { name: name.trim(), ...sharing, isDefault, query: queryOf(state), filter: filterOf(state) };
    save.mutate(mayChange ? { key: view?.key, ...whole } : { key: view.key, isDefault }, {
      onSuccess: (saved) => {
        toast.success('View saved');
        onSaved(saved);
      },
      onError,
    });
  };
  const filters = chipsOf(state, { user: String, pool: String, fields: [], territories: [] }).length;
  return (
    <FormDialog
      show
      title={view ? 'Change view' : 'Save view'}
      action="Save view"
      pending={save.isPending}
      disabled={name.trim() === ''}
      onClose={onClose}
      onSubmit={submit}
      aside={
        view &&
        (view.isMine || ((view.shared || view.teamId) && isAdmin(user))) && (
          <Button
            variant="link"
            className="text-danger me-auto px-0"
            disabled={remove.isPending}
            onClick={() => remove.mutate(view.key, { onSuccess: onRemoved, onError })}
          >
            Remove view
          </Button>
        )
      }
    >
      {mayChange && (
        <>
          <Form.Group className="mb-3" controlId="view-name">
            <Form.Label>Name</Form.Label>
            <Form.Control autoFocus maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          </Form.Group>
          {isLeader(user) && <SharingFields sharing={sharing} teams={teams ?? []} onChange={setChosen} />}
          <p className="soft mb-2">
            {counted(filters, 'filter')}, {state.sort === 'newest' ? 'Newest First' : 'Oldest First'},{' '}
            {listNames[state.view]}. The view saves this choice, not the leads.
          </p>
        </>
      )}
      <Form.Check
        id="view-default"
        label="Open the list with this view"
        checked={isDefault}
        onChange={(event) => setDefault(event.target.checked)}
      />
    </FormDialog>
  );
}

interface SharingFieldsProps {
  sharing: Sharing;
  teams: readonly { id: number; name: string }[];
  onChange: (sharing: Sharing) => void;
}

function SharingFields({ sharing, teams, onChange }: SharingFieldsProps) {
  const { shared, teamId } = sharing;
  return (
    <fieldset className="mb-3">
      <legend className="form-label fs-6">Who sees it</legend>
      <Form.Check
        type="radio"
        id="view-private"
        label="Only me"
        checked={!shared && teamId === null}
        onChange={() => onChange(onlyMe)}
      />
      {teams.length > 0 && (
        <>
          <Form.Check
            type="radio"
            id="view-team"
            label="A team and the teams below it"
            checked={teamId !== null}
            onChange={() => onChange({ shared: false, teamId: teams[0]!.id })}
          />
          {teamId !== null && (
            <Form.Select
              aria-label="Team"
              className="my-1"
              value={teamId}
              onChange={(event) => onChange({ shared: false, teamId: Number(event.target.value) })}
            >
              {teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Form.Select>
          )}
        </>
      )}
      <Form.Check
        type="radio"
        id="view-shared"
        label="Everybody, each with the leads that they see"
        checked={shared}
        onChange={() => onChange({ shared: true, teamId: null })}
      />
    </fieldset>
  );
}
