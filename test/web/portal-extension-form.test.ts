import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

interface Extension {
  _id: string
  data: Record<string, unknown>
  user: { first_name: string } | null
  outbound_callerid: object | null
}

let world: WebWorld
let list: string
beforeAll(async () => {
  world = await startWebWorld()
  const [instance] = await world.telephony<{ uuid: string }[]>('dev-acme-key', 'GET /instances')
  list = `/instances/${instance!.uuid}/bulks/extensions`
})
afterAll(() => world?.stop())

const stored = async (number: number) =>
  (
    await world
      .telephony<Extension[]>('dev-acme-key', `GET ${list}?search=${number}`)
      .catch((): Extension[] => [])
  )[0]

const group = (page: Page, name: string) => page.getByRole('group').filter({ hasText: name }).first()

test('a new extension needs a number and a name; the rest gets its usual value', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: 'New extension' }).click()
  // The next free number is suggested; the name is that of the user, until somebody types another one.
  await page.getByText('1004 is available.').waitFor()
  expect(await page.getByLabel('Number', { exact: true }).inputValue()).toBe('1004')
  await page.getByLabel('Number', { exact: true }).fill('1001')
  await page.getByText('1001 is already used by Ada Lovelace.').waitFor()
  await chooseFound(page.getByLabel('Person', { exact: true }), 'Ben Okri')
  await page.getByText('ben@example.com has extension 1002').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ben Okri')
  // What does not apply is not asked for.
  expect(await page.getByLabel('Voicemail email').count()).toBe(0)
  await page.getByRole('heading', { name: 'Advanced' }).waitFor()
  await page.getByLabel('Number', { exact: true }).fill('2001')
  await page.getByText('2001 is available.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Second desk')
  await page.getByText('Incoming calls').click()
  await page.getByLabel('Maximum concurrent calls').fill('7')
  await expectAccessible(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(list))
  await page.getByRole('button', { name: 'Create' }).click()
  const ben = (await stored(1002))!.user as unknown as { id: string }
  expect((await sent).postDataJSON()).toEqual({
    user: { id: ben.id },
    data: { id: 2001, name: 'Second desk', concurrency_limit: 7 },
  })
  await page.getByRole('heading', { name: '2001 · Second desk' }).waitFor()
  expect((await stored(2001))?.data.concurrency_limit).toBe(7)
})

test('what is wrong is said at the field, whose group opens; nothing is lost, and nothing stored', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: 'New extension' }).click()
  await page.getByLabel('Number', { exact: true }).fill('2002')
  await page.getByLabel('Name', { exact: true }).fill('Third desk')
  const recording = group(page, 'Which calls are recorded')
  await recording.getByText('Call recording', { exact: true }).click()
  await page.getByLabel('Recording priority').fill('21')
  await recording.getByText('Call recording', { exact: true }).click()
  await page.getByLabel('Recording priority').waitFor({ state: 'hidden' })
  await page.getByText('Credentials', { exact: true }).click()
  await page.getByLabel('Voicemail PIN', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Please check the highlighted fields').waitFor()
  await recording.getByText('1 error').waitFor()
  const priority = page.getByLabel('Recording priority')
  expect(await priority.inputValue()).toBe('21')
  expect(await priority.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Voicemail PIN', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await recording.getByText('must be at most 20').waitFor()
  await expectAccessible(page)
  expect(await stored(2002)).toBeUndefined()
  await priority.fill('20')
  await page.getByLabel('Voicemail PIN', { exact: true }).fill('4711')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: '2002 · Third desk' }).waitFor()
  expect((await stored(2002))?.data).toMatchObject({ recording_priority: 20, voicemail_vmpwd: '4711' })
})

