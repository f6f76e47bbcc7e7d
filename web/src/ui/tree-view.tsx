import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '../lib/numbers';
import { Icon } from './icon';
import { ancestorsOf, type TreeForest, type TreeNode, visibleNodes } from './tree.rules';
import './tree-view.css';

interface TreeViewProps<N> {
  label: string;
  /** The heading of the names and those of the two columns of numbers. */
  heads: readonly [name: string, number: string, last: string];
  forest: TreeForest<N>;
  search: string;
  /** Shown if the search finds nothing. */
  none: string;
  chosen: number | undefined;
  onChoose: (node: N) => void;
  mayMove: (node: N, parent: N | null) => boolean;
  /** A node was dropped on its new parent, or M was pressed. */
  onMove: (node: N, parent?: N | null) => void;
  /** Further keys of a node. */
  keys?: Readonly<Record<string, (node: N) => void>>;
  nameOf?: (node: N) => ReactNode;
  numbersOf: (node: N) => ReactNode;
}

/** Follows the ARIA pattern of a tree view. Browsers skip the layout of rows outside of the screen. */
export function TreeView<N extends TreeNode<N>>(props: TreeViewProps<N>) {
  const { forest, search, chosen, onChoose, mayMove, onMove } = props;
  const list = useRef<HTMLUListElement>(null);
  const [expanded, setExpanded] = useState(() => new Set(ancestorsOf(forest, chosen)));
  const [focused, setFocused] = useState(chosen);
  const usesKeys = useRef(false);
  const parent = forest.byId.get(focused ?? 0)?.parent?.id;
  const [revealed, setRevealed] = useState({ chosen, parent });
  const [dragged, setDragged] = useState<N | null>(null);
  const [target, setTarget] = useState<number | 'top' | null>(null);
  // A node that another page or a dialog chose or moved must not stay hidden in a closed one.
  if (chosen !== revealed.chosen || parent !== revealed.parent) {
    const shown = chosen === revealed.chosen ? focused : chosen;
    setRevealed({ chosen, parent: forest.byId.get(shown ?? 0)?.parent?.id });
    setFocused(shown);
    setExpanded(new Set([...expanded, ...ancestorsOf(forest, shown)]));
  }
  const isSearch = search.trim() !== '';
  const rows = visibleNodes(forest, expanded, search);
  const tabStop = rows.some(({ id }) => id === focused) ? focused : rows[0]?.id;
  const isOpen = ({ id, children }: N) => children.length > 0 && (isSearch || expanded.has(id));

  const expand = ({ id }: N, open: boolean) => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    setExpanded(next);
  };
  const focus = (node: N | null | undefined) => {
    if (!node) return;
    setFocused(node.id);
    rowOf(list.current, node.id)?.focus();
  };
  // A dialog that removed or moved a node cannot give the focus back to its row, and a row that moved takes the focus along.
  useEffect(() => {
    const row = rowOf(list.current, tabStop);
    if (usesKeys.current && document.activeElement === document.body) row?.focus();
    if (row && row === document.activeElement) row.scrollIntoView?.({ block: 'nearest' });
  }, [forest, chosen, tabStop]);
  useEffect(() => {
    const [frame, row] = [list.current?.getBoundingClientRect(), rowOf(list.current, chosen)?.getBoundingClientRect()];
    if (!frame || !row) return;
    list.current!.scrollTop += Math.max(0, row.bottom - frame.bottom) - Math.max(0, frame.top - row.top);
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent, node: N) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(node);
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isOpen(node) ? focus(rows[at + 1]) : node.children.length > 0 && expand(node, true)),
      ArrowLeft: () => (isOpen(node) && !isSearch ? expand(node, false) : focus(node.parent)),
      Enter: () => onChoose(node),
      ' ': () => onChoose(node),
      m: () => onMove(node),
    };
    const further = props.keys?.[event.key];
    const act = further ? () => further(node) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    usesKeys.current = true;
    setFocused(node.id);
    event.preventDefault();
    act();
  };
  const dropOn = (parent: N | null) =>
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
        <span>{dragged && mayMove(dragged, null) ? 'Drop here for the top level' : props.heads[0]}</span>
        <span>{props.heads[1]}</span>
        <span>{props.heads[2]}</span>
      </div>
      <ul
        ref={list}
        className="lf-tree"
        role="tree"
        aria-label={props.label}
        onBlur={({ relatedTarget }) => {
          usesKeys.current &&= relatedTarget !== null;
        }}
      >
        {rows.map((node) => (
          <li
            key={node.id}
            data-node={node.id}
            role="treeitem"
            aria-level={node.level}
            aria-expanded={node.children.length > 0 ? isOpen(node) : undefined}
            aria-selected={node.id === chosen}
            className={
              [node.id === chosen && 'on', node.id === target && 'drop'].filter(Boolean).join(' ') || undefined
            }
            style={{ '--l': node.level - 1 } as CSSProperties}
            tabIndex={node.id === tabStop ? 0 : -1}
            onKeyDown={(event) => onKeyDown(event, node)}
            onClick={() => {
              setFocused(node.id);
              onChoose(node);
            }}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData('text/plain', node.name);
              setDragged(node);
            }}
            onDragEnd={() => setDragged(null)}
            {...dropOn(node)}
          >
            <span
              className="tw"
              onClick={(event) => {
                event.stopPropagation();
                expand(node, !isOpen(node));
              }}
            >
              {node.children.length > 0 && <Icon name={isOpen(node) ? 'chevron-down' : 'chevron-right'} />}
            </span>
            <span className="nm" title={node.name}>
              {props.nameOf?.(node) ?? node.name}
            </span>
            {props.numbersOf(node)}
            <span className="grip" title="Drag to move. By keyboard: M">
              <Icon name="grip-vertical" />
            </span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="muted px-3 pb-3 mb-0">{props.none}</p>}
    </>
  );
}

const rowOf = (list: HTMLElement | null, id: number | undefined) =>
  list?.querySelector<HTMLElement>(`[data-node="${id}"]`);

interface CountProps {
  of: number | undefined;
  one: string;
  many: string;
  className?: string;
}

/** A number of a row, with its unit for screen readers. The space keeps it apart from the text before it. */
export const TreeCount = ({ of, one, many, className = '' }: CountProps) => (
  <>
    {' '}
    <span className={`num ${className}`.trimEnd()}>
      {of === undefined ? '–' : formatNumber(of)}
      {of !== undefined && <span className="visually-hidden"> {of === 1 ? one : many}</span>}
    </span>
  </>
);
