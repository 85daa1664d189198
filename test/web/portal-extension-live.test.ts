import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlainPhone, type PlainPhone } from '../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../harness/kamailio/missing-programs.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const missing = missingPrograms('asterisk')

interface Extension {
  _id: string
  'qr-config': { user: string; server: string; password: string }
}

/** The embedded PBX has no phones: only a real SIP server lets one register from outside. */
describe.skipIf(missing)(`phones in the portal${missing}`, () => {
  let asterisk: RunningAsterisk
  let phone: PlainPhone | undefined
  let world: WebWorld
  let list: string
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startWebWorld(asterisk.settings)
    const [instance] = await world.telephony<{ uuid: string }[]>('dev-acme-key', 'GET /instances')
    list = `/instances/${instance!.uuid}/bulks/extensions`
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await asterisk?.stop()
  })

  test('a phone that registers or goes is shown at once, in the list and in the extension', async () => {
    const [extension] = await world.telephony<Extension[]>('dev-acme-key', `GET ${list}?search=1003`)
    const { user, server: domain, password: secret } = extension!['qr-config']
    phone = await createPlainPhone({ sipPort: asterisk.sipPort, number: Number(user), domain, secret })
    const page = await world.openPortal('dev-acme-key', 'extensions')
    const row = page.getByRole('row', { name: /1003/ })
    await row.getByText('Not registered').waitFor()
    const detail = await world.openPortal('dev-acme-key', 'extensions')
    await detail.getByRole('link', { name: '1003' }).click()
    await detail.getByRole('heading', { name: /1003/ }).waitFor()
    // What is being typed stays while the state changes.
    await detail.getByLabel('Name', { exact: true }).fill('Half a na')
    for (const open of [page, detail]) await open.getByText('Live', { exact: true }).waitFor()

    expect(await phone.register(60)).toBe(200)
    await row.getByText('Registered', { exact: true }).waitFor()
    await page.getByText('Extension 1003: Registered').waitFor({ state: 'attached' })
    await detail.getByText('Registered', { exact: true }).waitFor()
    expect(await detail.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a na')

    // A new password signs the phone off.
    await detail.getByText('Credentials', { exact: true }).click()
    await detail.getByLabel('SIP password', { exact: true }).fill('a-new-password-for-1003')
    await detail.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Not registered').waitFor()
    await detail.getByText('Not registered').waitFor()
  })
})
