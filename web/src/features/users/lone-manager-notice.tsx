import { Notice } from '../../ui/notice';
import type { User } from './api';
import { useTeams } from './teams/api';

/** Warns before a team loses its last manager who can sign in (docs/product/teams.md#when-a-user-leaves). */
export function LoneManagerNotice({ user }: { user: User }) {
  const { data: tree } = useTeams();
  const others = new Set(
    tree?.managers.filter(({ id, active }) => id !== user.id && active !== false).map(({ id }) => id),
  );
  const alone = (tree?.teams ?? []).filter(
    ({ managerIds }) => managerIds.includes(user.id) && !managerIds.some((id) => others.has(id)),
  );
  if (alone.length === 0) return null;
  const [lost, them] = alone.length === 1 ? [`${alone[0]!.name} has`, 'it'] : [`${alone.length} teams have`, 'them'];
  return (
    <Notice kind="warning" icon="exclamation-triangle" role="note">
      {lost} no other active manager. The managers above and administrators still see {them}.
    </Notice>
  );
}
