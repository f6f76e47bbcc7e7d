import { useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { useToast } from '../../../ui/toasts';
import { UserSelect } from '../../../ui/user-select';
import { usePeople } from '../api';
import { useLinkAccounts } from './api';

interface LinkPanelProps {
  id: number;
  /** How many accounts the provider manages. */
  users: number;
}

/** Lets the provider manage accounts that it did not create. */
export function LinkPanel({ id, users }: LinkPanelProps) {
  const toast = useToast();
  const people = usePeople();
  const link = useLinkAccounts(id);
  const [chosen, setChosen] = useState<number | null>(null);
  const linkOf = (userId: number | null) =>
    link.mutate(userId, {
      onSuccess: ({ linked }) => {
        toast.success('Accounts linked', `${counted(linked, 'account')} more.`);
        setChosen(null);
      },
    });
  return (
    <Card as="section" aria-label="Accounts">
      <Card.Body>
        <h2 className="h5">Accounts</h2>
        <p className="mb-2">
          The provider manages {counted(users, 'account')}: those that it created and those that you link here. It never
          touches others.
        </p>
        <Form.Label htmlFor="linked-account">Link an account</Form.Label>
        <div className="d-flex flex-wrap gap-2">
          <div className="flex-grow-1">
            <UserSelect
              id="linked-account"
              people={people.data ?? []}
              value={chosen}
              onChange={setChosen}
              placeholder="Select a user"
            />
          </div>
          <Button
            variant="outline-secondary"
            disabled={chosen === null || link.isPending}
            onClick={() => linkOf(chosen)}
          >
            Link
          </Button>
        </div>
        <Button variant="link" className="px-0 mt-1" disabled={link.isPending} onClick={() => linkOf(null)}>
          Link all accounts that sign in with this provider
        </Button>
      </Card.Body>
    </Card>
  );
}
