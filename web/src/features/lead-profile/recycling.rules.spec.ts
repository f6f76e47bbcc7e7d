import { countdownOf } from './recycling.rules';

test.each([
  [{ workingDays: 0, tonight: true }, 'Untouched: this lead goes back to the pool tonight.'],
  [{ workingDays: 0, tonight: false }, 'Untouched: today is its last working day.'],
  [{ workingDays: 1, tonight: false }, '1 working day left.'],
  [{ workingDays: 12, tonight: false }, '12 working days left.'],
])('the countdown of %j', (forecast, text) => {
  expect(countdownOf(forecast)).toBe(text);
});
