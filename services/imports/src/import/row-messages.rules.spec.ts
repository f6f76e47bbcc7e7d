import { alreadyAssigned, inactiveUser, sameLead, tooManyTags, unknownUser } from './row-messages.rules.js';

it.each([
  [unknownUser('Old Ann'), "Unknown user 'Old Ann'"],
  [inactiveUser('ann'), 'User ann is inactive'],
  [alreadyAssigned('ann'), 'already assigned to ann'],
  [alreadyAssigned('ann', 4), 'already assigned to ann (same business as row 4)'],
  [tooManyTags(49), 'Custom Tag holds more than 49 tags'],
  [sameLead(4), 'same lead as row 4'],
])('a row can fail with "%s"', (message, text) => expect(message).toBe(text));
