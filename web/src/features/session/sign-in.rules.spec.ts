import { signInForm } from '@lead-finder/contracts';
import { problemsOf } from './sign-in.rules';

/** The contract's first error of each field. */
function problemsOfContract(form: object) {
  const { error } = signInForm.safeParse(form);
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}

describe('The errors of a sign-in', () => {
  const names = [
    '',
    '   ',
    'sam',
    ' sam ',
    'sam@northfield.example',
    'x'.repeat(500),
    'x'.repeat(501),
    ` ${'x'.repeat(500)} `,
  ];
  const passwords = ['', '12345', '123456', '      ', 'Demo1234', '🙂🙂🙂'];
  const forms = names.flatMap((username) => passwords.map((password) => ({ username, password })));

  it.each(forms)('are those of the contract for $username and $password', (form) =>
    expect(problemsOf(form)).toEqual(problemsOfContract(form)),
  );
});
