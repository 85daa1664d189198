import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { toneFile } from '../harness/asterisk/tone.ts'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let instance: string
beforeAll(async () => {
  world = await startWebWorld()
  const [first] = await world.telephony<[{ uuid: string }]>(ACME_KEY, 'GET /instances')
  instance = first.uuid
})
afterAll(() => world?.stop())

const stored = async (kind: string) =>
  world.telephony<Record<string, unknown>[]>(ACME_KEY, `GET /instances/${instance}/${kind}`)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('the owner adds, changes and deletes a ring group; faults are shown at their fields', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add ring group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ring group' })
  await expect.poll(() => dialog.getByLabel('Number', { exact: true }).inputValue()).toBe('1004')
  await dialog.getByLabel('Number', { exact: true }).fill('1001')
  await dialog.getByLabel('Name', { exact: true }).fill('Sales')
  const members = dialog.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await chooseFound(dialog.getByLabel('Add a member'), '1002 Ben Okri')
  await chooseFound(dialog.getByLabel('Add a member'), '1001 Ada Lovelace')
  await dialog.getByRole('button', { name: 'Move 1001 Ada Lovelace up' }).click()
  expect(await members.allInnerTexts()).toEqual(['1001 Ada Lovelace', '1002 Ben Okri'])
  await dialog.getByLabel('Who rings').selectOption('One after the other')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('p', { hasText: '1001 is taken' }).first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Number', { exact: true }).fill('6001')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await row(page, '1001 Ada Lovelace, 1002 Ben Okri').waitFor()
  expect(await stored('ring-groups')).toMatchObject([
    { number: 6001, strategy: 'hunt', members: ['1001', '1002'] },
  ])
  await page.getByRole('button', { name: 'Edit Sales' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Sales' })
  await edit.getByRole('button', { name: 'Remove 1001 Ada Lovelace' }).click()
  await edit.getByLabel('If nobody answers').fill('+12025550188')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => stored('ring-groups'))
    .toMatchObject([{ members: ['1002'], strategy: 'hunt', destination: '+12025550188' }])
  await page.getByRole('button', { name: 'Delete Sales' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No ring groups yet').waitFor()
  expect(await stored('ring-groups')).toEqual([])
})

test('a diagram shows where a call goes, from the number to the last destination, while it is edited', async () => {
  const group = { number: 6301, name: 'Front desk', members: ['1001'], mailbox: '1002' }
  await world.telephony(ACME_KEY, `POST /instances/${instance}/ring-groups`, group)
  const did = { number: '+12025550300', destination: { kind: 'internal', pbx: instance, number: '6302' } }
  await world.telephony(ACME_KEY, `POST /instances/${instance}/menus`, {
    number: 6302,
    name: 'Main menu',
    options: [{ digit: '1', destination: '6301' }],
  })
  await world.telephony(ACME_KEY, 'POST /dids', did)
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Edit Main menu' }).click()
  const diagram = page.getByRole('dialog').getByRole('figure', { name: 'Where a call goes' })
  const shown = async () => (await diagram.innerText()).split('\n').filter((line) => line.trim() !== '')
  await diagram.getByText('Voicemail of 1002 Ben Okri').waitFor()
  expect(await shown()).toEqual([
    'Where a call goes',
    '+1 202 555 0300',
    '6302 Main menu',
    'Key 1',
    '6301 Front desk',
    'All at once: 1001 Ada Lovelace',
    'If nobody answers',
    'Voicemail of 1002 Ben Okri',
    'If the caller presses nothing',
    'The call ends',
    'If the caller presses only wrong keys',
    'The call ends',
  ])
  await chooseFound(page.getByLabel('If the caller presses nothing'), '6302 Main menu')
  await diagram.getByText('Back to 6302 Main menu').waitFor()
  await chooseFound(page.getByLabel('Leads to'), '1003 Meeting room')
  await diagram.getByText('1003 Meeting room').waitFor()
  expect(await diagram.getByText('Front desk').count()).toBe(0)
  await expectAccessible(page)
  for (const kind of ['menus', 'ring-groups'])
    for (const { id } of await stored(kind))
      await world.telephony(ACME_KEY, `DELETE /instances/${instance}/${kind}/${id}`)
})

test('the diagram of an extension shows follow-me, busy, unreachable and forwarding, while it is edited', async () => {
  const extensions = await world.telephony<{ _id: string; data: { id: number } }[]>(
    ACME_KEY,
    `GET /instances/${instance}/bulks/extensions`,
  )
  const idOf = (number: number) => extensions.find(({ data }) => data.id === number)!._id
  const path = `/instances/${instance}/bulks/extensions/${idOf(1001)}`
  const forwarding = `/instances/${instance}/extensions/${idOf(1003)}/forwarding`
  await world.telephony(ACME_KEY, `PATCH ${path}`, {
    data: {
      ...{ findmefollow_enabled: 'CHECKED', findmefollow_grplist: '1001-1002' },
      ...{ noanswer_dest: '1003', busy_dest: '1002', voicemail_enable: 'no' },
    },
  })
  await world.telephony(ACME_KEY, `PUT ${forwarding}`, { number: '+12025550177' })
  const own = `/instances/${instance}/extensions/${idOf(1001)}/forwarding`
  await world.telephony(ACME_KEY, `PUT ${own}`, { busy_number: '+12025550166' })
  const page = await world.openPortal(ACME_KEY, `extensions/${instance}/${idOf(1001)}`)
  const diagram = page.getByRole('figure', { name: 'Where a call goes' })
  await diagram.getByText('Follow me: 1002 Ben Okri').waitFor()
  await diagram.getByText('All calls are forwarded').waitFor()
  await diagram.getByText('+1 202 555 0177').waitFor()
  await diagram.getByText('If it is busy').waitFor()
  await diagram.getByText('+1 202 555 0166').waitFor()
  await page.getByLabel('If it is busy, to', { exact: true }).waitFor()
  await diagram.getByText('If no phone is registered').waitFor()
  await diagram.getByText('The call ends').waitFor()
  await page.getByLabel('Voicemail', { exact: true }).first().check()
  await diagram.getByText('Voicemail of Ada Lovelace').waitFor()
  await expectAccessible(page)
  await world.telephony(ACME_KEY, `PUT ${forwarding}`, { number: null })
  await world.telephony(ACME_KEY, `PUT ${own}`, { busy_number: null })
  const data = { findmefollow_enabled: '', noanswer_dest: '', busy_dest: '', voicemail_enable: 'yes' }
  await world.telephony(ACME_KEY, `PATCH ${path}`, { data })
})

test('opening hours: a week, and a holiday', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add opening hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add opening hours' })
  await dialog.getByLabel('Number', { exact: true }).fill('6101')
  await dialog.getByLabel('Name', { exact: true }).fill('Office')
  await chooseFound(dialog.getByLabel('When open'), '1001 Ada Lovelace')
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
  await dialog.getByLabel('Friday').fill('9-12:30, 13:00-15:00')
  await dialog.getByLabel('Saturday').fill('noon')
  await dialog.getByRole('button', { name: 'Add day' }).click()
  await dialog.getByLabel('Date').fill('2026-12-25')
  await dialog.getByLabel('Occasion').fill('Christmas')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be a time such as 09:00').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Saturday').fill('')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await row(page, 'Office').waitFor()
  expect(await stored('business-hours')).toMatchObject([
    {
      time_zone: 'Europe/Berlin',
      intervals: [
        { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '17:00' },
        { days: ['fri'], from: '09:00', to: '12:30' },
        { days: ['fri'], from: '13:00', to: '15:00' },
      ],
      exceptions: [{ date: '2026-12-25', name: 'Christmas', intervals: [] }],
    },
  ])
})

