import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

let world: OwnWebWorld
let domain: string
let instance: { uuid: string; internal_domain: string }
beforeAll(async () => {
  world = await startWebWorld()
  ;[instance] = await world.telephony<[typeof instance]>(ACME, 'GET /instances')
  domain = instance.internal_domain
})
afterAll(() => world?.stop())

async function benId(): Promise<string> {
  const [ben] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Ben')
  return ben.id
}

/** Three seconds of silence. */
function silence(): Buffer {
  const bytes = Buffer.alloc(44 + 48_000)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + 48_000, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(48_000, 40)
  return bytes
}

test('calls appear as they end, and can be filtered', async () => {
  const page = await world.openPortal(ACME, 'calls', { colorScheme: 'dark' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('No calls yet').waitFor()
  const address = { domain, number: 1001 }
  const report = (call: string, dialled: number, outcome: 'answered' | 'no_answer') => {
    const called = { domain, number: dialled }
    world.pbx.reportCall({ kind: 'callBegan', call, address, dialled: String(dialled) })
    world.pbx.reportCall({ kind: 'phoneCalled', call, address, called, outcome })
    if (outcome === 'answered') {
      const encryption = { kind: 'callEncryption', call, address } as const
      world.pbx.reportCall({ ...encryption, party: address, role: 'caller', isEncrypted: true })
      world.pbx.reportCall({ ...encryption, party: called, role: 'called', isEncrypted: false })
    }
    world.pbx.reportCall({ kind: 'callEnded', call, address, result: outcome })
  }
  report('first', 1002, 'answered')
  report('second', 1003, 'no_answer')
  const rows = page.getByRole('table').getByRole('row')
  await rows.nth(2).waitFor()
  expect(await rows.nth(1).textContent()).toMatch(/^Ada Lovelace 1001.*1003.*–No answer–$/)
  expect(await rows.nth(2).textContent()).toMatch(
    /^Ada Lovelace 1001.*1002.*0:00AnsweredEncrypted for Ada Lovelace only$/,
  )
  await expectAccessible(page)
  await page.getByLabel('Result').selectOption({ label: 'Answered' })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Number').fill('1003')
  await page.getByText('No calls found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Direction').selectOption({ label: 'From outside' })
  await page.getByText('No calls found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBe(3)
})

test('the owner lists only her own calls, calls back, and texts back', async () => {
  const address = { domain, number: 1002 }
  world.pbx.reportCall({ kind: 'callBegan', call: 'of-ben', address, dialled: '1003' })
  world.pbx.reportCall({ kind: 'callEnded', call: 'of-ben', address, result: 'no_answer' })
  await world.telephony(ACME, `PATCH /company/contacts/${await benId()}`, {
    contacts: { phones: { mobile: '+12025550177' } },
  })
  const page = await world.openPortal(ACME, 'calls')
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)
  await rows.filter({ hasText: '1002' }).first().waitFor()
  await page.getByLabel('Only mine').check()
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Call Meeting room' }).first().click()
  await page.getByText('No SIP server is connected to this server, so calls are not possible.').waitFor()
  await page.getByText('No SIP server is connected: phones cannot register or call').waitFor()
  const text = page.getByRole('button', { name: 'Text Meeting room' })
  expect(await text.isEnabled()).toBe(false)
  expect(await text.getAttribute('title')).toBe('No number of Meeting room is known that can receive texts.')
  await page.getByRole('button', { name: 'Text Ben Okri' }).click()
  await page.getByRole('dialog', { name: 'New conversation' }).getByText('+1 202 555 0177').waitFor()
})

test('a number is blocked in the list of calls, and unblocked on the page of blocked callers', async () => {
  const userId = await benId()
  const { id: trunk } = await world.telephony<{ id: string }>(ACME, 'POST /trunks', {
    name: 'Provider',
    kind: 'ip',
    host: '192.0.2.1',
  })
  const address = { trunk, number: '+12025550199', name: '' }
  const called = { domain, number: 1002 }
  world.pbx.reportCall({ kind: 'callBegan', call: 'spam', address, dialled: '+12025550123' })
  world.pbx.reportCall({ kind: 'phoneCalled', call: 'spam', address, called, outcome: 'blocked' })
  world.pbx.reportCall({ kind: 'callEnded', call: 'spam', address, result: 'blocked_number' })
  const page = await world.openPortal(ACME, 'calls', { userId })
  const row = page.getByRole('row').filter({ hasText: '+1 202 555 0199' })
  await row.getByText('Blocked number').waitFor()
  await row.getByRole('button', { name: 'Block +1 202 555 0199' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block this number' }).click()
  await page.getByText('+1 202 555 0199 is blocked').waitFor()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Blocked callers' }).click()
  await page.getByRole('row').filter({ hasText: '+1 202 555 0199' }).waitFor()
  // A user has neither the list nor the settings of the company.
  expect(await page.getByText('for the whole organization').count()).toBe(0)
  await page.getByRole('switch', { name: 'Reject callers who withhold their number' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Block a number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a number' })
  await dialog.getByLabel('Number', { exact: true }).fill('252')
  await dialog.getByLabel('Block all numbers that begin so').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be the beginning of a number').first().waitFor()
  await dialog.getByLabel('Number', { exact: true }).fill('+252')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row').filter({ hasText: '+252…' }).waitFor()
  const owner = await world.openPortal(ACME, 'blocked')
  await owner.getByRole('row').filter({ hasText: '+252…' }).filter({ hasText: 'Ben Okri' }).waitFor()
  await page.getByRole('button', { name: '+1 202 555 0199', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unblock +1 202 555 0199' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await owner.getByRole('row').filter({ hasText: '0199' }).waitFor({ state: 'detached' })
  await owner.close()
})

test('a missed call is counted in the menu and on the overview until the calls are opened', async () => {
  const userId = await benId()
  const page = await world.openPortal(ACME, 'overview', { userId })
  const other = await world.openPortal(ACME, 'overview', { userId })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const otherSections = other.getByRole('navigation', { name: 'Sections' })
  await other.getByText('Live', { exact: true }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const address = { domain, number: 1001 }
  const called = { domain, number: 1002 }
  world.pbx.reportCall({ kind: 'callBegan', call: 'missed', address, dialled: '1002' })
  world.pbx.reportCall({ kind: 'phoneCalled', call: 'missed', address, called, outcome: 'no_answer' })
  world.pbx.reportCall({ kind: 'callEnded', call: 'missed', address, result: 'no_answer' })
  await sections.getByRole('link', { name: 'Calls 1 missed' }).waitFor()
  await otherSections.getByRole('link', { name: 'Calls 1 missed' }).waitFor()
  await page.getByRole('link', { name: 'Phones 1 unread' }).waitFor()
  await page.getByRole('link', { name: '1 missed call' }).click()
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  await sections.getByRole('link', { name: 'Calls', exact: true }).waitFor()
  // Another browser of the same person follows.
  await otherSections.getByRole('link', { name: 'Calls', exact: true }).waitFor()
  await other.close()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await sections.getByRole('link', { name: /missed/ }).count()).toBe(0)
  await sections.getByRole('link', { name: 'Dial pad' }).click()
  await page
    .getByRole('row', { name: /Ada Lovelace 1001/ })
    .getByRole('button', { name: 'Call Ada Lovelace' })
    .waitFor()
  await page.getByRole('button', { name: '7', exact: true }).click()
  expect(await page.getByRole('combobox', { name: 'Number' }).inputValue()).toBe('7')
  await expectAccessible(page)
})

/** A call of Ada that Ben has answered, while another phone rang. */
function reportRecorded(call: string, ringing?: number): void {
  const address = { domain, number: 1001 }
  const called = { domain, number: 1002 }
  world.pbx.reportCall({ kind: 'callBegan', call, address, dialled: '1002' })
  if (ringing !== undefined) {
    const other = { domain, number: ringing }
    world.pbx.reportCall({ kind: 'phoneCalled', call, address, called: other, outcome: 'answered_elsewhere' })
  }
  world.pbx.reportCall({ kind: 'phoneCalled', call, address, called, outcome: 'answered' })
  world.pbx.reportCall({ kind: 'callEnded', call, address, result: 'answered' })
  world.pbx.reportCall({
    kind: 'callRecorded',
    call,
    address,
    read: async () => silence(),
    remove: async () => {},
  })
}

test('a call that was recorded can be heard', async () => {
  const page = await world.openPortal(ACME, 'calls')
  reportRecorded('third')
  await page.getByRole('button', { name: 'Play the recording of the call from Ada Lovelace' }).click()
  const player = page.getByLabel('Recording of the call from Ada Lovelace', { exact: true })
  const length = () => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)
  await expect.poll(length).toBe(3)
  await expectAccessible(page)
})

test('Ben deletes the recording of his call: it disappears for the owner, too, and the call stays', async () => {
  const eve = await world.telephony<{ id: string }>(ACME, 'POST /company/contacts', { first_name: 'Eve' })
  await world.telephony(ACME, `POST /instances/${instance.uuid}/bulks/extensions`, {
    data: { id: 1050, name: 'Eve' },
    user: { id: eve.id },
  })
  const ada = await world.openPortal(ACME, 'calls')
  await ada.getByText('Live', { exact: true }).waitFor()
  reportRecorded('fourth', 1050)
  const name = 'Delete the recording of the call from Ada Lovelace'
  const removesOf = (page: typeof ada) => page.getByRole('button', { name })
  await expect.poll(() => removesOf(ada).count()).toBe(2)
  const ben = await world.openPortal(ACME, 'calls', { userId: await benId(), colorScheme: 'dark' })
  await removesOf(ben).first().click()
  const dialog = ben.getByRole('dialog', { name: 'Delete this recording?' })
  await dialog.getByText('The call stays in the list').waitFor()
  await expectAccessible(ben)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await removesOf(ben).count()).toBe(2)
  await removesOf(ben).first().click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const page of [ben, ada]) await expect.poll(() => removesOf(page).count()).toBe(1)
  expect(await ada.getByRole('table').getByRole('row').count()).toBe(8)
})

test('somebody whose phone only rang cannot delete a recording', async () => {
  reportRecorded('fifth', 1050)
  const [eve] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Eve')
  const name = 'Delete the recording of the call from Ada Lovelace'
  const ada = await world.openPortal(ACME, 'calls')
  await expect.poll(() => ada.getByRole('button', { name }).count()).toBe(2)
  const page = await world.openPortal(ACME, 'calls', { userId: eve.id })
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(3)
  expect(await page.getByRole('button', { name }).count()).toBe(0)
})

test('a recording that somebody else has deleted disappears', async () => {
  const ben = await world.openPortal(ACME, 'calls', { userId: await benId() })
  const removes = ben.getByRole('button', { name: /^Delete the recording/ })
  await removes.first().click()
  const calls = await world.telephony<{ id: string; recording: object | null }[]>(ACME, 'GET /cdrs')
  const newest = calls.find(({ recording }) => recording !== null)!
  await world.telephony(ACME, `DELETE /cdrs/${newest.id}/recording`)
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => removes.count()).toBe(1)
  await expect.poll(() => ben.getByRole('dialog').count()).toBe(0)
})

test('a greeting is uploaded, played and deleted', async () => {
  const page = await world.openPortal(ACME, 'extensions')
  await page.getByRole('table').getByRole('link', { name: '1001' }).click()
  const upload = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload greeting' }).click()
  await (await upload).setFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: silence() })
  await page.getByRole('button', { name: 'Play greeting' }).click()
  const player = page.getByLabel('Greeting', { exact: true })
  const length = () => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)
  await expect.poll(length).toBe(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete greeting' }).click()
  await player.waitFor({ state: 'detached' })
})

test('a message appears by itself, is played, marked as heard and deleted', async () => {
  const page = await world.openPortal(ACME, 'voicemail')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('No messages yet').waitFor()
  const ben = await world.openPortal(ACME, 'overview', { userId: await benId() })
  await ben.getByText('Live', { exact: true }).waitFor()
  world.pbx.reportCall({
    kind: 'recorded',
    address: { domain, number: 1002 },
    call: 'first',
    recording: 'a message',
    read: async () => silence(),
    remove: async () => {},
  })
  const sections = ben.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Voicemail 1 new' }).waitFor()
  // It is in Ben's mailbox. The owner sees her own, and opens his on purpose, which is in the audit trail.
  await page.getByText('No messages yet').waitFor()
  const opened = () => world.telephony<object[]>(ACME, 'GET /audit?action=mailbox.opened')
  expect(await opened()).toEqual([])
  await chooseFound(page.getByLabel('Mailbox'), 'Ben Okri')
  await page.getByRole('button', { name: 'Mark as heard' }).waitFor()
  expect(await opened()).toHaveLength(1)
  expect(await page.getByRole('button', { name: 'Call Ada Lovelace' }).isEnabled()).toBe(true)
  await expectAccessible(page)
  // He plays it on the overview, which marks it as heard.
  await ben.getByRole('link', { name: '1 new voicemail message' }).waitFor()
  await expectAccessible(ben)
  await ben.getByRole('button', { name: 'Play the message from Ada Lovelace' }).click()
  await sections.getByRole('link', { name: 'Voicemail', exact: true }).waitFor()
  expect(await ben.getByLabel('Mailbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Mark as new' }).click()
  await page.getByRole('button', { name: 'Play the message from Ada Lovelace' }).click()
  const player = page.getByLabel('Message from Ada Lovelace', { exact: true })
  await player.waitFor()
  const length = () => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)
  await expect.poll(length).toBe(3)
  await page.getByRole('button', { name: 'Mark as new' }).waitFor()
  await page.getByRole('checkbox', { name: 'New messages only' }).check()
  await page.getByText('No new messages').waitFor()
  await page.getByRole('checkbox', { name: 'New messages only' }).uncheck()
  await page.getByRole('button', { name: 'Delete message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this message?' })
  await dialog.getByRole('button', { name: 'Delete message' }).click()
  await page.getByText('No messages yet').waitFor()
})

test('a call in progress shows whether it is recorded', async () => {
  const [address, called] = [
    { domain, number: 1001 },
    { domain, number: 1002 },
  ]
  world.pbx.reportCall({ kind: 'callBegan', call: 'live', address, dialled: '1002' })
  world.pbx.reportCall({ kind: 'phoneCalled', call: 'live', address, called, outcome: 'answered' })
  const page = await world.openPortal(ACME, 'calls')
  const row = page.getByRole('row').filter({ hasText: 'In progress' })
  await row.waitFor()
  const state = { kind: 'recordingState', call: 'live', address, canChange: true } as const
  world.pbx.reportCall({ ...state, isRecording: true })
  await row.getByText('Recording', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Pause the recording of the call from/ }).waitFor()
  world.pbx.reportCall({ ...state, isRecording: false })
  await row.getByText('Recording paused').waitFor()
  await expectAccessible(page)
  world.pbx.reportCall({ kind: 'callEnded', call: 'live', address, result: 'answered' })
  await expect.poll(() => row.count()).toBe(0)
})
