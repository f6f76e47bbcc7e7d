import { cleanWords } from './clean-words.rules.js';

describe("A provider's message", () => {
  it.each([
    ['The request took too long.', 'The request took too long.'],
    ["Places can't be searched, try 2 times!", "Places can't be searched, try 2 times!"],
    ['<p>Server <b>busy</b></p><script>alert("x")</script>', 'Server busy'],
    ['busy<style>p {}</style>now<br>please', 'busy now please'],
    [`You're over the "API" limit (429).`, `You're over the "API" limit (429).`],
    ['see https://maps.example/?key=AIzaSyD4abc for it', 'see … for it'],
    ['Quota of AIzaSyD4abcdefghijklmnopqrstuvwxyz012345 for project 123456789012', 'Quota of … for project …'],
    ['keys AIzaSyD4abc AIzaSyD4abd are wrong', 'keys … are wrong'],
    ['consumer project_number:123 at host-1.internal', 'consumer … at …'],
    ['AbCdEfGhIjKlMnOp is the key', '… is the key'],
    ['REQUEST_DENIED for SECRET_OF_LETTERS', 'REQUEST_DENIED for …'],
    ['averyveryverylongsecretofletters', '…'],
  ])('%p is shown as %p', (words, shown) => expect(cleanWords(words)).toBe(shown));

  it('of more than 200 characters is cut after a word', () => {
    const longest = `${'word '.repeat(39)}words`;
    expect(cleanWords(longest)).toBe(longest);
    expect(cleanWords(`${longest}!`)).toBe(`${'word '.repeat(39)}…`);
  });
});
