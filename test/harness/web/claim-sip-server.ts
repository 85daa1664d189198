import type { Page } from 'playwright-core'

/** Makes the app believe that a SIP server is connected, on pages that open from now on: the test server has none. */
export async function claimSipServer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      document.querySelector('meta[name=switchboard-missing]')?.setAttribute('content', 'mail')
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
