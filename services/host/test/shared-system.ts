import type { System } from './start-system.js';
import { Visitor, visitorsOf } from './visitor.js';

/**
 * Returns the one system of a test run. Other specs use it at the same time, so a spec creates its own users, and
 * asserts only on their data and on its own requests.
 */
export async function sharedSystem() {
  const response = await fetch(process.env.TEST_SHARED_PROCESS!);
  if (!response.ok) throw new Error(await response.text());
  const { url, ...places } = (await response.json()) as Pick<System, 'url' | 'databaseUrl' | 'dataDir'>;
  const ada = new Visitor(url);
  await ada.signIn('ada');
  return { ...visitorsOf(url, ada), ...places };
}

export type SharedSystem = Awaited<ReturnType<typeof sharedSystem>>;
