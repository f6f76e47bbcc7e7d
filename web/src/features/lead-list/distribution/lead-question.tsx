import { type FormEvent, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { messageOf } from '../../../lib/http';
import { useAskAboutLead, useFindLeads } from './api';

/** Says what the saved plan would do with one lead now, which the user names by its business or its number. */
export function LeadQuestion({ planId }: { planId: number }) {
  const [text, setText] = useState('');
  const ask = useAskAboutLead(planId);
  const find = useFindLeads();
  const words = text.trim();
  const isNumber = /^\d+$/.test(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.reset();
    find.reset();
    if (isNumber) return ask.mutate(Number(words));
    find.mutate(words, {
      onSuccess: ([lead, ...others]) => lead && others.length === 0 && ask.mutate(lead.userBusiness.id),
    });
  };
  const error = ask.error ?? find.error;
  return (
    <Card as="section" aria-label="Ask about a lead">
      <Card.Body>
        <Form onSubmit={submit} className="d-flex flex-wrap gap-2 align-items-center">
          <Form.Control
            aria-label="Name or number of a lead"
            placeholder="Name or number of a lead"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            type="submit"
            variant="outline-secondary"
            disabled={(!isNumber && words.length < 2) || ask.isPending || find.isPending}
          >
            What would happen to it?
          </Button>
        </Form>
        {find.data && find.data.length > 1 && (
          <ul className="list-unstyled mt-2 mb-0" aria-label="Leads found">
            {find.data.map(({ business, user, userBusiness: { id } }) => (
              <li key={id}>
                <Button variant="link" size="sm" className="px-0 text-start" onClick={() => ask.mutate(id)}>
                  {business.name} ({user?.username ?? 'in a pool'})
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p className="mb-0 mt-2 muted" role="status">
          {ask.data && `${ask.data.user ? `${ask.data.user.fullName}: ` : ''}${ask.data.why}`}
          {find.data?.length === 0 && 'No lead found'}
          {error && messageOf(error)}
        </p>
      </Card.Body>
    </Card>
  );
}
