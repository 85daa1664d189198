import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { expectAccessibleInBothThemes } from '../harness/web/visit-view.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** Opens every page of a navigation, whatever there is, and looks at each in both themes. */
async function visitAll(page: Page, navigation: string): Promise<string[]> {
  const nav = page.getByRole('navigation', { name: navigation })
  await nav.getByRole('link').first().waitFor()
  const links = await nav.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  for (const href of links) {
    await nav.locator(`a[href="${href}"]`).click()
    await nav.locator(`a[href="${href}"][aria-current="page"]`).waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAccessibleInBothThemes(page)
  }
  return links
}

describe('in both themes', () => {
  test('every section of the portal is accessible', async () => {
    const links = await visitAll(await world.openPortal(ACME_KEY), 'Sections')
    expect(links.length).toBeGreaterThan(10)
  })

  test('every tab of the organization is accessible', async () => {
    const links = await visitAll(await world.openChat('ada', '#organization/people'), 'Organization')
    expect(links.length).toBeGreaterThan(8)
  })

  test('every tab of the settings is accessible', async () => {
    const links = await visitAll(await world.openChat('ada', '#settings/profile'), 'Settings')
    expect(links.length).toBeGreaterThan(4)
  })
})
