import type { Page } from 'playwright-core'

/** Lets the first request to these addresses take longer than the next one. */
export async function delayFirst(page: Page, addresses: string) {
  let [sent, answered] = [0, 0]
  await page.route(addresses, async (route) => {
    sent += 1
    if (sent === 1) await new Promise((next) => setTimeout(next, 500))
    await route.fulfill({ response: await route.fetch() })
    answered += 1
  })
  return { answered: () => answered, end: () => page.unroute(addresses) }
}
