import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

interface Stored {
  id: string
  number: string
  first_name: string
}

let world: WebWorld
let ada: Page
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openPortal(ACME_KEY, 'texting/contacts')
})
afterAll(() => world?.stop())

const stored = () => world.telephony<Stored[]>(ACME_KEY, 'GET /texting/v2/contacts')

test('contacts are added, changed, found and deleted', async () => {
  await ada.getByRole('heading', { name: 'No contacts yet' }).waitFor()
  await ada.getByRole('button', { name: 'Add contact' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel('Number').fill('303 555 0147')
  await dialog.getByLabel('First name').fill('Grace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await ada.getByRole('row', { name: /Grace \+1 303 555 0147/ }).waitFor()
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Edit Grace' }).click()
  await dialog.getByLabel('Last name').fill('Hopper')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await ada.getByRole('row', { name: /Grace Hopper/ }).waitFor()

  await ada.getByLabel('Search contacts').fill('nobody')
  await ada.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await ada.getByLabel('Search contacts').fill('hop')
  await ada.getByRole('row', { name: /Grace Hopper/ }).waitFor()

  await ada.getByRole('button', { name: 'Delete Grace Hopper' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Delete contact' }).click()
  await ada.getByRole('row', { name: /Grace Hopper/ }).waitFor({ state: 'detached' })
  expect(await stored()).toEqual([])
})

test('what the server refuses stands at its field, and nothing is stored', async () => {
  await ada.goto('/portal/texting/contacts')
  await ada.getByRole('button', { name: 'Add contact' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel('Number').fill('none')
  await dialog.getByLabel('First name').fill('Kept')
  await dialog.getByLabel('Email address').fill('nonsense')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be an email address').waitFor()
  await dialog.getByLabel('Email address').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be a phone number').waitFor()
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Kept')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored()).toEqual([])
})

test('a group is started from contacts and numbers; whoever is in it cannot be deleted', async () => {
  await world.telephony(ACME_KEY, 'POST /texting/v2/contacts', {
    number: '+13035550148',
    first_name: 'Alan',
    last_name: 'Turing',
  })
  await ada.reload()
  await ada.getByRole('button', { name: 'Text Alan Turing' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('button', { name: 'Remove Alan Turing' }).waitFor()
  await dialog.getByLabel('Recipients').last().fill('wrong')
  await dialog.getByRole('button', { name: 'Start conversation' }).click()
  await dialog.getByText('wrong must be a phone number').waitFor()
  await dialog.getByLabel('Recipients').last().fill('+12025550199')
  await ada.keyboard.press('Enter')
  await dialog.getByLabel('Group name').fill('Machines')
  await dialog.getByRole('button', { name: 'Start conversation' }).click()
  await ada.getByRole('heading', { name: 'Machines' }).waitFor()
  await ada.getByLabel('Message', { exact: true }).fill('Hello both')
  await ada.keyboard.press('Enter')
  const bubble = ada.getByRole('region', { name: 'Messages with Machines' }).getByRole('listitem')
  await bubble.getByText('+1 303 555 0148: Sent').waitFor()
  await bubble.getByText('+1 202 555 0199: Delivered').waitFor()
  expect(await bubble.count()).toBe(1)

  await ada.getByRole('link', { name: 'Contacts' }).click()
  await ada.getByRole('button', { name: 'Delete Alan Turing' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Delete contact' }).click()
  await ada.getByRole('alert').getByText('The contact takes part in conversations').waitFor()
  await ada.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('whoever answers STOP is marked, and gets nothing', async () => {
  const hanks = (await world.telephony<Stored[]>(GLOBEX_KEY, 'GET /texting/v2/conversations'))[0]!.id
  await world.telephony(GLOBEX_KEY, `POST /texting/v2/conversations/${hanks}/messages/publish`, {
    text: 'STOP',
  })
  await ada.goto('/portal/texting')
  await ada.getByRole('link', { name: /^\+1 202 555 0199 .*no more texts from us/ }).click()
  await ada.getByText('replied STOP and will not receive texts').waitFor()
  await ada.getByLabel('Message', { exact: true }).fill('Are you there?')
  await ada.keyboard.press('Enter')
  await ada.getByRole('alert').getByText('has opted out of texts').waitFor()
  expect(await ada.getByLabel('Message', { exact: true }).inputValue()).toBe('Are you there?')
  await ada.getByRole('link', { name: 'Contacts' }).click()
  await ada.getByRole('row', { name: /\+1 202 555 0199 Opted out/ }).waitFor()
})

test('the owner assigns numbers; others only see theirs', async () => {
  const users = await world.telephony<Stored[]>(ACME_KEY, 'GET /system/company/contacts')
  const ben = users.find(({ first_name: name }) => name === 'Ben')!
  const bens = await world.openPortal(ACME_KEY, 'texting/numbers', { userId: ben.id })
  await bens.getByRole('row', { name: '+1 202 555 0102 Ben Okri' }).waitFor()
  expect(await bens.getByText('+1 202 555 0101').count()).toBe(0)
  expect(await bens.getByRole('button', { name: /^Assign/ }).count()).toBe(0)

  await ada.getByRole('link', { name: 'Numbers', exact: true }).click()
  await ada.getByRole('button', { name: 'Assign +1 202 555 0101' }).click()
  await chooseFound(ada.getByRole('combobox', { name: 'Add a person' }), 'Ben Okri')
  await ada.getByRole('button', { name: 'Save' }).click()
  await ada.getByRole('row', { name: /\+1 202 555 0101 Ada Lovelace, Ben Okri/ }).waitFor()
  await expectAccessible(ada)
  await bens.getByRole('row', { name: /\+1 202 555 0101/ }).waitFor()
  // Numbers are found by any part, however it is written.
  await ada.getByLabel('Search by number or person').fill('55 01-02')
  await ada.getByRole('row', { name: /\+1 202 555 0101/ }).waitFor({ state: 'detached' })
  await ada.getByRole('row', { name: /\+1 202 555 0102/ }).waitFor()
})
