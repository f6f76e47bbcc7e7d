// Writes docs/configuration.md from the schemas of the settings. A spec compares the two.
import { writeFileSync } from 'node:fs';
import { configurationPage } from '../services/host/test/configuration-page.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), await configurationPage());
