import type { Page } from 'playwright-core';

export interface Listed {
  userBusiness: { id: number; uuid: string };
}

/** Returns leads that no journey has worked yet. */
export async function newLeads(page: Page): Promise<Listed[]> {
  const list = await page.request.get('/api/my-businesses?page=1&pageSize=20&status=new&imported=false');
  return (await list.json()) as Listed[];
}
