import { maxGeoJsonCharacters } from '@lead-finder/contracts';
import { useMemo, useRef, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { startDownload } from '../../lib/downloads';
import { counted, formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { colourOf, geoJsonPath, useTerritoryShapes } from '../../lib/territories';
import { narrow, useMediaQuery } from '../../lib/use-media-query';
import { DistributionTabs } from '../../ui/distribution-tabs';
import { FileInput } from '../../ui/file-input';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { SearchField } from '../../ui/search-field';
import { CardSkeleton } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { TreeCount, TreeView } from '../../ui/tree-view';
import { type TerritoryTree, useImportTerritories, useTerritories, useUpdateTerritory } from './api';
import { OpenTerritoryDialog, type TerritoryDialog } from './territory-dialogs';
import { TerritoryMap } from './territory-map';
import { TerritoryPanel } from './territory-panel';
import { type Forest, growForest, mayMove, siblingsOf, type TerritoryNode } from './territory-tree.rules';
import './territories.css';

/** The tree of territories and their map (docs/product/territories.md#territories-page). */
export function TerritoriesPage() {
  const { data, error, refetch } = useTerritories();
  const forest = useMemo(() => data && growForest(data), [data]);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<TerritoryDialog | null>(null);
  const isEmpty = data?.territories.length === 0;
  const add = (
    <Button aria-label="Add territory" onClick={() => setDialog({ kind: 'create' })}>
      <Icon name="plus-lg" />
      <span className="lbl">Add territory</span>
    </Button>
  );
  return (
    <>
      <DistributionTabs />
      <PageHeader
        title="Territories"
        {...(data && {
          subtitle: 'Where areas overlap, the lower number comes first.',
          actions: (
            <>
              <FileActions hasAny={!isEmpty} />
              {!isEmpty && add}
            </>
          ),
        })}
      />
      {error && <ErrorBlock title="The territories could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {isEmpty && (
        <StateBlock icon="map" title="No territories yet" action={add}>
          Draw areas on the map, list ZIP codes, UK counties or US states, or load a file of GeoJSON. Each lead then
          says its territory. Nobody gets or loses a lead by it.
        </StateBlock>
      )}
      {data && forest && !isEmpty && <TerritoryColumns tree={data} forest={forest} onOpen={setDialog} />}
      {dialog && forest && (
        <OpenTerritoryDialog
          dialog={dialog}
          forest={forest}
          onClose={() => setDialog(null)}
          onCreated={({ id }) => void navigate(paths.territories(id))}
          onRemoved={({ parentId }) => void navigate(paths.territories(parentId ?? undefined))}
        />
      )}
    </>
  );
}

function FileActions({ hasAny }: { hasAny: boolean }) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const load = useImportTerritories();
  const choose = async (file: File) => {
    if (file.size > maxGeoJsonCharacters) {
      toast.error('The file was not loaded', `It has more than ${formatNumber(maxGeoJsonCharacters)} characters.`);
      return;
    }
    load.mutate(new TextDecoder().decode(await file.arrayBuffer()), {
      onSuccess: ({ created, changed, unchanged }) =>
        toast.success(
          `${counted(created, 'territory', 'territories')} added, ${changed} changed, ${unchanged} as before`,
        ),
    });
  };
  return (
    <>
      <FileInput
        ref={input}
        label="GeoJSON file"
        accept=".geojson,.json,application/geo+json,application/json"
        onChoose={(file) => void choose(file)}
      />
      <Button
        variant="ghost"
        aria-label="Load GeoJSON"
        disabled={load.isPending}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        <span className="lbl">{load.isPending ? 'Loading...' : 'Load GeoJSON'}</span>
      </Button>
      {hasAny && (
        <Button
          variant="ghost"
          aria-label="Save GeoJSON"
          onClick={() => startDownload(geoJsonPath, 'territories.geojson')}
        >
          <Icon name="download" />
          <span className="lbl">Save GeoJSON</span>
        </Button>
      )}
    </>
  );
}

interface TerritoryColumnsProps {
  tree: TerritoryTree;
  forest: Forest;
  onOpen: (dialog: TerritoryDialog) => void;
}

