import { Button, Card, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { colourOf } from '../../lib/territories';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { MenuItem, MoreActions } from '../../ui/menu';
import { type TerritoryTree, useOverlaps, useUpdateTerritory } from './api';
import type { TerritoryDialog } from './territory-dialogs';
import { areaText, type Forest, overlapText, siblingsOf, type TerritoryNode } from './territory-tree.rules';

interface TerritoryPanelProps {
  node: TerritoryNode;
  tree: TerritoryTree;
  forest: Forest;
  isDrawing: boolean;
  onDraw: () => void;
  onOpen: (dialog: TerritoryDialog) => void;
  onChoose: (id: number) => void;
}

/** One territory: where it is, who is on it, and what it overlaps. */
export function TerritoryPanel({ node, tree, forest, isDrawing, onDraw, onOpen, onChoose }: TerritoryPanelProps) {
  const update = useUpdateTerritory();
  const siblings = siblingsOf(node, forest);
  return (
    <Card as="section" aria-labelledby="territory-name">
      <Card.Header className="lf-team-head">
        <div className="text-break">
          <div className="muted small fw-normal">{node.names.slice(0, -1).join(' › ') || 'Top level'}</div>
          <h2 id="territory-name">
            <span className={`lf-ring t${colourOf(node.id)}`}>{node.priority}</span> {node.name}
          </h2>
          <div className="muted small fw-normal">{areaText(node)}</div>
        </div>
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        <Overlaps node={node} onChoose={onChoose} />
        <Owners node={node} tree={tree} />
        <div className="d-flex flex-wrap gap-2 align-items-center">
          <Form.Label htmlFor="territory-priority" className="mb-0">
            Priority
          </Form.Label>
          <Form.Select
            id="territory-priority"
            size="sm"
            className="w-auto"
            value={node.priority}
            disabled={update.isPending}
            onChange={({ target }) => update.mutate({ of: node, priority: Number(target.value) })}
          >
            {siblings.map((_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </Form.Select>
          <Link className="ms-auto" to={`${paths.crm}?territory=${node.id}`}>
            Show {counted(node.leads, 'lead')}
          </Link>
        </div>
        <div className="d-flex gap-2">
          <Button variant="outline-secondary" size="sm" disabled={isDrawing} onClick={onDraw}>
            <Icon name="pentagon" />
            {node.corners > 0 ? 'Edit shape' : 'Draw shape'}
          </Button>
          <Button variant="outline-secondary" size="sm" onClick={() => onOpen({ kind: 'edit', territory: node })}>
            <Icon name="pencil" />
            Edit
          </Button>
          <MoreActions of={node.name}>
            <MenuItem
              icon="plus-lg"
              label="Add territory below"
              onClick={() => onOpen({ kind: 'create', parent: node })}
            />
            <MenuItem
              icon="arrows-move"
              label="Move territory"
              onClick={() => onOpen({ kind: 'move', territory: node })}
            />
            <MenuItem
              icon="trash3"
              label="Remove territory"
              onClick={() => onOpen({ kind: 'remove', territory: node })}
            />
          </MoreActions>
        </div>
      </Card.Body>
    </Card>
  );
}

function Owners({ node, tree }: { node: TerritoryNode; tree: TerritoryTree }) {
  const people = tree.people.filter(({ id }) => node.userIds.includes(id));
  const teams = tree.teams.filter(({ id }) => node.teamIds.includes(id));
  if (people.length + teams.length === 0) return <div className="lf-nobody">Nobody is on it itself</div>;
  return (
    <ul className="lf-territory-owners" aria-label="People and teams">
      {people.map(({ id, fullName, active }) => (
        <li key={`user ${id}`}>
          <Avatar name={fullName} id={id} />
          <span className="cut" title={fullName}>
            {fullName}
          </span>
          {!active && <span className="muted">· deactivated</span>}
        </li>
      ))}
      {teams.map(({ id, name, people: count }) => (
        <li key={`team ${id}`}>
          <Icon name="diagram-3" />
          <span className="cut" title={name}>
            {name}
          </span>
          <span className="muted">· {counted(count, 'person', 'people')}</span>
        </li>
      ))}
    </ul>
  );
}

function Overlaps({ node, onChoose }: { node: TerritoryNode; onChoose: (id: number) => void }) {
  const { data } = useOverlaps(node);
  if (!data || node.overlaps.length === 0) return null;
  return (
    <ul className="lf-overlaps" aria-label="Overlaps">
      {data.overlaps.map((overlap) => (
        <li key={overlap.id}>
          <Icon name="exclamation-triangle" />
          <span>
            <b>
              {node.name} and {overlap.name} overlap.
            </b>{' '}
            {overlapText(node.name, overlap)}{' '}
            <Button variant="link" size="sm" className="p-0 border-0" onClick={() => onChoose(overlap.id)}>
              Show {overlap.name}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
