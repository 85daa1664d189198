import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let cleo: Page
beforeAll(async () => {
  world = await startWebWorld()
  cleo = await world.openChat('cleo', '#settings/account', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

const PASSWORD = 'demo-password'
const NEW_PASSWORD = 'a longer password'

async function mailResponse(call: string, key: string): Promise<number> {
  const authorization = `Basic ${btoa(`cleo@example.com:${key}`)}`
  return (await fetch(`${world.url}/api/v1${call}`, { headers: { authorization } })).status
}

async function changePassword(old: string, next: string, again = next): Promise<void> {
  await cleo.getByLabel('Current password').fill(old)
  await cleo.getByLabel('New password', { exact: true }).fill(next)
  await cleo.getByLabel('Confirm new password').fill(again)
  await cleo.getByRole('button', { name: 'Change password' }).click()
}

test('the key is shown after the right password, and works', async () => {
  await cleo.getByRole('button', { name: 'Show API key' }).click()
  const dialog = cleo.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Show API key' }).click()
  await dialog.getByText('Your username or password is incorrect').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Show API key' }).click()
  await dialog.waitFor({ state: 'detached' })
  await cleo.getByRole('button', { name: 'Copy: API key' }).click()
  const key = String(await cleo.evaluate('navigator.clipboard.readText()'))
  expect(await mailResponse('/users/me', key)).toBe(200)
  await expectAccessible(cleo)

  const downloading = cleo.waitForEvent('download')
  await cleo.getByRole('button', { name: 'Download client configuration' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('zuliprc')
  expect(readFileSync(await download.path(), 'utf8')).toBe(
    `[api]\nemail=cleo@example.com\nkey=${key}\nsite=${world.url}\n`,
  )

  await cleo.getByRole('button', { name: 'New API key' }).click()
  await cleo.getByRole('dialog').getByText('Programs that use the old key stop working').waitFor()
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'New API key' }).click()
  await dialog.getByText('Wrong password!').waitFor()
  expect(await mailResponse('/users/me', key)).toBe(200)
  await expectAccessible(cleo)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'New API key' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await mailResponse('/users/me', key)).toBe(401)
  await cleo.getByRole('button', { name: 'Copy: API key' }).click()
  expect(await mailResponse('/users/me', String(await cleo.evaluate('navigator.clipboard.readText()')))).toBe(
    200,
  )
  await cleo.getByRole('button', { name: 'Hide API key' }).click()
  await cleo.getByRole('button', { name: 'Show API key' }).waitFor()
})

test('other sessions are seen and ended', async () => {
  const other = await world.openChat('cleo', '#settings/account')
  await other.getByRole('list', { name: 'Where you are signed in' }).getByText('This browser').waitFor()
  await cleo.reload()
  const sessions = cleo.getByRole('list', { name: 'Where you are signed in' })
  await eventually(() => sessions.getByRole('listitem').count()).toBe(2)
  await sessions.getByRole('button', { name: 'End session' }).click()
  await eventually(() => sessions.getByRole('listitem').count()).toBe(1)
  await sessions.getByText('This browser').waitFor()
  await other.reload()
  await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await other.close()
})

test('what others get to know is turned off one by one', async () => {
  const settings = async () =>
    (await world.chat<{ user_settings: Record<string, unknown> }>('cleo', 'POST /register')).user_settings
  await cleo.getByLabel('Show others that I have read their messages').uncheck()
  await eventually(settings).toMatchObject({ send_read_receipts: false, presence_enabled: true })
  await cleo.getByLabel('Show when I am online').uncheck()
  await eventually(settings).toMatchObject({ send_read_receipts: false, presence_enabled: false })
})

test('the password can be changed with the old one', async () => {
  await changePassword(PASSWORD, NEW_PASSWORD, 'something else')
  await cleo.getByText('The two new passwords do not match.').waitFor()
  await changePassword('wrong', NEW_PASSWORD)
  await cleo.getByRole('alert').getByText('Wrong password!').waitFor()
  await changePassword(PASSWORD, 'short')
  await cleo.getByRole('alert').getByText('The password must have at least').waitFor()
  const other = await world.openChat('cleo')
  await other.getByRole('button', { name: 'Account of Cleo Vance' }).waitFor()
  // Replacing the API key is offered, and chosen.
  expect(await cleo.getByLabel('Also replace my API key').isChecked()).toBe(true)
  const sent = cleo.waitForRequest((request) => request.method() === 'PATCH')
  await changePassword(PASSWORD, NEW_PASSWORD)
  expect((await sent).postData()).toContain('keep_api_key=false')
  await cleo.getByText('Your password was changed.').waitFor()
  expect(await cleo.getByLabel('Current password').inputValue()).toBe('')
  // The other browser is signed out, and lets one in with the new password.
  await other.reload()
  await other.getByLabel('Password').fill(NEW_PASSWORD)
  await other.getByLabel('Email').fill('cleo@example.com')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('button', { name: 'Account of Cleo Vance' }).waitFor()
})

test('the last administrator cannot leave', async () => {
  const ada = await world.openChat('ada', '#settings/account')
  await ada.getByRole('button', { name: 'Deactivate account' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).click()
  await ada.getByRole('dialog').getByRole('alert').waitFor()
  await ada.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ada.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor()
})

test('an account is deactivated after a question, and is gone everywhere', async () => {
  await cleo.getByRole('button', { name: 'Deactivate account' }).click()
  await cleo.getByRole('dialog').getByText('Only an administrator can undo this.').waitFor()
  await cleo.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).click()
  await cleo.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const { members } = await world.chat<{ members: { email: string; is_active: boolean }[] }>(
    'ada',
    'GET /users',
  )
  expect(members.find(({ email }) => email === 'cleo@example.com')?.is_active).toBe(false)
})
