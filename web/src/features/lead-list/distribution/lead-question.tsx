import { type FormEvent, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { messageOf } from '../../../lib/http';
import { useAskAboutLead } from './api';

/** Says what the saved plan would do with one lead now. */
export function LeadQuestion({ planId }: { planId: number }) {
  const [lead, setLead] = useState('');
  const ask = useAskAboutLead(planId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (/^\d+$/.test(lead)) ask.mutate(Number(lead));
  };
  return (
    <Card as="section" aria-label="Ask about a lead">
      <Card.Body>
        <Form onSubmit={submit} className="d-flex flex-wrap gap-2 align-items-center">
          <Form.Control
            aria-label="Number of a lead"
            placeholder="Number of a lead"
            inputMode="numeric"
            value={lead}
            onChange={({ target }) => setLead(target.value.trim())}
          />
          <Button type="submit" variant="outline-secondary" disabled={!/^\d+$/.test(lead) || ask.isPending}>
            What would happen to it?
          </Button>
        </Form>
        <p className="mb-0 mt-2 muted" role="status">
          {ask.data && `${ask.data.user ? `${ask.data.user.fullName}: ` : ''}${ask.data.why}`}
          {ask.error && messageOf(ask.error)}
        </p>
      </Card.Body>
    </Card>
  );
}
