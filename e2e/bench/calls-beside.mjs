import { visitor } from './load.mjs';
import { calls } from './ten-calls.mjs';

/**
 * Sends the calls with the names in turn at a fixed rate, whether the last one was answered or not. Returns a function that
 * stops it and returns the milliseconds of all answers and the errors.
 */
export function callsBeside(url, users, perSecond = 20, names = ['PATCH status']) {
  const client = visitor(url, 64);
  const wanted = calls.filter(({ name }) => names.includes(name));
  const [times, errors] = [[], []];
  const going = new Set();
  const send = async ({ name, request }, user) => {
    const { method = 'GET', path, body } = request(user);
    const { status, text, ms } = await client.send(method, path, body, { cookie: user.cookie });
    times.push(ms);
    if (status < 200 || status > 299) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
  };
  let n = 0;
  const timer = setInterval(() => {
    const call = send(wanted[n % wanted.length], users[Math.floor(n / wanted.length) % users.length])
      .catch((error) => errors.push(error.message))
      .finally(() => going.delete(call));
    n += 1;
    going.add(call);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(going);
    client.close();
    return { times, errors };
  };
}