test('a menu gets keys and a prompt, which can be played', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add menu' })
  await dialog.getByLabel('Number', { exact: true }).fill('6201')
  await dialog.getByLabel('Name', { exact: true }).fill('Welcome')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await chooseFound(dialog.getByLabel('Leads to'), '1002 Ben Okri')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('1: 1002 Ben Okri, no prompt').waitFor()
  // The dialog goes on with the prompt.
  const edit = page.getByRole('dialog', { name: 'Edit Welcome' })
  const upload = (name: string, buffer: Buffer) =>
    edit.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer })
  await upload('wrong.wav', Buffer.from('no sound at all'))
  await edit.getByRole('alert').waitFor()
  await upload('welcome.wav', toneFile(440, 2))
  await edit.getByRole('button', { name: 'Play prompt' }).click()
  await edit.locator('audio').waitFor()
  await expectAccessible(page)
  expect(await stored('menus')).toMatchObject([
    { options: [{ digit: '1', destination: '1002' }], prompt: { duration: 2 } },
  ])
  await edit.getByRole('button', { name: 'Delete prompt' }).click()
  await expect.poll(() => stored('menus')).toMatchObject([{ prompt: null }])
})

test('a queue is added; its board shows agents, who sign in, and callers as they come', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add queue' })
  await dialog.getByLabel('Number', { exact: true }).fill('6401')
  await dialog.getByLabel('Name', { exact: true }).fill('Support')
  await chooseFound(dialog.getByLabel('Add a member'), '1002 Ben Okri')
  await chooseFound(dialog.getByLabel('If callers cannot wait any longer'), '1001 Ada Lovelace')
  await dialog.getByText('Wait for 1002 Ben Okri').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [queue] = await stored('queues')
  expect(queue).toMatchObject({ number: 6401, members: ['1002'], destination: '1001' })
  const board = await world.openPortal(ACME_KEY, 'queues')
  await board.getByText('Nobody is waiting').waitFor()
  await board.getByRole('button', { name: 'Sign Ben Okri in' }).click()
  await board.getByRole('button', { name: 'Sign Ben Okri out' }).waitFor()
  // Somebody else signs him out, which the page learns by itself.
  const agent = `PUT /instances/${instance}/queues/${queue!.id}/agents/1002`
  await world.telephony(ACME_KEY, agent, { signed_in: false })
  await row(board, 'Ben Okri').getByText('Signed out').waitFor()
  await expectAccessible(board)
})

