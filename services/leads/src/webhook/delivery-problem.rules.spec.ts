import { problemOf } from './delivery-problem.rules.js';

const timeout = new DOMException('', 'TimeoutError');
const withCode = (code: string) => Object.assign(new Error('raw text'), { code });

it.each([
  [timeout as Error, 'No response within 15 s'],
  [new Error('aborted', { cause: timeout }), 'No response within 15 s'],
  [withCode('ECONNREFUSED'), 'The server refused the connection'],
  [withCode('ECONNRESET'), 'The server ended the connection'],
  [withCode('ENOTFOUND'), 'The name of the server is not known'],
  [withCode('EAI_AGAIN'), 'The name of the server is not known at the moment'],
  [withCode('CERT_HAS_EXPIRED'), 'The certificate of the server has expired'],
  [withCode('OTHER'), 'raw text'],
  [new Error('x'.repeat(600)), 'x'.repeat(500)],
])('%# names the problem of a delivery', (error, problem) => expect(problemOf(error)).toBe(problem));
