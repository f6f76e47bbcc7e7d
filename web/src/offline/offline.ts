import './offline.css';
import { startTheme } from '../ui/theme';

startTheme();

const title = document.querySelector('h1');
const offline = title?.textContent ?? '';

/** With a network connection, the product does not respond. */
function say(): void {
  if (title) title.textContent = navigator.onLine ? 'Lead Finder could not be reached' : offline;
}
const reload = () => location.reload();

/** One check at a time, because a hanging connection would collect them. */
function reloadOnceReached(): void {
  const check = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(4_000) });
  void check.then(
    ({ ok }) => ok && reload(),
    () => undefined,
  );
}

say();
addEventListener('offline', say);
addEventListener('online', reload);
document.querySelector('button')?.addEventListener('click', reload);
// No event reports that the product responds again, so it polls.
setInterval(reloadOnceReached, 5_000);
