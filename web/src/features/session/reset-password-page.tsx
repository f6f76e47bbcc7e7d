import { Button } from 'react-bootstrap';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { HttpError, messageOf } from '../../lib/http';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { ButtonSpinner } from '../../ui/spinner';
import { useResetToken } from './api';
import { AuthFrame } from './auth-frame';
import { NewPasswordForm } from './new-password-form';

const missing = 'Missing reset token. Please check your reset link or request a new one.';
const invalid = 'Invalid or expired token. Please request a new reset link.';
const unverified = 'An error occurred while verifying your reset token. Please try again later.';

/** Verifies the token of the link, then asks for the new password (docs/product/accounts.md#reset-page). An invitation asks for the first one. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const isInvited = search.has('invitation');
  const verification = useResetToken(token);
  return (
    <AuthFrame title={isInvited ? 'Choose a password' : 'Reset password'}>
      {token === '' ? (
        <BadLink message={missing} />
      ) : verification.isPending ? (
        <p className="muted d-flex align-items-center gap-2" role="status">
          <ButtonSpinner />
          {isInvited ? 'Verifying your invitation...' : 'Verifying your reset link...'}
        </p>
      ) : verification.isError ? (
        <BadLink message={refusal(verification.error)} error={verification.error} />
      ) : (
        <NewPasswordForm token={token} isFirst={isInvited} />
      )}
      <Link className="lf-back mt-3 mb-0" to={paths.auth}>
        <Icon name="arrow-left" />
        Back to login
      </Link>
    </AuthFrame>
  );
}

function BadLink({ message, error }: { message: string; error?: unknown }) {
  const navigate = useNavigate();
  return (
    <>
      <Notice kind="danger" icon="exclamation-circle" error={error}>
        {message}
      </Notice>
      <Button className="w-100 lf-submit" onClick={() => void navigate(paths.forgotPassword)}>
        Request New Reset Link
      </Button>
    </>
  );
}

/** An unreachable server has not judged the token. */
const refusal = (error: Error): string =>
  error instanceof HttpError && error.status < 500 ? messageOf(error, invalid) : unverified;
