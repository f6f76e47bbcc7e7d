import { type SignInProblem, signInProblems } from '@lead-finder/contracts';
import { Notice } from '../../ui/notice';

/** Why a sign-in by a provider was refused. A file of its own, because the sentences bring zod with them. */
export const SignInProblemNotice = ({ problem }: { problem: string }) =>
  Object.hasOwn(signInProblems, problem) ? (
    <Notice kind="danger" icon="exclamation-triangle">
      {signInProblems[problem as SignInProblem]}
    </Notice>
  ) : null;
