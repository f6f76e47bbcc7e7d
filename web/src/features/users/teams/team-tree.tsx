import { type CSSProperties, type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { mayMove, type Forest, type TeamNode, visibleTeams } from './team-tree.rules';

interface TeamTreeProps {
  forest: Forest;
  search: string;
  chosen: number | undefined;
  onChoose: (team: TeamNode) => void;
  /** A team was dropped on its new parent, or M was pressed. */
  onMove: (team: TeamNode, parent?: TeamNode | null) => void;
}

/** Follows the ARIA pattern of a tree view. Browsers skip the layout of rows outside of the screen. */
export function TeamTreeView({ forest, search, chosen, onChoose, onMove }: TeamTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [expanded, setExpanded] = useState(() => new Set(ancestorsOf(forest, chosen)));
  const [focused, setFocused] = useState(chosen);
  const [revealed, setRevealed] = useState(chosen);
  const [dragged, setDragged] = useState<TeamNode | null>(null);
  const [target, setTarget] = useState<number | 'top' | null>(null);
  // A team that another page or a dialog chose must not stay hidden in a closed one.
  if (chosen !== revealed) {
    setRevealed(chosen);
    setExpanded(new Set([...expanded, ...ancestorsOf(forest, chosen)]));
  }
  const isSearch = search.trim() !== '';
  const rows = visibleTeams(forest, expanded, search);
  const tabStop = rows.some(({ id }) => id === focused) ? focused : rows[0]?.id;
  const isOpen = ({ id, children }: TeamNode) => children.length > 0 && (isSearch || expanded.has(id));

  const expand = ({ id }: TeamNode, open: boolean) => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    setExpanded(next);
  };
  const focus = (team: TeamNode | null | undefined) => {
    if (!team) return;
    setFocused(team.id);
    list.current?.querySelector<HTMLElement>(`[data-team="${team.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, team: TeamNode) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(team);
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isOpen(team) ? focus(rows[at + 1]) : team.children.length > 0 && expand(team, true)),
      ArrowLeft: () => (isOpen(team) && !isSearch ? expand(team, false) : focus(team.parent)),
      Enter: () => onChoose(team),
      ' ': () => onChoose(team),
      m: () => onMove(team),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const dropOn = (parent: TeamNode | null) =>
    dragged && mayMove(dragged, parent)
      ? {
          onDragOver: (event: DragEvent) => {
            event.preventDefault();
            setTarget(parent?.id ?? 'top');
          },
          onDragLeave: () => setTarget(null),
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            setDragged(null);
            setTarget(null);
            onMove(dragged, parent);
          },
        }
      : {};

  return (
    <>
      <div className={`lf-tree-head ${target === 'top' ? 'drop' : ''}`.trimEnd()} {...dropOn(null)}>
        <span>{dragged && mayMove(dragged, null) ? 'Drop here for the top level' : 'Team'}</span>
        <span>People</span>
        <span>Open leads</span>
      </div>
      <ul ref={list} className="lf-tree" role="tree" aria-label="Teams">
        {rows.map((team) => (
          <li
            key={team.id}
            data-team={team.id}
            role="treeitem"
            aria-level={team.level}
            aria-expanded={team.children.length > 0 ? isOpen(team) : undefined}
            aria-selected={team.id === chosen}
            className={
              [team.id === chosen && 'on', team.id === target && 'drop'].filter(Boolean).join(' ') || undefined
            }
            style={{ '--l': team.level - 1 } as CSSProperties}
            tabIndex={team.id === tabStop ? 0 : -1}
            onKeyDown={(event) => onKeyDown(event, team)}
            onClick={() => {
              setFocused(team.id);
              onChoose(team);
            }}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData('text/plain', team.name);
              setDragged(team);
            }}
            onDragEnd={() => setDragged(null)}
            {...dropOn(team)}
          >
            <span
              className="tw"
              onClick={(event) => {
                event.stopPropagation();
                expand(team, !isOpen(team));
              }}
            >
              {team.children.length > 0 && <Icon name={isOpen(team) ? 'chevron-down' : 'chevron-right'} />}
            </span>
            <span className="nm" title={team.name}>
              {team.name}
            </span>
            <Count of={team.people} one="person" many="people" />
            <Count of={team.openLeads} one="open lead" many="open leads" className="d" />
            <span className="grip" title="Drag to move. By keyboard: M">
              <Icon name="grip-vertical" />
            </span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="muted px-3 pb-3 mb-0">No team has this name.</p>}
    </>
  );
}

interface CountProps {
  of: number | undefined;
  one: string;
  many: string;
  className?: string;
}

/** A number of a row, with its unit for screen readers. The space keeps it apart from the text before it. */
const Count = ({ of, one, many, className = '' }: CountProps) => (
  <>
    {' '}
    <span className={`num ${className}`.trimEnd()}>
      {of === undefined ? '–' : formatNumber(of)}
      {of !== undefined && <span className="visually-hidden"> {of === 1 ? one : many}</span>}
    </span>
  </>
);

/** A single root is open at first, so that the page shows more than its name. */
function ancestorsOf({ roots, byId }: Forest, id: number | undefined): number[] {
  const ids = roots.length === 1 ? [roots[0]!.id] : [];
  for (let each = byId.get(id ?? 0)?.parent; each; each = each.parent) ids.push(each.id);
  return ids;
}