function TerritoryColumns({ tree, forest, onOpen }: TerritoryColumnsProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const [parameters] = useSearchParams();
  const [search, setSearch] = useState('');
  const [drawn, setDrawn] = useState<number | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isBelow = useMediaQuery(narrow);
  const { data: shapes, dataUpdatedAt: readAt } = useTerritoryShapes();
  const update = useUpdateTerritory();
  const node = forest.byId.get(Number(parameters.get('territory')));
  const isDrawing = node !== undefined && drawn === node.id;
  const choose = (id: number) => {
    setDrawn(null);
    void navigate(paths.territories(id));
  };
  const renumber = (of: TerritoryNode, priority: number) => {
    if (priority < 1 || priority > siblingsOf(of, forest).length || update.isPending) return;
    update.mutate({ of, priority });
  };
  return (
    <div className="lf-territories">
      <div className="d-grid gap-3">
        <Card as="section" aria-label="Tree of territories">
          <div className="p-2 pb-0">
            <SearchField label="Search territories" value={search} onChange={setSearch} />
          </div>
          <TreeView
            label="Territories"
            heads={['Territory', 'People', 'Leads']}
            none="No territory has this name."
            forest={forest}
            search={search}
            chosen={node?.id}
            onChoose={({ id }) => {
              choose(id);
              if (isBelow) panel.current?.scrollIntoView?.();
            }}
            mayMove={mayMove}
            onMove={(moved, parent) => onOpen({ kind: 'move', territory: moved, parent })}
            keys={{
              '-': (of) => renumber(of, of.priority - 1),
              '+': (of) => renumber(of, of.priority + 1),
              F2: (territory) => onOpen({ kind: 'edit', territory }),
              Delete: (territory) => onOpen({ kind: 'remove', territory }),
            }}
            nameOf={(each) => <NodeName node={each} />}
            numbersOf={({ people, leads }) => (
              <>
                {people > 0 ? (
                  <TreeCount of={people} one="person" many="people" />
                ) : (
                  <span className="num lf-nobody">
                    {' '}
                    None<span className="visually-hidden"> on it,</span>
                  </span>
                )}
                <TreeCount of={leads} one="lead" many="leads" className="d" />
              </>
            )}
          />
        </Card>
        <div ref={panel}>
          {node ? (
            <TerritoryPanel
              node={node}
              tree={tree}
              forest={forest}
              isDrawing={isDrawing}
              onDraw={() => setDrawn(node.id)}
              onOpen={onOpen}
              onChoose={choose}
            />
          ) : (
            <p className="muted px-1 mb-0">
              Choose a territory to see who is on it
              <span className="hide-sm">
                . In the tree F2 edits it, M moves it, minus and plus change its number, and Delete removes it
              </span>
              .
            </p>
          )}
        </div>
      </div>
      <div>
        <TerritoryMap
          territories={tree.territories}
          features={shapes?.features ?? []}
          readAt={readAt}
          isDrawing={isDrawing}
          isSaving={update.isPending}
          onChoose={choose}
          onCancel={() => setDrawn(null)}
          onDrawn={(shape) =>
            node &&
            update.mutate(
              { of: node, shape },
              {
                onSuccess: () => {
                  toast.success(`Shape of ${node.name} saved`);
                  setDrawn(null);
                },
              },
            )
          }
          {...(node && { chosen: node })}
        />
        <div className="lf-foot num" aria-live="polite">
          <span>
            {formatNumber(tree.leads - tree.withoutTerritory)} of {counted(tree.leads, 'lead')} in{' '}
            {counted(tree.territories.length, 'territory', 'territories')}
          </span>
          <span>{formatNumber(tree.withoutCoordinates)} without coordinates</span>
          {tree.updating && <span>Leads are being assigned to territories…</span>}
        </div>
      </div>
    </div>
  );
}

const NodeName = ({ node: { id, name, priority, overlaps } }: { node: TerritoryNode }) => (
  <>
    <span className={`lf-ring t${colourOf(id)}`}>{priority}</span> {name}
    {overlaps.length > 0 && (
      <span className="lf-overlap" title="Overlaps with another territory">
        <Icon name="exclamation-triangle-fill" />
        <span className="visually-hidden">overlaps,</span>
      </span>
    )}
  </>
);
