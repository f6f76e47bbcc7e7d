import type { SignInPolicy } from '@lead-finder/contracts';
import { type FormEvent, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { ButtonSpinner } from '../../../ui/spinner';
import { usePeople } from '../api';
import { useSetSignInPolicy, useSignInPolicy } from './api';

/** Switches passwords off for all but the named administrators. */
export function PasswordsPanel() {
  const { data } = useSignInPolicy();
  return data ? <PasswordsForm key={JSON.stringify(data)} policy={data} /> : null;
}

function PasswordsForm({ policy }: { policy: SignInPolicy }) {
  const admins = (usePeople().data ?? []).filter(({ role }) => role === 'admin');
  const [isOn, setOn] = useState(policy.localPasswords);
  const [named, setNamed] = useState(policy.breakGlass.map(({ id }) => id));
  const save = useSetSignInPolicy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ localPasswords: isOn, breakGlassIds: named });
  };
  return (
    <Card as="section" aria-label="Passwords" className="mt-4">
      <Card.Body as={Form} onSubmit={submit}>
        <h2 className="h3 mb-2">Passwords</h2>
        <Form.Check
          type="switch"
          id="local-passwords"
          label="Everybody may sign in with a password or a passkey"
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        {!isOn && (
          <fieldset className="mt-3">
            <legend className="h6">Administrators who still may</legend>
            <p className="form-text mt-0 mb-2">
              For the day on which the provider fails. They need a password and a second factor. Each such sign-in is in
              the audit trail, and all administrators are notified.
            </p>
            {admins.map(({ id, fullName, username }) => (
              <Form.Check
                key={id}
                id={`break-glass-${id}`}
                label={`${fullName} (${username})`}
                checked={named.includes(id)}
                onChange={() => setNamed(named.includes(id) ? named.filter((each) => each !== id) : [...named, id])}
              />
            ))}
          </fieldset>
        )}
        <div className="mt-3">
          <Button type="submit" aria-label="Save who may use passwords" disabled={save.isPending}>
            {save.isPending && <ButtonSpinner />}
            Save
          </Button>
        </div>
      </Card.Body>
    </Card>
  );
}
