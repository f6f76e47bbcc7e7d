import './offline.css';
import { startTheme } from '../ui/theme';

startTheme();

// The connection is there, and it is the product that does not answer.
if (navigator.onLine) {
  const title = document.querySelector('h1');
  if (title) title.textContent = 'Lead Finder could not be reached';
}
const reload = () => location.reload();
addEventListener('online', reload);
document.querySelector('button')?.addEventListener('click', reload);
