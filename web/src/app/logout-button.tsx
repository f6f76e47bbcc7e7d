import { Button } from 'react-bootstrap';
import { useSession } from '../lib/session';

export function LogoutButton({ className, size }: { className?: string; size?: 'sm' }) {
  const { signOut, isSigningOut } = useSession();
  return (
    <Button variant="outline-secondary" className={className} size={size} disabled={isSigningOut} onClick={signOut}>
      {isSigningOut ? 'Logging out...' : 'Logout'}
    </Button>
  );
}
