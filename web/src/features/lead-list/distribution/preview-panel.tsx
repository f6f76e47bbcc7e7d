import type { PlanDefinition, PlanPreview } from '@lead-finder/contracts';
import { lazy, Suspense, useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { counted, formatNumber } from '../../../lib/numbers';
import { Avatar } from '../../../ui/avatar';
import { ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { hueOf } from './distribution.rules';
import { LeftOverCard } from './left-over-card';

const PreviewMap = lazy(async () => ({ default: (await import('./preview-map')).PreviewMap }));

type Person = PlanPreview['people'][number];
const shownAtFirst = 20;

const leftOf = ({ left, rest }: PlanPreview) => (rest > 0 ? 0 : left.reduce((sum, { leads }) => sum + leads, 0));

/** What a plan would do (docs/product/distribution.md#preview). */
export function PreviewPanel({
  preview,
  plan,
  onCure,
}: {
  preview: PlanPreview;
  plan: PlanDefinition;
  onCure: (plan: PlanDefinition) => void;
}) {
  const { leads, assigned, rest, kept, people, unfairness } = preview;
  const stays = kept.owned + kept.touched + kept.placed;
  const getting = people.filter(({ gets }) => gets > 0).length;
  return (
    <>
      <Card as="section" aria-label="Preview">
        <Card.Body>
          <dl className="lf-stats mb-3">
            <Stat label="Leads" value={leads} />
            <Stat label="Assigned" value={assigned} />
            <Stat label="Left over" value={leftOf(preview) + rest} />
            <Stat label="Stay" value={stays} />
            <div>
              <dt>People who get some</dt>
              <dd>
                {formatNumber(getting)} <small className="fs-6">of {formatNumber(people.length)}</small>
              </dd>
            </div>
          </dl>
          <p className="muted small mb-0">
            {fairnessText(unfairness)} {stayText(kept)}
            {rest > 0 &&
              ` ${counted(rest, 'lead')} of the rest go ${plan.rest.kind === 'pool' ? 'to the pool' : 'to one person'}.`}
          </p>
        </Card.Body>
      </Card>
      <LeftOverCard key={preview.lookedAt} left={preview.left} plan={plan} onCure={onCure} />
      {preview.points.length > 0 && (
        <Suspense fallback={<div className="lf-map lf-plan-map" aria-busy="true" />}>
          <PreviewMap key={preview.lookedAt} preview={preview} />
        </Suspense>
      )}
      <PeopleTable people={people} hasMap={preview.points.length > 0} asksForWork={asksForWork(plan)} />
    </>
  );
}

const Stat = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
);

const fairnessText = (unfairness: number) =>
  `Among those with room, no share is more than ${unfairness > 1 ? formatNumber(unfairness) : '1'} lead from a fair one.`;

function stayText({ owned, touched, placed }: PlanPreview['kept']): string {
  const parts = [
    owned > 0 && `${counted(owned, 'business has', 'businesses have')} another person`,
    touched > 0 && `${counted(touched, 'lead was', 'leads were')} changed after the plan gave it`,
    placed > 0 && `${counted(placed, 'lead lies', 'leads lie')} right already`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

const asksForWork = ({ rules }: PlanDefinition) =>
  rules.some(({ conditions }) => conditions.some(({ kind }) => kind === 'working-now'));

const stateLabels = { 'on-leave': 'On leave', 'not-working': 'Not working now' };

interface PeopleTableProps {
  people: readonly Person[];
  hasMap: boolean;
  /** A rule has the condition, so it matters who works now. */
  asksForWork: boolean;
}

function PeopleTable({ people, ...columns }: PeopleTableProps) {
  const [all, setAll] = useState(false);
  const sorted = [...people].sort((a, b) => b.gets - a.gets || a.fullName.localeCompare(b.fullName));
  const hasTerritories = people.some(({ territories }) => territories.length > 0);
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <Card as="section" aria-label="People">
      <Card.Header className="lf-deskbar d-flex align-items-center">
        <h2 className="h3 mb-0">People</h2>
        <span className="lf-key ms-3" aria-hidden="true">
          <span>
            <i className="sq b" />
            Before
          </span>
          <span>
            <i className="sq g" />
            Gets
          </span>
        </span>
      </Card.Header>
      <div className="lf-wrap rounded-0">
        <Table className="lf-stack load">
          <thead>
            <tr>
              <th>Person</th>
              {hasTerritories && <th>Territory</th>}
              <th className="r">Before</th>
              <th className="r">Gets</th>
              <th className="r">After</th>
              <th>Against capacity</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((person) => (
              <PersonRow key={person.id} person={person} hasTerritories={hasTerritories} {...columns} />
            ))}
          </tbody>
        </Table>
      </div>
      {shown.length < people.length && (
        <Card.Footer>
          <Button variant="link" size="sm" onClick={() => setAll(true)}>
            Show all {formatNumber(people.length)} people
          </Button>
        </Card.Footer>
      )}
    </Card>
  );
}

interface PersonRowProps extends Omit<PeopleTableProps, 'people'> {
  person: Person;
  hasTerritories: boolean;
}

function PersonRow({ person, hasTerritories, hasMap, asksForWork }: PersonRowProps) {
  const { id, fullName, state, before, gets, after, capacity, territories } = person;
  const scale = Math.max(capacity ?? 0, after, 1);
  const share = (value: number) => ({ width: `${(100 * Math.max(0, value)) / scale}%` });
  return (
    <tr>
      <td className="c-person">
        <span className="lf-avatar-name">
          {hasMap && <i className={`lf-plan-dot t${hueOf(id)}`} aria-hidden="true" />}
          <Avatar name={fullName} id={id} />
          <span className="cut" title={fullName}>
            {fullName}
          </span>
          {(state === 'on-leave' || (state === 'not-working' && asksForWork)) && (
            <ToneBadge tone="warn">{stateLabels[state]}</ToneBadge>
          )}
        </span>
      </td>
      {hasTerritories && <td className="soft text-break c-terr">{territories.join(', ')}</td>}
      <td className="r num muted c-before" data-label="Before">
        {formatNumber(before)}
      </td>
      <td className="r num c-gets">{gets > 0 ? <b>+{formatNumber(gets)}</b> : <span className="muted">0</span>}</td>
      <td className="r num c-after" data-label="After">
        {formatNumber(after)}
      </td>
      <td className="c-load">
        <span className="d-flex align-items-center gap-2">
          <span className="lf-load" aria-hidden="true">
            <span className="tr">
              <i className="b" style={share(after - gets)} />
              <i className="g" style={share(gets)} />
            </span>
          </span>
          <span className="num cap">{capacityText(after, capacity)}</span>
        </span>
      </td>
    </tr>
  );
}

function capacityText(after: number, capacity: number | null) {
  if (capacity === null) return <span className="muted">No limit</span>;
  if (after >= capacity)
    return (
      <>
        <b>Full</b> <span className="muted">{formatNumber(capacity)}</span>
      </>
    );
  return <span className="muted">{formatNumber(capacity - after)} free</span>;
}

/** Two scenarios, figure by figure. */
export function Comparison({
  a,
  b,
  onUse,
}: {
  a: { name: string; preview: PlanPreview };
  b: { name: string; preview: PlanPreview };
  onUse: () => void;
}) {
  const figures: [string, (preview: PlanPreview) => number][] = [
    ['Assigned', ({ assigned }) => assigned],
    ['Left over', (preview) => leftOf(preview) + preview.rest],
    [
      'People full',
      ({ people }) => people.filter(({ capacity, after }) => capacity !== null && after >= capacity).length,
    ],
    ['Most that one person gets', ({ people }) => Math.max(0, ...people.map(({ gets }) => gets))],
    ['Fewest after', ({ people }) => (people.length > 0 ? Math.min(...people.map(({ after }) => after)) : 0)],
    ['Most after', ({ people }) => Math.max(0, ...people.map(({ after }) => after))],
  ];
  return (
    <Card as="section" aria-label="A against B">
      <Card.Header as="h2" className="h3">
        A against B
      </Card.Header>
      <Table className="lf-ab mb-0">
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Figure</span>
            </th>
            <th className="r">A · {a.name}</th>
            <th className="r">B · {b.name}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(([label, of]) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="r num">{formatNumber(of(a.preview))}</td>
              <td className="r num">{formatNumber(of(b.preview))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Card.Footer>
        <Button variant="outline-secondary" size="sm" onClick={onUse}>
          <Icon name="check2" />
          Use B
        </Button>
      </Card.Footer>
    </Card>
  );
}
