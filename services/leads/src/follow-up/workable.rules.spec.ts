import { isContactable, isFresh, isUnworked, isWorkable } from './workable.rules.js';

const notTagged = "not (tag_keys @> array['do not contact'])";

describe('My day and Next lead', () => {
  it("leave out leads with the tag 'Do not contact' in any case", () => expect(isContactable).toBe(notTagged));

  it('leave out leads of a pool, archived leads and existing customers', () => {
    expect(isWorkable).toBe(`user_id > 0 and not archived and not existing_customer and ${notTagged}`);
  });

  it('take a New lead without a follow-up before the end of the day', () => {
    expect(isUnworked('$2')).toBe(
      "status = 'new' and (follow_up_at is null or follow_up_at >= $2) " +
        `and user_id > 0 and not archived and not existing_customer and ${notTagged}`,
    );
  });

  it('call it fresh until its user has viewed it', () => {
    expect(isFresh('$2')).toBe(`not viewed and ${isUnworked('$2')}`);
  });
});
