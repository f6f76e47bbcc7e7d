import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card, Nav, Tab } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { CountBadge } from '../../../ui/badges';
import { ActivitiesPanel } from './activities-panel';
import type { HistoryEntry, LeadProfile } from '../api';
import { HistoryPanel } from './history-panel';
import { OwnersOnly } from '../owners-only';
import { NotesPanel } from './notes-panel';
import { TimelinePanel } from './timeline-panel';

interface LeadTabsPanelProps {
  lead: LeadAddress;
  profile: LeadProfile;
  history: UseQueryResult<HistoryEntry[]>;
  isOwn: boolean;
}

export function LeadTabsPanel({ lead, profile, history, isOwn }: LeadTabsPanelProps) {
  const { userBusiness, contactActivities } = profile;
  return (
    <Card as="section" className="p-tabs">
      <Tab.Container defaultActiveKey="activities" transition={false}>
        <div className="px-3">
          <Nav variant="tabs" className="border-0">
            <TabLink to="activities" count={contactActivities.length}>
              Contact Activities
            </TabLink>
            <TabLink to="notes" count={userBusiness.notes.trim() === '' ? undefined : 1}>
              Notes
            </TabLink>
            <TabLink to="history" count={history.data?.length}>
              Assignment History
            </TabLink>
            <TabLink to="timeline">Timeline</TabLink>
          </Nav>
        </div>
        <Tab.Content className="card-body border-top">
          <Tab.Pane eventKey="activities">
            <ActivitiesPanel lead={lead} uuid={userBusiness.uuid} activities={contactActivities} isOwn={isOwn} />
          </Tab.Pane>
          <Tab.Pane eventKey="notes">
            <OwnersOnly isOwn={isOwn}>
              <NotesPanel lead={lead} userBusiness={userBusiness} />
            </OwnersOnly>
          </Tab.Pane>
          <Tab.Pane eventKey="history">
            <HistoryPanel history={history} />
          </Tab.Pane>
          <Tab.Pane eventKey="timeline" mountOnEnter unmountOnExit>
            <TimelinePanel lead={lead} />
          </Tab.Pane>
        </Tab.Content>
      </Tab.Container>
    </Card>
  );
}

const TabLink = ({ to, count, children }: { to: string; count?: number; children: ReactNode }) => (
  <Nav.Item>
    <Nav.Link as="button" type="button" eventKey={to}>
      {children}
      {count !== undefined && (
        <>
          {' '}
          <CountBadge>{`(${count})`}</CountBadge>
        </>
      )}
    </Nav.Link>
  </Nav.Item>
);
