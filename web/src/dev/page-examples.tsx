import type { TerritoryFeature } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { MapContainer } from 'react-leaflet';
import { HttpError } from '../lib/http';
import { DistributionTabs } from '../ui/distribution-tabs';
import { Icon } from '../ui/icon';
import { MapZoom } from '../ui/map-zoom';
import { Notice } from '../ui/notice';
import { BackLink, PageHeader } from '../ui/page-header';
import { CursorPager } from '../ui/cursor-pager';
import { Pager } from '../ui/pager';
import { RequestId } from '../ui/request-id';
import { SessionList } from '../ui/session-list';
import { SnoozeButtons } from '../ui/snooze-buttons';
import { Skeleton, CardSkeleton, LeadRowsSkeleton, MetersSkeleton, TableRowsSkeleton } from '../ui/skeleton';
import { PageSpinner } from '../ui/spinner';
import { ErrorBlock, StateBlock } from '../ui/state-block';
import { TerritoryShapes } from '../ui/territory-shapes';
import { TreeCount, TreeView } from '../ui/tree-view';
import { Example } from './example';

const kinds = ['info', 'success', 'warning', 'danger'] as const;
const retry = () => undefined;
/** A square of 0.2 degrees. */
const square = (west: number, index: number): TerritoryFeature => {
  const ring: [number, number][] = [
    [west, 34.65],
    [west + 0.2, 34.65],
    [west + 0.2, 34.85],
    [west, 34.85],
    [west, 34.65],
  ];
  const [id, name] = [index + 1, index === 0 ? 'Hillcrest' : 'River Market'];
  return {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
    properties: { id, name, parent: null, priority: id, zips: [], counties: [], states: [] },
  };
};
const failure = new HttpError(503, '', 'Service Unavailable', '3f2a91c04be7d815');
const session = {
  current: true,
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: '2026-11-18T09:00:00Z',
  lastUsedAt: '2026-11-18T14:41:00Z',
};
const sessions = [
  { ...session, id: '1' },
  { ...session, id: '2', current: false },
];

/** The parts of a page: headers, states, skeletons, footers. */
interface Region {
  id: number;
  name: string;
  level: number;
  parent: Region | null;
  children: Region[];
}
const south: Region = { id: 1, name: 'South', level: 1, parent: null, children: [] };
const arkansas: Region = { id: 2, name: 'Arkansas and the hills around', level: 2, parent: south, children: [] };
south.children.push(arkansas);
const forest = {
  roots: [south],
  all: [south, arkansas],
  byId: new Map([south, arkansas].map((each) => [each.id, each])),
};

export function PageExamples() {
  const [page, setPage] = useState(2);
  const [pageSize, setPageSize] = useState(10);
  return (
    <>
      <Example name="Page header: back, title, subtitle, actions" stacked>
        <PageHeader
          title="All Business Assignments"
          subtitle="Every business that is assigned to a user."
          back={{ to: '/_components', label: 'Back to CRM Dashboard' }}
          actions={
            <Button variant="outline-secondary">
              <Icon name="arrow-clockwise" />
              <span className="lbl">Refresh List</span>
            </Button>
          }
        />
        <BackLink to="/_components" label="Back to login" />
      </Example>
      <Example name="Tabs of the pages of distribution" stacked>
        <DistributionTabs />
      </Example>
      <Example name="Notice: each kind, with a button" stacked>
        {kinds.map((kind) => (
          <Notice key={kind} kind={kind} role="note" icon="info-circle">
            What happened, what is saved, and what to do.
          </Notice>
        ))}
        <Notice kind="warning" role="note" icon="exclamation-triangle" action={<Button size="sm">Try Again</Button>}>
          The list could not be read again.
        </Notice>
        <Notice kind="danger" icon="exclamation-circle" error={failure}>
          An error occurred. Please try again.
        </Notice>
      </Example>
      <Example name="Empty" stacked>
        <StateBlock icon="inbox" title="No business assignment found" action={<Button>Search Businesses</Button>}>
          Search for businesses and assign them.
        </StateBlock>
      </Example>
      <Example name="Failed" stacked>
        <ErrorBlock title="The list could not be loaded" error={failure} onRetry={retry}>
          Your filters are kept.
        </ErrorBlock>
        <StateBlock bad icon="shield-lock" title="Customer Assigned to Another User" error={failure}>
          It must be reassigned by the current user or an admin.
        </StateBlock>
      </Example>
      <Example name="The id of a failed request, below its message">
        <RequestId error={failure} />
      </Example>
      <Example name="Loading: rows, table, card, meters, one bone" stacked>
        <LeadRowsSkeleton rows={3} />
        <Card>
          <Table>
            <TableRowsSkeleton rows={3} columns={4} />
          </Table>
        </Card>
        <CardSkeleton />
        <div className="d-flex gap-3">
          <MetersSkeleton />
        </div>
        <Skeleton width={96} shape="btnish" />
      </Example>
      <Example name="Sessions: loading, one's own, one that is being ended" stacked>
        <SessionList label="Loading sessions" sessions={undefined} onEnd={retry} />
        <SessionList label="Sessions" sessions={sessions} endingId="2" onEnd={retry} />
      </Example>
      <Example name="Snooze: open, pending">
        <SnoozeButtons name="Acme" onSnooze={retry} />
        <SnoozeButtons name="Acme, pending" disabled onSnooze={retry} />
      </Example>
      <Example name="Spinner, while the session or a page's code is on its way" stacked>
        <div className="overflow-hidden" style={{ maxHeight: 160 }}>
          <PageSpinner />
        </div>
      </Example>
      <Example name="Cursor pager: first page, last page" stacked>
        <CursorPager starts={[undefined]} next="a" onChange={retry} />
        <CursorPager starts={[undefined, 'a']} onChange={retry} />
      </Example>
      <Example name="Zoom of a map" stacked>
        <div className="position-relative" style={{ height: 100 }}>
          <MapZoom map={null} />
        </div>
      </Example>
      <Example name="Territories on a map: one, the chosen one" stacked>
        <div className="lf-map" style={{ height: 180, minHeight: 0 }}>
          <MapContainer center={[34.75, -92.2]} zoom={9} zoomControl={false} attributionControl={false}>
            <TerritoryShapes features={[-92.5, -92.2].map(square)} readAt={0} chosenId={2} onChoose={retry} />
          </MapContainer>
        </div>
      </Example>
      <Example name="Tree: open, chosen, by keyboard and by drag and drop" stacked>
        <TreeView
          label="Regions"
          heads={['Region', 'People', 'Leads']}
          none="No region has this name."
          forest={forest}
          search=""
          chosen={2}
          onChoose={retry}
          mayMove={() => false}
          onMove={retry}
          numbersOf={({ id }) => (
            <>
              <TreeCount of={id} one="person" many="people" />
              <TreeCount of={id * 1_000} one="lead" many="leads" className="d" />
            </>
          )}
        />
      </Example>
      <Example name="Pager: exact, not counted to the end" stacked>
        <Pager
          total={87}
          page={page}
          pageSize={pageSize}
          pageSizes={[10, 20, 40]}
          onPage={setPage}
          onPageSize={setPageSize}
        />
        <Pager total={10_000} exact={false} page={page} pageSize={pageSize} onPage={setPage} onCountExactly={retry} />
      </Example>
    </>
  );
}
