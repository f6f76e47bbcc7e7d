import { visitor } from './load.mjs';
import { calls } from './ten-calls.mjs';

const { request } = calls.find(({ name }) => name === 'PATCH status');

/**
 * Changes the status of the users' leads at a fixed rate, whether the last change was answered or not. Returns a function that
 * stops it and returns the milliseconds of all answers and the errors.
 */
export function changesBeside(url, users, perSecond = 20) {
  const client = visitor(url);
  const [times, errors] = [[], []];
  const going = new Set();
  const send = async (user) => {
    const { method, path, body } = request(user);
    const { status, text, ms } = await client.send(method, path, body, { cookie: user.cookie });
    times.push(ms);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  };
  let n = 0;
  const timer = setInterval(() => {
    const change = send(users[n++ % users.length])
      .catch((error) => errors.push(error.message))
      .finally(() => going.delete(change));
    going.add(change);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(going);
    client.close();
    return { times, errors };
  };
}
