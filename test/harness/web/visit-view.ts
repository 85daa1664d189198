import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from './open-browser.ts'

type Name = string | RegExp

/** The name of a button, link or menu item to press; or a key. */
type Step = Name | { key: string }

/** What opens: a dialog, menu or popover; or a part of the page in which this text or name appears. */
type Opening = readonly Step[] | { steps: readonly Step[]; shows: Name }

/** A state of the app. */
export interface View {
  /** The end of its address: `#inbox`, `portal/trunks`. */
  at: string
  /** A text or a name that shows that everything is there. */
  ready: Name
  /** What opens on it by the keyboard. Escape closes it. */
  open?: readonly Opening[]
}

/** A dialog, menu or popover. */
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]'

/** Opens the view and all that opens on it by the keyboard, and looks at each state in both themes. */
export async function visitView(page: Page, { at, ready, open = [] }: View): Promise<void> {
  // As a link does: no page is loaded.
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    dispatchEvent(new HashChangeEvent('hashchange'))
  }, `/${at}`)
  const main = page.getByRole('main')
  await find(main, ready).first().waitFor()
  // Goes on after a problem, so that all of a view are known at once.
  const problems = { 'the page': await findInBothThemes(page) }
  for (const opening of open) {
    const { steps, shows } = 'steps' in opening ? opening : { steps: opening, shows: undefined }
    for (const step of steps) await press(page, step)
    const name = steps.map((step) => (typeof step === 'object' && 'key' in step ? step.key : step)).join(', ')
    const opened = shows === undefined ? openedLayers(page) : find(main, shows)
    await opened
      .first()
      .waitFor()
      .catch(() => expect.fail(`${name} opened nothing`))
    Object.assign(problems, { [name]: await findInBothThemes(page) })
    if (shows === undefined) await closeLayers(page)
    else await page.keyboard.press('Escape')
  }
  expect(Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0))).toEqual({})
}

export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  expect(await findInBothThemes(page)).toEqual([])
}

async function findInBothThemes(page: Page): Promise<string[]> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await findViolations(page, 'minor things too')
  // The themes differ in nothing else.
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...found, ...(await findViolations(page, 'colors'))]
}

const find = (where: Locator, name: Name) =>
  where.getByText(name).or(where.getByLabel(name)).filter({ visible: true })

const openedLayers = (page: Page) => page.locator(layers).filter({ visible: true })

async function press(page: Page, step: Step): Promise<void> {
  if (typeof step === 'object' && 'key' in step) return page.keyboard.press(step.key)
  const exact = typeof step === 'string'
  const control = page
    .getByRole('button', { name: step, exact })
    .or(page.getByRole('menuitem', { name: step, exact }))
    .or(page.getByRole('link', { name: step, exact }))
    .filter({ visible: true })
    .first()
  await control.focus()
  await page.keyboard.press('Enter')
}

async function closeLayers(page: Page): Promise<void> {
  const opened = openedLayers(page)
  for (let left = await opened.count(); left > 0; left = await opened.count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => opened.count()).toBeLessThan(left)
  }
}
