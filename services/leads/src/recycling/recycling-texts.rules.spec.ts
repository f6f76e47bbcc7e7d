import { movedText, remindedText, tonightText } from './recycling-texts.rules.js';

test('notifications of untouched leads speak of one lead and of several', () => {
  expect(remindedText(1, { remindDays: 1 })).toEqual({
    title: 'Lead goes back to the pool soon',
    message:
      '1 lead of yours is untouched and goes back to the pool in 1 working day. A call, an email, a meeting or a new status keeps it.',
  });
  expect(remindedText(1_200, { remindDays: 3 })).toEqual({
    title: 'Leads go back to the pool soon',
    message:
      '1,200 leads of yours are untouched and go back to the pool in 3 working days. A call, an email, a meeting or a new status keeps them.',
  });
  expect([1, 2].map(tonightText)).toEqual([
    { title: 'Lead moves tonight', message: '1 lead of your teams goes back to the pool tonight. You can veto.' },
    { title: 'Leads move tonight', message: '2 leads of your teams go back to the pool tonight. You can veto.' },
  ]);
  expect([1, 2].map(movedText)).toEqual([
    { title: 'Lead went back to the pool', message: '1 untouched lead of yours went back to the pool.' },
    { title: 'Leads went back to the pool', message: '2 untouched leads of yours went back to the pool.' },
  ]);
});
