import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useCustomFieldsQuery } from '../../lib/custom-fields';
import { automatically, HttpError } from '../../lib/http';
import { type LeadAddress, leadAddress } from '../../lib/lead-address';
import { useLeadsChanged } from '../../lib/lead-changes';
import { saveListPosition } from '../../lib/list-return';
import { paths } from '../../lib/paths';
import { mayChange, useUser } from '../../lib/session';
import { PageSpinner } from '../../ui/spinner';
import {
  isLeaving,
  type LeadProfile,
  profilePage,
  refreshProfile,
  useAllTags,
  useHistory,
  useMarkViewed,
  useProfile,
} from './api';
import { BannersPanel } from './banners-panel';
import { BusinessInformationPanel } from './information/business-information-panel';
import { CustomFieldsPanel } from './information/custom-fields-panel';
import { ContactsPanel } from './contacts/contacts-panel';
import { LeadTabsPanel } from './tabs/lead-tabs-panel';
import { LoadErrorPanel } from './load-error-panel';
import { OwnersOnly } from './owners-only';
import { NeighbourButtons } from './neighbour-buttons';
import { ProfileHeaderPanel } from './profile-header-panel';
import { QuickActionsPanel } from './side-column/quick-actions-panel';
import { StatusPanel } from './side-column/status-panel';
import { TagsPanel } from './side-column/tags-panel';
import './lead-profile.css';

/** One lead, by its id or uuid. */
export function LeadProfilePage() {
  const { uuid, id = '' } = useParams();
  const identifier = uuid ?? id;
  // The key resets typed text when another lead is shown.
  return <LeadView key={identifier} lead={useMemo(() => (uuid ? { uuid } : leadAddress(id)), [uuid, id])} />;
}

interface LeadViewProps {
  lead: LeadAddress;
  /** Replaces the return to the list after the lead was archived, reassigned or deleted here. */
  onGone?: () => void;
  /** Stands below the name of the lead. */
  panel?: ReactNode;
}

export const LeadView = memo(function LeadView({ lead, onGone, panel }: LeadViewProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: profile, error, refetch } = useProfile(lead);
  const history = useHistory(lead);
  // Drawn later, the tags on offer and the custom fields would push what is below them away from the pointer.
  const tags = useAllTags();
  const fields = useCustomFieldsQuery();
  const isMoreAwaited = [tags, fields].some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0);
  const leadId = profile?.userBusiness.id;
  const user = useUser();
  const isOwn = !profile || (!profile.standsIn && mayChange(user, profile.userBusiness.userId));

  const hasLeft = useRef(false);
  const refresh = useCallback(() => {
    // A change signal of an archiving or deletion may arrive before its response, so the page shows no error while it
    // is being left.
    if (!hasLeft.current && !isLeaving(client)) automatically(() => refreshProfile(client, lead));
  }, [client, lead]);
  useLeadsChanged(refresh, profilePage);
  useViewedByAssignee(lead, profile);

  const leave = useCallback(() => {
    hasLeft.current = true;
    saveListPosition(leadId === undefined ? {} : { leadId });
    void navigate(paths.crm);
  }, [leadId, navigate]);
  const leaveForGood = useCallback(() => {
    if (!onGone) return leave();
    hasLeft.current = true;
    onGone();
  }, [leave, onGone]);
  const retry = () => void refetch();

  // A lead that left the branch of a manager is out of sight (docs/product/teams.md#what-a-manager-sees).
  const isOutOfSight = profile?.userBusiness.userId !== user.id && error instanceof HttpError && error.status === 403;
  if (error && (!profile || isOutOfSight))
    return (
      <>
        {panel}
        <LoadErrorPanel error={error} onRetry={retry} onLeave={leave} />
      </>
    );
  if (!profile || isOutOfSight || isMoreAwaited) return <PageSpinner label="Loading business..." />;
  return (
    <>
      <ProfileHeaderPanel
        profile={profile}
        // A queue has its own way back.
        neighbours={!onGone && <NeighbourButtons leadId={profile.userBusiness.id} />}
        onLeave={leave}
      />
      {panel}
      <BannersPanel profile={profile} isOwn={isOwn} error={error} onRetry={retry} onLeave={leave} />
      <div className="lf-cols lf-profile">
        <div className="d-grid gap-3">
          <OwnersOnly isOwn={isOwn}>
            <BusinessInformationPanel lead={lead} profile={profile} />
            <ContactsPanel lead={lead} userBusiness={profile.userBusiness} />
            {fields.data && fields.data.fields.length > 0 && (
              <CustomFieldsPanel lead={lead} userBusiness={profile.userBusiness} fields={fields.data.fields} />
            )}
          </OwnersOnly>
          <LeadTabsPanel lead={lead} profile={profile} history={history} isOwn={isOwn} />
        </div>
        <aside className="d-grid gap-3 lf-aside">
          <OwnersOnly isOwn={isOwn}>
            <StatusPanel lead={lead} status={profile.userBusiness.status} />
            <TagsPanel lead={lead} userBusiness={profile.userBusiness} />
          </OwnersOnly>
          <QuickActionsPanel lead={lead} profile={profile} isOwn={isOwn} onLeave={leaveForGood} />
        </aside>
      </div>
    </>
  );
});

/** Marks the lead as viewed when its own user opens the profile (docs/product/one-lead.md#viewed). */
function useViewedByAssignee(lead: LeadAddress, profile?: LeadProfile): void {
  const user = useUser();
  const { mutate: markViewed, isIdle } = useMarkViewed(lead);
  const isDue = profile !== undefined && !profile.userBusiness.viewed && profile.userBusiness.userId === user.id;
  useEffect(() => {
    if (isDue && isIdle) markViewed();
  }, [isDue, isIdle, markViewed]);
}
