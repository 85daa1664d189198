import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailCatcher, startMailCatcher } from '../harness/mail-catcher.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

/** A company without a chat: its invitations are for the phones only. */
const GLOBEX = 'dev-globex-key'

let world: WebWorld
let mails: MailCatcher
beforeAll(async () => {
  mails = await startMailCatcher()
  world = await startWebWorld({ SMTP_URL: mails.url, MAIL_FROM: 'switchboard@example.com' })
})
afterAll(async () => {
  await world?.stop()
  await mails?.stop()
})

interface Invited {
  id: string
  /** the path of the link in the mail */
  link: string
}

async function invite(name: string): Promise<Invited> {
  const email = `${name.toLowerCase()}@example.com`
  const { id } = await world.telephony<{ id: string }>(GLOBEX, 'POST /company/contacts', {
    first_name: name,
    last_name: 'Nova',
    contacts: { email },
  })
  const mail = () => mails.mails.find(({ recipients }) => recipients.includes(email))?.text ?? ''
  await expect.poll(mail).toContain('/portal/invitation/')
  return { id, link: new URL(/https?:\S+/.exec(mail())![0]).pathname }
}

const statusOf = async (name: string) => {
  const [user] = await world.telephony<[{ invitation: { status: string } }]>(
    GLOBEX,
    `GET /system/company/contacts?first_name=${name}`,
  )
  return user.invitation.status
}

test('the link in the mail shows who invites, and accepting it is one click', async () => {
  const { link } = await invite('Mia')
  const page = await world.openStranger(link)
  await page.getByRole('heading', { level: 1, name: 'Globex invites you' }).waitFor()
  await page.getByText('Mia Nova · mia@example.com').waitFor()
  await expectAccessible(page)
  // Looking is not accepting.
  expect(await statusOf('Mia')).toBe('pending')
  await page.getByRole('button', { name: 'Join Globex' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  expect(await statusOf('Mia')).toBe('accepted')
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
  await page.getByText('This invitation was accepted before').waitFor()
})

test('one that was revoked says so, also when it happens before the eyes', async () => {
  const { id, link } = await invite('Nils')
  const page = await world.openStranger(link, { colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Join Globex' }).waitFor()
  await world.telephony(GLOBEX, `DELETE /company/contacts/${id}/invitation`)
  await page.getByRole('button', { name: 'Join Globex' }).click()
  await page.getByRole('alert').getByText('This invitation was revoked').waitFor()
  await expectAccessible(page)
  expect(await statusOf('Nils')).toBe('revoked')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
})

test('a token that nobody was sent does not exist', async () => {
  const page = await world.openStranger('/portal/invitation/no-such-token')
  await page.getByRole('heading', { level: 1, name: 'Invitation not found' }).waitFor()
  await expectAccessible(page)
})