test('a parking lot is added, and shows what is parked', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add parking lot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add parking lot' })
  await dialog.getByLabel('Number', { exact: true }).fill('6700')
  await dialog.getByLabel('Name', { exact: true }).fill('Parking')
  await dialog.getByLabel('First slot').fill('6701')
  await dialog.getByLabel('Last slot').fill('6703')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored('parking-lots')).toMatchObject([{ number: 6700, first_slot: 6701, return_after: 120 }])
  await page.getByText('Slots 6701 to 6703').waitFor()
  await page.getByText('Parked at Parking now: no calls').waitFor()
  await expectAccessible(page)
})

test('a paging group is added', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add paging group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add paging group' })
  await dialog.getByLabel('Number', { exact: true }).fill('6600')
  await dialog.getByLabel('Name', { exact: true }).fill('Warehouse')
  await chooseFound(dialog.getByLabel('Add a member').first(), '1002 Ben Okri')
  await dialog.getByLabel('Also phones that are set').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored('paging-groups')).toMatchObject([{ number: 6600, members: ['1002'], urgent: true }])
})

test('other users read, and see changes at once', async () => {
  const [ben] = await world.telephony<[{ id: string }]>(
    ACME_KEY,
    'GET /system/company/contacts?first_name=Ben',
  )
  const page = await world.openPortal(ACME_KEY, 'routing', { userId: ben.id })
  await page.getByRole('heading', { name: 'Ring groups', exact: true }).waitFor()
  // Nobody is told to add what they may not add.
  await page.getByText('No directories by name yet.', { exact: true }).waitFor()
  await world.telephony(ACME_KEY, `POST /instances/${instance}/ring-groups`, {
    number: 6005,
    name: 'Support',
    members: ['1001'],
  })
  await row(page, 'Support').waitFor()
  expect(await page.getByRole('button', { name: 'Add ring group' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Edit Support' }).count()).toBe(0)
})
