import { Alert } from 'react-bootstrap';
import { useSession } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { PageSpinner } from '../../ui/spinner';
import { useSetup } from './api';
import { AuthFrame } from './auth-frame';
import { RegistrationForm } from './registration-form';
import { SignInForm } from './sign-in-form';

/** Sign-in, or on an empty deployment the form for the first administrator (decisions, section 3). */
export function AuthPage() {
  const setup = useSetup();
  const { hasEnded, hasLeft } = useSession();
  if (setup.isPending) return <PageSpinner />;
  return setup.data?.registrationOpen ? (
    <AuthFrame
      title="Create the first administrator"
      subtitle="Nobody has an account here yet. This one will manage all others."
    >
      <RegistrationForm />
    </AuthFrame>
  ) : (
    <AuthFrame title="Sign in" subtitle="Use your username or your e-mail address.">
      {hasEnded && !hasLeft && (
        <Alert variant="info" role="note">
          <Icon name="info-circle" />
          <span>You were signed out because your session ended. What you typed is kept: sign in to go on.</span>
        </Alert>
      )}
      <SignInForm />
    </AuthFrame>
  );
}
