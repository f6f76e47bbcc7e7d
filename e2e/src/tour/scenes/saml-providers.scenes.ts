import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, mockResponse, waitForText } from '../page-actions.js';
import { addProvider, entra, settings } from './providers.scenes.js';

const saml = {
  ...entra,
  id: 4,
  kind: 'saml',
  name: 'Northfield Okta (SAML)',
  issuer: 'http://www.okta.com/exk1fcia6d6EMsf331d8',
  redirectAddress: 'https://leads.northfield.example/api/sign-in/saml/4/acs',
  backChannelAddress: '',
  signInAddress: 'https://northfield.okta.example/app/northfield_leadfinder_1/exk1fcia6d6EMsf331d8/sso/saml',
  certificates: [
    '-----BEGIN CERTIFICATE-----\nMIIDqDCCApCgAwIBAgIGAV2ka+55MA0GCSqGSIb3DQEBCwUA\n-----END CERTIFICATE-----\n',
  ],
  entityId: 'https://leads.northfield.example/api/sign-in/saml/4/metadata',
  certificatesEnd: ['2026-01-31T09:00:00.000Z', '2036-03-02T09:00:00.000Z'],
  hasSecret: false,
  linkedUsers: 12,
};

async function addSaml(page: Page) {
  await addProvider(page);
  await page.getByLabel('Protocol').selectOption('SAML 2.0');
  await page.getByLabel('Metadata XML').fill('<EntityDescriptor/>');
}

export const samlProviders: Screen = {
  title: 'SAML providers',
  scenes: [
    {
      name: 'providers-saml',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [
          saml,
          { ...saml, id: 5, name: 'Not set up', issuer: '', certificatesEnd: [], isTested: false, enabled: false },
        ]);
        await waitForText(page, 'None is entered yet');
      },
    },
    {
      name: 'providers-add-saml',
      as: ['admin'],
      open: async (page) => {
        const { issuer, signInAddress, certificates, certificatesEnd } = saml;
        const read = { issuer, signInAddress, certificates, certificatesEnd };
        await mockResponse(page, '**/api/identity-providers/metadata', read);
        await addSaml(page);
        await clickButton(page, 'Read metadata');
        await waitForText(page, /^The metadata is read/);
      },
    },
    {
      name: 'providers-add-saml-refused',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await addSaml(page);
        await clickButton(page, 'Read metadata');
        await waitForText(page, 'This metadata describes no identity provider');
      },
    },
  ],
};
