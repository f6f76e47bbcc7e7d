import type { Page } from 'playwright-core';
import { toast, visit, type Visited } from '../product/visitor.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const dayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(new Date());

describe('a salesperson who travels', () => {
  let product: Visited;
  beforeAll(async () => void (product = await visit()));
  afterAll(() => product?.close(), 60_000);

  const showsToday = async (page: Page, timeZone: string) => {
    await page.goto('/my-day');
    await page
      .getByText(new RegExp(dayIn(timeZone)))
      .filter({ visible: true })
      .first()
      .waitFor();
  };

  it('chooses the time zone of the device, and the day is the one there', async () => {
    const page = await product.page('sam', { timezoneId: 'Pacific/Kiritimati' });
    await page.goto('/my-day');
    await page.getByRole('button', { name: /, your menu$/ }).click();
    await page.getByRole('button', { name: 'Time zone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time zone' });
    await dialog.getByText('Your device is in Pacific/Kiritimati.').waitFor();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Time zone saved', 'Your days, meters and mails go by it now.');
    await showsToday(page, 'Pacific/Kiritimati');
  });

  it('is asked once on a phone behind the date line', async () => {
    const page = await product.page('sam', { ...phone, timezoneId: 'Pacific/Pago_Pago' });
    await showsToday(page, 'Pacific/Kiritimati');
    const question = page.getByText('Your device is in Pacific/Pago_Pago. Use this time zone?');
    await question.waitFor();
    await page.getByRole('button', { name: 'Use it' }).click();
    await question.waitFor({ state: 'detached' });
    await showsToday(page, 'Pacific/Pago_Pago');
    expect(await question.count()).toBe(0);
    expect(product.problems).toEqual([]);
  });
});
