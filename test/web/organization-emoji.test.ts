import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const picture = {
  name: 'Party Owl.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('a member adds an emoji that everybody sees; others cannot remove it, administrators can', async () => {
  const ada = await world.openChat('ada', '#organization/emoji')
  const ben = await world.openChat('ben', '#organization/emoji')
  const cleo = await world.openChat('cleo', '#organization/emoji')
  await ada.getByText('No custom emoji yet').waitFor()
  await expectAccessible(ben)
  const add = ben.getByRole('button', { name: 'Add emoji' })
  expect(await add.isDisabled()).toBe(true)
  await ben.getByLabel('Choose a picture').first().setInputFiles(picture)
  // The file's name is a first idea.
  expect(await ben.getByLabel('Name').inputValue()).toBe('party_owl')
  await ben.getByLabel('Name').fill('Party Owl!')
  await add.click()
  await ben.getByRole('alert').getByText('Invalid characters in emoji name').waitFor()
  await ben.getByLabel('Name').fill('smile')
  await add.click()
  await ben.getByRole('alert').getByText('Only administrators can override default emoji.').waitFor()
  expect((await world.chat<{ emoji: object }>('ada', 'GET /realm/emoji')).emoji).toEqual({})
  await ben.getByLabel('Name').fill('party_owl')
  await add.click()
  const row = ada.getByRole('row').filter({ hasText: ':party_owl:' })
  await row.getByText('Ben Okri').waitFor()
  await row.locator('img').waitFor()
  await cleo.getByText(':party_owl:').waitFor()
  expect(await cleo.getByRole('button', { name: 'Remove party_owl' }).count()).toBe(0)
  await ben.getByRole('button', { name: 'Remove party_owl' }).waitFor()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Remove party_owl' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await cleo.getByText('No custom emoji yet').waitFor()
  await ben.getByText('No custom emoji yet').waitFor()
})

test('what is no picture is refused with the reason, and the form keeps what was typed', async () => {
  const ada = await world.openChat('ada', '#organization/emoji')
  await ada
    .getByLabel('Choose a picture')
    .first()
    .setInputFiles({ name: 'owl.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await ada.getByLabel('Name').fill('broken')
  await ada.getByRole('button', { name: 'Add emoji' }).click()
  await ada.getByRole('alert').waitFor()
  expect(await ada.getByLabel('Name').inputValue()).toBe('broken')
  expect(await ada.getByText(':broken:').count()).toBe(0)
})
