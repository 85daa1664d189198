import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delayFirst } from '../harness/web/delay-first.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let ben: Page
beforeAll(async () => {
  world = await startWebWorld()
  ben = await world.openChat('ben', '#settings/profile')
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Profile {
  user_id: number
  full_name: string
  email: string
  profile_data: Record<string, { value: string }>
}
const profileOf = (person: 'ben' | 'gus') => world.chat<Profile>(person, 'GET /users/me')

async function choosePicture(name: string, buffer: Buffer): Promise<void> {
  const asked = ben.waitForEvent('filechooser')
  await ben.getByRole('button', { name: 'Choose picture' }).click()
  await (await asked).setFiles({ name, mimeType: 'image/png', buffer })
}

test('the name is changed, and others see it at once', async () => {
  const ada = await world.openChat('ada', '#streams')
  await ada.getByText('Ben Okri').first().waitFor()
  await ben.getByLabel('Full name').fill('Benjamin Okri')
  await ben.getByRole('button', { name: 'Save name' }).click()
  await ada.getByText('Benjamin Okri').first().waitFor()
  await ben.getByRole('button', { name: 'Account of Benjamin Okri' }).waitFor()
  await expectAccessible(ben)
})

test('a name that the server refuses stays in the field, with the reason', async () => {
  await ben.getByLabel('Full name').fill('Ben *')
  await ben.getByRole('button', { name: 'Save name' }).click()
  await ben.getByText('Invalid characters in name!').waitFor()
  expect(await ben.getByLabel('Full name').inputValue()).toBe('Ben *')
  expect((await profileOf('ben')).full_name).toBe('Benjamin Okri')
  await ben.getByRole('button', { name: 'Cancel' }).click()
})

test('a picture is looked at before it is sent, and can be removed', async () => {
  const uploaded = ben.locator('img[src*="/user_avatars/"]')
  await choosePicture('me.png', png)
  await ben.getByText('This is how me.png will look.').waitFor()
  expect(await uploaded.count()).toBe(0)
  await ben.getByRole('button', { name: 'Use this picture' }).click()
  await uploaded.first().waitFor()
  await ben.getByRole('button', { name: 'Remove picture' }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click()
  await uploaded.first().waitFor({ state: 'detached' })
})

test('a file that is no picture is refused, and the old picture stays', async () => {
  await choosePicture('broken.png', Buffer.from('no picture at all'))
  await ben.getByRole('button', { name: 'Use this picture' }).click()
  await ben.getByRole('alert').getByText('Could not decode image').waitFor()
  await ben.getByRole('button', { name: 'Cancel' }).click()
  await ben.getByRole('button', { name: 'Choose picture' }).waitFor()
})

test('the time zone is stored when it is chosen', async () => {
  await ben.getByLabel('Time zone').fill('Mars/Olympus')
  await ben.getByLabel('Time zone').blur()
  await ben.getByText("Invalid timezone 'Mars/Olympus'").waitFor()
  await ben.getByLabel('Time zone').fill('Europe/Berlin')
  const { user_id: id } = await profileOf('ben')
  // The message that something was saved may still be there from before.
  await eventually(() => world.chat('ada', `GET /users/${id}`)).toMatchObject({
    user: { timezone: 'Europe/Berlin' },
  })
  await ben.getByText('Saved', { exact: true }).first().waitFor()
})

test('of two time zones that are chosen quickly the second is stored', async () => {
  const requests = await delayFirst(ben, '**/api/v1/settings')
  const field = ben.getByLabel('Time zone')
  await field.fill('Europe/Paris')
  await field.fill('Europe/Berlin')
  await eventually(requests.answered).toBe(2)
  await requests.end()
  const { user_id: id } = await profileOf('ben')
  expect(await world.chat('ada', `GET /users/${id}`)).toMatchObject({ user: { timezone: 'Europe/Berlin' } })
  await eventually(() => field.inputValue()).toBe('Europe/Berlin')
})

test('the status has words and any emoji, and says that one is away; the popover shows what is stored', async () => {
  const { user_id: id } = await profileOf('ben')
  const status = async () =>
    (await world.chat<{ status: Record<string, unknown> }>('ada', `GET /users/${id}/status`)).status
  const popover = ben.getByRole('dialog', { name: 'Your status' })
  const open = async () => {
    await ben.getByRole('button', { name: 'Account of' }).click()
    await ben.getByRole('menuitem', { name: /status/ }).click()
  }
  await open()
  await popover.getByLabel('Status text').fill('At the zoo')
  await popover.getByRole('button', { name: 'Choose an emoji' }).click()
  await popover.getByRole('textbox', { name: 'Find an emoji' }).fill('pizza')
  await popover.getByRole('button', { name: 'pizza', exact: true }).click()
  await popover.getByRole('radio', { name: 'Away' }).check()
  await popover.getByLabel('Clear after').selectOption('4 hours')
  await popover.getByRole('button', { name: 'Save status' }).click()
  await eventually(status).toMatchObject({ status_text: 'At the zoo', emoji_name: 'pizza', away: true })
  expect((await status()).clear_at).toBeGreaterThan(Date.now() / 1000 + 3 * 3600)
  await world.chat('ben', 'POST /users/me/status', { status_text: 'Back at work' })
  await ben.getByRole('button', { name: 'Account of' }).click()
  await ben.getByRole('menuitem', { name: 'Your status: Back at work' }).click()
  expect(await popover.getByRole('radio', { name: 'Away' }).isChecked()).toBe(true)
  await popover.getByRole('button', { name: 'Remove the emoji' }).click()
  await popover.getByLabel('Status text').fill('')
  await popover.getByRole('button', { name: 'Save status' }).click()
  await eventually(status).toEqual({ away: true })
})

test('the organization asks for things of every kind', async () => {
  const field = (name: string, type: number, data = {}) =>
    world.chat<{ id: number }>('ada', 'POST /realm/profile_fields', {
      name,
      field_type: type,
      field_data: data,
    })
  const team = await field('Team', 3, {
    a: { text: 'Engines', order: '1' },
    b: { text: 'Looms', order: '2' },
  })
  const birthday = await field('Birthday', 4)
  const website = await field('Website', 5)
  const mentor = await field('Mentor', 6)
  const account = await field('Code', 7, { subtype: 'github' })
  const save = (name: string) => ben.getByRole('button', { name: `Save ${name}` }).click()

  await ben.getByLabel('Team').selectOption('Looms')
  await save('Team')
  await ben.getByLabel('Birthday').fill('1990-05-01')
  await save('Birthday')
  await ben.getByLabel('Code').fill('benokri')
  await save('Code')
  await ben.getByLabel('Biography').fill('Writes **stories**')
  await save('Biography')
  await ben.getByRole('group', { name: 'Mentor' }).getByRole('checkbox', { name: 'Ada Lovelace' }).check()
  await save('Mentor')
  await ben.getByLabel('Website').fill('nonsense')
  await save('Website')
  await ben.getByText('Website is not a URL').waitFor()

  const ada = (await world.chat<Profile>('ada', 'GET /users/me')).user_id
  const values = async () =>
    Object.fromEntries(
      Object.entries((await profileOf('ben')).profile_data).map(([id, { value }]) => [id, value]),
    )
  await eventually(values).toMatchObject({
    [team.id]: 'b',
    [birthday.id]: '1990-05-01',
    [mentor.id]: JSON.stringify([ada]),
    [account.id]: 'benokri',
  })
  expect(await values()).not.toHaveProperty(String(website.id))
  await ben.getByLabel('Website').fill('https://example.com/ben')
  await save('Website')
  await eventually(values).toMatchObject({ [website.id]: 'https://example.com/ben' })
  await ben.getByLabel('Birthday').fill('')
  await save('Birthday')
  await eventually(values).not.toHaveProperty(String(birthday.id))
  await expectAccessible(ben)
})

test('without a mail server, no new address is asked for that could never be confirmed', async () => {
  await ben.getByText('You sign in with it.').waitFor()
  await ben.getByText('this server has no mail server').waitFor()
  expect(await ben.getByLabel('New email address').count()).toBe(0)
})

test('what the organization forbids is not offered, as soon as it does', async () => {
  await world.chat('ada', 'PATCH /realm', {
    name_changes_disabled: true,
    avatar_changes_disabled: true,
    email_changes_disabled: true,
  })
  await ben.getByText('Names cannot be changed in this organization.').waitFor()
  await ben.getByText('Pictures cannot be changed in this organization.').waitFor()
  await ben.getByText('Email addresses cannot be changed in this organization.').waitFor()
  expect(await ben.getByLabel('Full name').isEditable()).toBe(false)
  expect(await ben.getByRole('button', { name: 'Choose picture' }).count()).toBe(0)
})

test('on a phone the tabs are a list to choose from, also for guests', async () => {
  const gus = await world.openChat('gus', '#settings/profile', {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  })
  const tabs = gus.getByRole('combobox', { name: 'Settings' })
  await tabs.waitFor()
  await expectAccessible(gus)
  // Guests own no bots.
  expect(await tabs.locator('option').allTextContents()).not.toContain('Bots')
  await tabs.selectOption('Appearance')
  await gus.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
  await expect.poll(() => new URL(gus.url()).hash).toBe('#settings/appearance')
})
