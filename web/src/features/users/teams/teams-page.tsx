import { useRef, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { counted, formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { narrow, useMediaQuery } from '../../../lib/use-media-query';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { SearchField } from '../../../ui/search-field';
import { CardSkeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { type TeamTree, useTeams } from './api';
import { HolidaysCard } from './holidays/holidays-card';
import { PeopleList } from './people-list';
import { PeopleTabs } from './people-tabs';
import { OpenTeamDialog, type TeamDialog } from './team-dialogs';
import { RecyclingCard } from './recycling/recycling-card';
import { TeamPanel } from './team-panel';
import type { Forest } from './team-tree.rules';
import { TeamTreeView } from './team-tree';
import './teams.css';

/** The tree of teams, with the chosen team beside it (docs/product/teams.md#teams-page). */
export function TeamsPage() {
  const { data, forest, error, refetch } = useTeams();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  const add = (
    <Button aria-label="Add team" onClick={() => setDialog({ kind: 'create' })}>
      <Icon name="plus-lg" />
      <span className="lbl">Add team</span>
    </Button>
  );
  const hasTeams = data && data.teams.length > 0;
  return (
    <>
      {data && <PeopleTabs tree={data} />}
      <PageHeader
        title="Teams"
        {...(hasTeams && {
          subtitle: 'A manager sees the people and leads of the managed teams and of every team below.',
          actions: add,
        })}
      />
      {error && <ErrorBlock title="The teams could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {data && forest && hasTeams && <TeamColumns tree={data} forest={forest} onOpen={setDialog} />}
      {forest && hasTeams && <HolidaysCard teams={forest.all} />}
      {data && !hasTeams && (
        <StateBlock icon="diagram-3" title="No teams yet" action={add}>
          Every manager sees the numbers of all {counted(data.withoutTeam, 'person', 'people')}, as before. With the
          first team, a manager sees only the managed teams and what is below.
        </StateBlock>
      )}
      {dialog && forest && (
        <OpenTeamDialog
          dialog={dialog}
          forest={forest}
          onClose={() => setDialog(null)}
          onCreated={({ id }) => void navigate(paths.teams(id))}
          onRemoved={({ parent }) => void navigate(paths.teams(parent?.id))}
        />
      )}
    </>
  );
}

interface TeamColumnsProps {
  tree: TeamTree;
  forest: Forest;
  onOpen: (dialog: TeamDialog) => void;
}

function TeamColumns({ tree, forest, onOpen }: TeamColumnsProps) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [search, setSearch] = useState('');
  const beside = useRef<HTMLDivElement>(null);
  const isBelow = useMediaQuery(narrow);
  const chosen = parameters.get('team');
  const team = forest.byId.get(Number(chosen));
  return (
    <div className="lf-teamcols">
      <Card as="section" aria-label="Tree of teams">
        <div className="p-2 pb-0">
          <SearchField label="Search teams" value={search} onChange={setSearch} />
        </div>
        <TeamTreeView
          forest={forest}
          search={search}
          chosen={team?.id}
          onChoose={({ id }) => {
            void navigate(paths.teams(id));
            if (isBelow) beside.current?.scrollIntoView?.();
          }}
          onMove={(moved, parent) => onOpen({ kind: 'move', team: moved, parent })}
        />
        <Link className="lf-tree-none" to={paths.teams('none')} aria-current={chosen === 'none' ? 'page' : undefined}>
          <span className="art">
            <Icon name="person-dash" />
          </span>
          <span>
            <b>
              {formatNumber(tree.withoutTeam)} {tree.withoutTeam === 1 ? 'person' : 'people'} without a team
            </b>
            <span className="muted small d-block">No manager sees their leads</span>
          </span>
          <Icon name="chevron-right" className="ms-auto muted" />
        </Link>
      </Card>
      <div ref={beside}>
        {team && <TeamPanel team={team} tree={tree} teams={forest.all} onOpen={onOpen} />}
        {team && <RecyclingCard key={team.id} team={team} />}
        {chosen === 'none' && (
          <Card as="section" aria-labelledby="without-team">
            <Card.Header className="lf-team-head">
              <h2 id="without-team">People without a team</h2>
            </Card.Header>
            <PeopleList key="none" teamId="none" zone={null} teams={forest.all} />
          </Card>
        )}
        {!team && chosen !== 'none' && (
          <StateBlock icon="diagram-3" title="No team chosen">
            Choose a team in the tree to see its people
            <span className="hide-sm">, or press M on a team to move it</span>.
          </StateBlock>
        )}
      </div>
    </div>
  );
}
