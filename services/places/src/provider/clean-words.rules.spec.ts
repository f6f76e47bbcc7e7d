import { cleanWords } from './clean-words.rules.js';

describe("A provider's message", () => {
  it.each([
    ['The request took too long.', 'The request took too long.'],
    ["Places can't be searched, try 2 times!", "Places can't be searched, try 2 times!"],
    ['<p>Server <b>busy</b></p><script>alert("x")</script>', 'Server busy'],
    ['see https://maps.example/?key=AIzaSyD4abc for it', 'see … for it'],
    ['Quota of AIzaSyD4abcdefghijklmnopqrstuvwxyz012345 for project 123456789012', 'Quota of … for project …'],
    ['consumer project_number:123 at host-1.internal', 'consumer … at …'],
    ['AbCdEfGhIjKlMnOp is the key', '… is the key'],
    ['REQUEST_DENIED for SECRET_OF_LETTERS', 'REQUEST_DENIED for …'],
    ['averyveryverylongsecretofletters', '…'],
  ])('%p is shown as %p', (words, shown) => expect(cleanWords(words)).toBe(shown));

  it('is cut at a length that a page can show', () => expect(cleanWords('word '.repeat(500)).length).toBeLessThan(210));
});
