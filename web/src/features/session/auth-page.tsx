import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { hasDrafts } from '../../lib/use-draft';
import { Notice } from '../../ui/notice';
import { PageSpinner } from '../../ui/spinner';
import { useSetup, useSignInProviders } from './api';
import { AuthFrame } from './auth-frame';
import { SecondStepForm } from './second-step-form';
import { OtherWays } from './other-ways';
import { SignInForm } from './sign-in-form';

// Used once per deployment, and its checks are larger than the sign-in.
const RegistrationForm = lazy(async () => ({ default: (await import('./registration-form')).RegistrationForm }));

const SignInProblemNotice = lazy(async () => ({ default: (await import('./sign-in-problem')).SignInProblemNotice }));

/**
 * The sign-in, or the form for the first administrator of an empty deployment
 * (docs/product/accounts.md#first-administrator).
 */
export function AuthPage() {
  const setup = useSetup();
  const { data: ways, isPending } = useSignInProviders();
  const { hasEnded, hasLeft } = useSession();
  const [isSecondStep, setSecondStep] = useState(false);
  const problem = useSearchParams()[0].get('problem');
  if (setup.isPending || isPending) return <PageSpinner />;
  if (isSecondStep)
    return (
      <AuthFrame
        title="Second step"
        subtitle="Enter the code of your authenticator app, or one of your recovery codes."
      >
        <SecondStepForm onBack={() => setSecondStep(false)} />
      </AuthFrame>
    );
  return setup.data?.registrationOpen ? (
    <Suspense fallback={<PageSpinner />}>
      <AuthFrame
        title="Create the first administrator"
        subtitle="Nobody has an account here yet. This one will manage all others."
      >
        <RegistrationForm asksForToken={setup.data.setupTokenRequired} />
      </AuthFrame>
    </Suspense>
  ) : (
    <AuthFrame
      title="Sign in"
      subtitle={
        ways?.providers.length
          ? "Use your company's account if you have one."
          : 'Use your username or your e-mail address.'
      }
    >
      {hasEnded && !hasLeft && (
        <Notice kind="info" role="note" icon="info-circle">
          You were signed out because your session ended.{' '}
          {hasDrafts() ? 'What you typed is kept: sign in to go on.' : 'Sign in to go on.'}
        </Notice>
      )}
      {problem !== null && (
        <Suspense fallback={null}>
          <SignInProblemNotice problem={problem} />
        </Suspense>
      )}
      <OtherWays {...(ways ?? { providers: [], hasDomains: false })} />
      <SignInForm onSecondStep={() => setSecondStep(true)} />
    </AuthFrame>
  );
}
