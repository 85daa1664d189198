import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { browsers, isInstalled } from '../../debian-packages.js'

/** The size of a page depends on its fonts. `TEST_FONTS=system` shows it with those of the machine. */
const onlyFonts = join(import.meta.dirname, 'fonts.conf')

let opened: Promise<Browser> | undefined

/** Debian's Chromium, quiet: it asks nobody outside for anything. One for all files of a worker; it ends with it. */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: `/usr/bin/${browsers.find(isInstalled)}`,
    env: { ...process.env, ...(process.env.TEST_FONTS !== 'system' && { FONTCONFIG_FILE: onlyFonts }) },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Nothing is drawn that would be worth a process.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A microphone that everybody may use, sound without a click, and calls to this machine itself.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      // Each window would draw the list under its address field as a page of its own: a second of work, never seen.
      '--disable-features=WebRtcHideLocalIpsWithMdns,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled',
    ],
  })
  return opened
}

/** What a page complained about: mistakes of scripts, and what its policy forbade. */
const complaints = new WeakMap<Page, string[]>()

/** A window of its own, with cookies of its own. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    // It would store the app anew in every window, and what it fetches does not pass through page.route.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const heard: string[] = []
  complaints.set(page, heard)
  page.on('pageerror', (error) => heard.push(`${error.message}\n${error.stack ?? ''}`))
  page.on('console', (message) => {
    // A refused or lost request is for the page to tell; the browser writes it down as well.
    const isLost = /^(Failed to load resource|WebSocket connection to .* failed: .*net::ERR_CONNECTION)/
    if (message.type() === 'error' && !isLost.test(message.text())) heard.push(message.text())
  })
  return page
}

export function expectNoComplaints(page: Page): void {
  expect(complaints.get(page)).toEqual([])
}

/** WCAG 2.2 AA, as far as a program can tell. `colors`: only what depends on them, where the rest is known to be good. */
export async function expectAccessible(page: Page, scope: AxeScope = 'everything'): Promise<void> {
  expect(await findViolations(page, scope)).toEqual([])
}

export type AxeScope = 'everything' | 'minor things too' | 'colors'

/** What is not accessible, with the elements concerned. */
export async function findViolations(page: Page, scope: AxeScope): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Our pages have no frames; the way that looks into them opens a page more for every look.
    .setLegacyMode()
    // Base UI's focus guards pass the focus on at once, which axe cannot know (dequelabs/axe-core#4832).
    .exclude('[data-base-ui-focus-guard]')
    // What is in order need not be described, which takes longer than to find it.
    .options({ resultTypes: ['violations'] })
  if (scope === 'colors') axe.withRules(['color-contrast', 'link-in-text-block'])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => scope === 'minor things too' || impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
}
