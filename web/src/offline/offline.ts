import './offline.css';
import { startTheme } from '../ui/theme';

startTheme();

const title = document.querySelector('h1');
const offline = title?.textContent ?? '';

/** Where the connection is there, it is the product that does not answer. */
function say(): void {
  if (title) title.textContent = navigator.onLine ? 'Lead Finder could not be reached' : offline;
}
const reload = () => location.reload();

/** One look at a time: a connection that hangs would gather them. */
function reloadOnceReached(): void {
  const look = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(4_000) });
  void look.then(
    ({ ok }) => ok && reload(),
    () => undefined,
  );
}

say();
addEventListener('offline', say);
addEventListener('online', reload);
document.querySelector('button')?.addEventListener('click', reload);
// No event tells that a product answers again.
setInterval(reloadOnceReached, 5_000);
