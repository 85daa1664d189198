import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

/** A day of two people, in two browsers, in the order in which it happens. */
let world: WebWorld
let ada: Page
let ben: Page
const place = '#narrow/stream/test/topic/lunch'
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openChat('ada', place)
  ben = await world.openChat('ben', place)
})
afterAll(() => world?.stop())

async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('form', { name: 'Write a message' })
  await box
    .getByRole('combobox', { name: 'Message' })
    .or(box.getByRole('textbox', { name: 'Message' }))
    .first()
    .fill(text)
  await box.getByRole('button', { name: 'Send', exact: true }).click()
}

const message = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text })

async function choose(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('they write to each other and see it at once', async () => {
  await write(ada, 'Pizza at **noon**?')
  await message(ben, 'Pizza at noon?').waitFor()
  expect(await message(ben, 'Pizza').locator('strong').textContent()).toBe('noon')
  await write(ben, 'Yes, with pineapple')
  await message(ada, 'Yes, with pineapple').waitFor()
  expect(await message(ada, 'Pizza at noon?').count()).toBe(1)
  await expectAccessible(ada)
})

test('a reaction appears at the other, with who gave it, and goes again', async () => {
  await message(ben, 'Pizza').hover()
  await message(ben, 'Pizza').getByRole('button', { name: 'Add a reaction' }).click()
  await ben.getByRole('textbox', { name: 'Find an emoji' }).fill('pizza')
  await ben.getByRole('button', { name: 'pizza', exact: true }).click()
  const reaction = message(ada, 'Pizza').getByRole('button', { name: 'Ben Okri: :pizza: (1)' })
  await reaction.click()
  await message(ben, 'Pizza').getByRole('button', { name: 'Ben Okri, Ada Lovelace: :pizza: (2)' }).click()
  await message(ada, 'Pizza').getByRole('button', { name: 'Ada Lovelace: :pizza: (1)' }).waitFor()
})

test('an edit appears at the other, and its history shows what changed', async () => {
  await choose(ada, 'Pizza', 'Edit')
  const editor = ada.getByRole('article').getByRole('textbox', { name: 'Message' })
  await editor.fill('Pizza at **one**?')
  // As in the compose box: names are completed, keys format, and it can be looked at before.
  await editor.press('End')
  await editor.pressSequentially(' @ben')
  await ada.getByRole('option', { name: /Ben Okri/ }).waitFor()
  await editor.press('Enter')
  await expect.poll(() => editor.inputValue()).toBe('Pizza at **one**? @**Ben Okri** ')
  await ada.getByRole('article').getByRole('button', { name: 'Preview' }).click()
  await ada.getByRole('region', { name: 'Preview' }).getByText('@Ben Okri').waitFor()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await editor.fill('Pizza at one?')
  await editor.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(9, 12))
  await editor.press('Control+b')
  expect(await editor.inputValue()).toBe('Pizza at **one**?')
  await editor.press('Control+Enter')
  await message(ada, 'Pizza at one?').waitFor()
  await message(ben, 'Pizza at one?')
    .getByText(/edited/i)
    .waitFor()
  await choose(ben, 'Pizza', 'View edit history')
  const dialog = ben.getByRole('dialog', { name: 'Edit history' })
  await dialog.locator('.highlight_text_deleted', { hasText: 'noon' }).waitFor()
  await dialog.locator('.highlight_text_inserted', { hasText: 'one' }).waitFor()
  await expectAccessible(ben)
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('a star is one’s own', async () => {
  await message(ada, 'pineapple').hover()
  await message(ada, 'pineapple').getByRole('button', { name: 'Star', exact: true }).click()
  await message(ada, 'pineapple').getByRole('button', { name: 'Unstar' }).waitFor()
  await ada.goto('/#narrow/is/starred')
  await message(ada, 'pineapple').waitFor()
  await ada.goto(`/${place}`)
  await message(ben, 'pineapple').hover()
  await message(ben, 'pineapple').getByRole('button', { name: 'Star', exact: true }).waitFor()
})

test('a quote carries the words and a link to them', async () => {
  await choose(ada, 'pineapple', 'Quote')
  const box = ada.getByRole('form', { name: 'Write a message' })
  await box.getByText('with pineapple').first().waitFor({ state: 'attached' })
  await box.getByRole('button', { name: 'Send', exact: true }).click()
  const quoting = message(ben, 'Ben Okri said')
  expect((await quoting.locator('blockquote').textContent())?.trim()).toBe('Yes, with pineapple')
  expect(await quoting.getByRole('link', { name: 'said' }).getAttribute('href')).toContain('/near/')
})

test('a message is deleted for both, after a question', async () => {
  await write(ada, 'forget this')
  await message(ben, 'forget this').waitFor()
  await choose(ada, 'forget this', 'Delete')
  await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await message(ada, 'forget this').waitFor({ state: 'detached' })
  await message(ben, 'forget this').waitFor({ state: 'detached' })
})

test('people may not edit or delete messages of others', async () => {
  await message(ben, 'Pizza').hover()
  await message(ben, 'Pizza').getByRole('button', { name: 'More' }).click()
  await ben.getByRole('menuitem', { name: 'Copy link to message' }).waitFor()
  expect(await ben.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  await ben.keyboard.press('Escape')
})

test('a member deletes what is their own and recent, where the organization allows that', async () => {
  await write(ben, 'a slip')
  const own = message(ben, 'a slip')
  const menuOf = async (one: Locator) => {
    await one.hover()
    await one.getByRole('button', { name: 'More', exact: true }).click()
    const items = await ben.getByRole('menuitem').allInnerTexts()
    await ben.keyboard.press('Escape')
    await ben.getByRole('menu').waitFor({ state: 'detached' })
    return items
  }
  await own.waitFor()
  expect(await menuOf(own)).not.toContain('Delete')
  const allow = async (limit: number) => {
    await world.chat('ada', 'PATCH /realm', {
      allow_message_deleting: true,
      message_content_delete_limit_seconds: limit,
    })
  }
  // Offered without another look at the page, and no longer when it is too late.
  await allow(0)
  await expect.poll(() => menuOf(own)).toContain('Delete')
  expect(await menuOf(message(ben, 'Pizza'))).not.toContain('Delete')
  await allow(1)
  await expect.poll(() => menuOf(own)).not.toContain('Delete')
  await allow(0)
  await expect.poll(() => menuOf(own)).toContain('Delete')
  await choose(ben, 'a slip', 'Delete')
  const question = ben.getByRole('dialog', { name: 'Delete message?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await own.waitFor()
  await choose(ben, 'a slip', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await own.waitFor({ state: 'detached' })
  await message(ada, 'a slip').waitFor({ state: 'detached' })
})

test('shows who has read it', async () => {
  await choose(ada, 'Pizza', 'View read receipts')
  await ada.getByRole('dialog', { name: 'Read by' }).getByText('Ben Okri').waitFor()
  await ada.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
})

test('marked as unread from somewhere, it counts again', async () => {
  await ben.goto('/#narrow/is/starred')
  await world.chat('ada', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'counts',
    content: 'count me',
  })
  await ben
    .getByRole('link', { name: /test.*1/ })
    .first()
    .waitFor()
  await ben.goto('/#narrow/stream/test/topic/counts')
  await message(ben, 'count me').waitFor()
  await ben.bringToFront()
  await ben.goto('/#narrow/stream/test/topic/lunch')
  await choose(ben, 'Pizza', 'Mark as unread from here')
  await ben.goto('/#narrow/is/starred')
  await ben
    .getByRole('link', { name: /test.*[1-9]/ })
    .first()
    .waitFor()
})
