// npm run make:configuration
// Writes docs/configuration.md from the schemas of the settings. A spec compares the file with the schemas, so run this
// after you add or change a setting.
import { writeFileSync } from 'node:fs';
import { configurationPage } from '../services/host/test/configuration-page.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), await configurationPage());
