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
    expect(provisioningText({ ...need, what })).toMatchObject({ title, message }),
  );

  it('counts the leavers of one provider together, and refusals not at all', () => {
    const { ofMany } = provisioningText({ ...need, what: 'leads_left' });
    expect(ofMany).toEqual({
      batchId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      title: 'Leads without users',
      message:
        ' users whom Northfield ID deactivated still have open leads. Choose who gets them in the user management.',
    });
    expect(provisioningText({ ...need, userId: 10, what: 'leads_left' }).ofMany).toEqual(ofMany);
    const other = provisioningText({ ...need, provider: 'Westfield ID', what: 'leads_left' });
    expect(other.ofMany!.batchId).not.toBe(ofMany!.batchId);
    expect(provisioningText({ ...need, what: 'last_admin' }).ofMany).toBeUndefined();
  });
});
