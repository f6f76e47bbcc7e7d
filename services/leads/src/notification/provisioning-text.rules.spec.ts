import { provisioningText } from './provisioning-text.rules.js';

const need = { provider: 'Northfield ID', userId: 9, fullName: 'Kim Lee', adminIds: [1] };

describe('what administrators read of a provider', () => {
  it.each([
    [
      'last_admin',
      'Deactivation refused',
      'Northfield ID wants to deactivate Kim Lee, the last administrator. Name another administrator first.',
    ],
    [
      'leads_left',
      'Leads without a user',
      'Northfield ID deactivated Kim Lee, who still has open leads. Choose who gets them in the user management.',
    ],
  ] as const)('is a sentence that says what to do: %s', (what, title, message) =>
    expect(provisioningText({ ...need, what })).toEqual({ title, message }),
  );
});
