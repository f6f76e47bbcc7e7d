import { Button } from 'react-bootstrap';
import { Icon } from '../../ui/icon';
import { useToast } from '../../ui/toasts';
import { accountStatus } from './account-status';
import { type User, useInviteUser, useUnlockUser } from './api';
import { useActivation } from './use-activation';

export type UserDialog = 'edit' | 'reset-password' | 'reset-second-factor' | 'sessions' | 'deactivate' | 'delete';

interface UserActionsProps {
  user: User;
  /** Whether a deactivation asks where the leads go. */
  asksForLeads: boolean;
  onOpen: (dialog: UserDialog) => void;
}

/** The buttons of a row. The server rejects what is not allowed for the own account or the last administrator. */
export function UserActions({ user, asksForLeads, onOpen }: UserActionsProps) {
  const { username } = user;
  const toast = useToast();
  const unlock = useUnlockUser(user.id);
  const { activate, isPending } = useActivation(user);
  const invite = useInviteUser(user.id);
  const isBusy = unlock.isPending || isPending || invite.isPending;

  const unlockNow = () =>
    unlock.mutate(undefined, {
      onSuccess: () => toast.success('Account Unlocked', `${user.fullName} can sign in again.`),
    });
  return (
    <>
      {accountStatus(user) === 'locked' && (
        <Button
          variant="outline-secondary"
          size="sm"
          aria-label={`Unlock ${username}`}
          title="Unlock Account"
          disabled={isBusy}
          onClick={unlockNow}
        >
          <Icon name="unlock" />
          <span className="lbl">Unlock</span>
        </Button>
      )}
      {user.invitedAt && (
        <RowButton
          icon="envelope"
          word="Invite"
          title="Send Invitation Again"
          username={username}
          disabled={isBusy}
          onClick={() =>
            invite.mutate(undefined, { onSuccess: ({ message }) => toast.success('Invitation sent', message) })
          }
        />
      )}
      <RowButton icon="pencil" word="Edit" title="Edit User" username={username} onClick={() => onOpen('edit')} />
      <RowButton
        icon="key"
        word="Password"
        title="Reset Password"
        username={username}
        onClick={() => onOpen('reset-password')}
      />
      {user.secondFactorSince && (
        <RowButton
          icon="shield-lock"
          word="Second Factor"
          title="Reset Second Factor"
          username={username}
          onClick={() => onOpen('reset-second-factor')}
        />
      )}
      <RowButton
        icon="laptop"
        word="Sessions"
        title="Sessions"
        username={username}
        onClick={() => onOpen('sessions')}
      />
      <RowButton
        icon={user.active ? 'person-slash' : 'person-check'}
        word={user.active ? 'Deactivate' : 'Activate'}
        title={user.active ? 'Deactivate User (prevent login)' : 'Activate User (allow login)'}
        username={username}
        disabled={isBusy}
        onClick={() => (user.active && asksForLeads ? onOpen('deactivate') : activate(!user.active))}
      />
      <RowButton
        icon="trash3"
        word="Delete"
        title="Delete User"
        username={username}
        className="del"
        onClick={() => onOpen('delete')}
      />
    </>
  );
}

interface RowButtonProps {
  icon: string;
  /** Stands below the icon on phones. */
  word: string;
  title: string;
  username: string;
  onClick: () => void;
  disabled?: boolean;
  className?: string;
}

const RowButton = ({ icon, word, title, username, className = '', ...button }: RowButtonProps) => (
  <Button variant="ghost" size="sm" className={`btn-icon ${className}`.trimEnd()} title={title} {...button}>
    <Icon name={icon} />
    <span className="word" data-word={word} aria-hidden="true" />
    <span className="visually-hidden">
      {title}: {username}
    </span>
  </Button>
);