test('only what was changed is sent', async () => {
  const [ben] = await world.telephony<[{ id: string }]>(
    'dev-acme-key',
    'GET /system/company/contacts?first_name=Ben',
  )
  await world.telephony('dev-acme-key', `PATCH /company/contacts/${ben.id}`, {
    contacts: { phones: { mobile: '+12025550177' } },
  })
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: '1003' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Board room')
  await page.getByRole('switch', { name: 'Voicemail', exact: true }).check()
  await page.getByText('Caller ID', { exact: true }).click()
  await page.getByLabel('Outbound caller ID', { exact: true }).fill('+12025550101')
  await page.getByText('Follow me', { exact: true }).first().click()
  await page.getByRole('switch', { name: 'Confirm calls' }).check()
  // Numbers are chosen by name: extensions, phones of people outside, and others that are typed.
  const ring = page.getByRole('group', { name: 'Numbers to ring' })
  const add = ring.getByLabel('Add a number')
  await chooseFound(add, '1002 Ben Okri')
  await chooseFound(add, 'Ben Okri +1 202 555 0177', 'ben')
  await add.fill('+1 (202) 555-0188')
  await add.press('Tab')
  await ring.getByRole('button', { name: 'Remove 1003 Meeting room' }).click()
  await ring.getByRole('button', { name: 'Move Ben Okri +1 202 555 0177 up' }).click()
  // This server has no mail server. It says so where somebody would rely on a mail.
  const address = page.getByRole('textbox', { name: 'Voicemail email', exact: true })
  await expect.poll(() => address.getAttribute('aria-describedby')).not.toBeNull()
  expect(await page.getByText('voicemail is not emailed').count()).toBe(3)
  expect(await page.getByText('Messages are also sent to this address').count()).toBe(0)
  await page.getByText('Mailbox, greetings and menu').click()
  await chooseFound(page.getByLabel('Mailbox', { exact: true }), '1002 Ben Okri')
  // Typed and taken back: not a change.
  await page.getByLabel('Description').fill('x')
  await page.getByLabel('Description').fill('')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({
    data: {
      name: 'Board room',
      voicemail_enable: 'yes',
      findmefollow_needsconf: true,
      findmefollow_grplist: '+12025550177-1002-+12025550188',
      mailbox: '1002@device',
      outboundcid: '+12025550101',
    },
  })
  await page.getByRole('heading', { name: '1003 · Board room' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  // The server turned the other switch of voicemail too.
  expect(await page.getByLabel('Mailbox type').inputValue()).toBe('default')
  await page.getByLabel('Outbound caller ID', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  expect((await stored(1003))?.outbound_callerid).toBeNull()
})

test('leaving with unsaved changes asks first, by a link, back, or closing the tab', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: '1002' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a na')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await page.getByRole('link', { name: 'All extensions' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await name.inputValue()).toBe('Half a na')
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await name.inputValue()).toBe('Half a na')
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await closing).type()).toBe('beforeunload')
  await (await closing).dismiss()
  await page.goBack()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await page.getByRole('table').getByRole('link', { name: '1002' }).waitFor()
  expect((await stored(1002))?.data.name).toBe('Ben Okri')
  // Without changes nobody is asked.
  await page.getByRole('link', { name: '1002' }).click()
  await name.waitFor()
  await page.getByRole('link', { name: 'All extensions' }).click()
  await page.getByRole('table').getByRole('link', { name: '1002' }).waitFor()
})

test('voicemail options are switches, and stay one text', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: '1002' }).click()
  await page.getByText('Mailbox, greetings and menu').click()
  const options = page.getByRole('group', { name: 'Voicemail options' })
  expect(await options.getByRole('switch', { name: 'Attach the recording' }).isChecked()).toBe(true)
  await options.getByRole('switch', { name: 'Delete the message' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  expect((await stored(1002))?.data.voicemail_options).toBe('attach=yes|saycid=no|envelope=no|delete=yes')
})

test('changes can be discarded', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: '1002' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nobody in particular')
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ben Okri')
  expect((await stored(1002))?.data.name).toBe('Ben Okri')
})

test('credentials are hidden until they are wanted, and can be copied and replaced', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('link', { name: '1001' }).click()
  await page.getByText('Credentials', { exact: true }).click()
  const secret = page.getByLabel('SIP password', { exact: true })
  expect(await secret.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show SIP password' }).click()
  expect(await secret.getAttribute('type')).toBe('text')
  const before = (await stored(1001))!.data.secret
  expect(await secret.inputValue()).toBe(before)
  const credentials = group(page, 'Passwords and PIN')
  await credentials.getByRole('button', { name: 'Copy' }).first().click()
  await credentials.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(before)
  await secret.fill('short')
  await page.getByRole('button', { name: 'Save' }).click()
  await credentials.getByText('1 error').waitFor()
  expect((await stored(1001))!.data.secret).toBe(before)
  await secret.fill('the-new-secret-of-1001')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  // The phone's settings follow.
  await page.getByRole('button', { name: 'Show Password' }).click()
  await page.getByText('the-new-secret-of-1001', { exact: true }).waitFor()
})

test('an extension is deleted only after a question', async () => {
  await world.telephony('dev-acme-key', `POST ${list}`, { data: { id: 2009, name: 'Old desk' } })
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('link', { name: '2009' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete extension 2009?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(2009)).toBeDefined()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Extension 2009 was deleted').waitFor()
  await page.getByRole('link', { name: '1001' }).waitFor()
  expect(await page.getByRole('link', { name: '2009' }).count()).toBe(0)
  expect(await stored(2009)).toBeUndefined()
})
