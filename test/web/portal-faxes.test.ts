import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { makePdf, missingDocumentPrograms } from '../harness/documents.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebProcess } from '../harness/web/start-web-process.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

describe.skipIf(missingDocumentPrograms)(`faxes in the portal${missingDocumentPrograms}`, () => {
  let world: WebWorld
  let ada: Page
  let hank: Page
  beforeAll(async () => {
    world = await startWebWorld()
    ada = await world.openPortal(ACME_KEY, 'faxes')
    hank = await world.openPortal(GLOBEX_KEY, 'faxes')
  })
  afterAll(() => world?.stop())

  async function fillFax(page: Page, to: string, name: string, buffer: Buffer): Promise<void> {
    await page.getByRole('button', { name: 'Send a fax' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Fax number').fill(to)
    await chooseFile(page, 'Choose a file', name, buffer)
  }
  async function chooseFile(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  const faxes = (key: string) => world.telephony<{ id: string; is_read: boolean }[]>(key, 'GET /fax/messages')

  test('what cannot be faxed is refused at its field, and nothing is stored', async () => {
    await ada.getByRole('heading', { name: 'No faxes yet' }).waitFor()
    await expectAccessible(ada)
    await ada.getByRole('button', { name: 'Send a fax' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('Fax number').fill('nowhere')
    await dialog.getByRole('button', { name: 'Send fax' }).click()
    await dialog.getByText('Choose the document to send.').waitFor()
    await chooseFile(ada, 'Choose a file', 'notes.txt', Buffer.from('plain text'))
    await dialog.getByRole('button', { name: 'Send fax' }).click()
    await dialog.getByText('is not a phone number').waitFor()
    await dialog.getByLabel('Fax number').fill('+12025550112')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('must be a PDF or a TIFF').waitFor()
    await expectAccessible(ada)
    expect(await faxes(ACME_KEY)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('a fax goes out, arrives in the other window, and is read page by page', async () => {
    await fillFax(ada, '202 555 0112', 'letter.pdf', makePdf(2))
    await ada.getByRole('dialog').getByLabel('Subject').fill('Reactor')
    await ada.getByRole('dialog').getByRole('button', { name: 'Send fax' }).click()
    await ada.getByRole('heading', { name: 'Fax to +1 202 555 0112' }).waitFor()
    const steps = ada.getByRole('list', { name: 'Fax progress' })
    await steps.getByText('Delivered (done)').waitFor()
    await ada.getByRole('img', { name: 'Page 1 of 2 of the fax' }).waitFor()
    await expectAccessible(ada)

    const row = hank.getByRole('row', { name: /Acme .*Unread/ })
    await row.waitFor()
    // The test server has no SIP server, and the button says so.
    await row.getByRole('button', { name: 'Call Acme' }).click()
    await hank.getByText('No SIP server is connected to this server').waitFor()
    await row.getByRole('button', { name: 'Text Acme' }).waitFor()
    await hank.getByRole('link', { name: 'Received 1' }).waitFor()
    await row.getByRole('link').click()
    await hank.getByRole('heading', { name: 'Fax from Acme' }).waitFor()
    const first = hank.getByRole('img', { name: 'Page 1 of 2 of the fax' })
    const picture = await first.getAttribute('src')
    expect(picture).toMatch(/^data:image\/png/)
    await hank.getByRole('button', { name: 'Next' }).click()
    const second = hank.getByRole('img', { name: 'Page 2 of 2 of the fax' })
    expect(await second.getAttribute('src')).not.toBe(picture)
    await hank.getByRole('button', { name: 'Mark as unread' }).waitFor()
    const [download] = await Promise.all([
      hank.waitForEvent('download'),
      hank.getByRole('button', { name: 'Download as PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^fax-.*\.pdf$/)
  })

  test('read marks change in every window', async () => {
    const other = await world.openPortal(GLOBEX_KEY, 'faxes', { colorScheme: 'dark' })
    await other.getByRole('row', { name: /Acme .*Received/ }).waitFor()
    await hank.getByRole('button', { name: 'Mark as unread' }).click()
    await other.getByRole('row', { name: /Acme .*Unread/ }).waitFor()
    await expectAccessible(other)
    await other.getByLabel('Unread only').check()
    await other.getByRole('row', { name: /Acme .*Unread/ }).waitFor()
    await hank.getByRole('button', { name: 'Mark as read' }).click()
    await other.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await other.close()
  })

  test('only the owner deletes, and faxes of another company do not exist', async () => {
    const users = await world.telephony<{ id: string; first_name: string }[]>(
      ACME_KEY,
      'GET /system/company/contacts',
    )
    const [sent] = await faxes(ACME_KEY)
    const userId = users.find(({ first_name: name }) => name === 'Ben')!.id
    const ben = await world.openPortal(ACME_KEY, `faxes/${sent!.id}`, {
      userId,
      viewport: { width: 390, height: 844 },
    })
    await ben.getByRole('button', { name: 'Download as PDF' }).waitFor()
    expect(await ben.getByRole('button', { name: 'Delete fax' }).count()).toBe(0)
    await expectAccessible(ben)

    const stranger = await world.openPortal(GLOBEX_KEY, `faxes/${sent!.id}`)
    await stranger.getByRole('heading', { name: 'Fax not found', level: 1 }).waitFor()

    await hank.getByRole('button', { name: 'Delete fax' }).click()
    await hank.getByRole('dialog').getByRole('button', { name: 'Delete fax' }).click()
    await hank.getByRole('heading', { name: 'No faxes yet' }).waitFor()
    expect(await faxes(GLOBEX_KEY)).toEqual([])
  })

  test('a fax that nobody answers says why it failed, or that it is tried again', async () => {
    await ada.goto('/portal/faxes/sent')
    await ada.getByRole('link', { name: '+1 202 555 0112' }).waitFor()
    await fillFax(ada, '+13035550100', 'letter.pdf', makePdf())
    await ada.getByRole('dialog').getByRole('button', { name: 'Send fax' }).click()
    await ada.getByRole('heading', { name: 'Fax to +1 303 555 0100' }).waitFor()
    await ada.getByText('Nobody answers at this number').waitFor()
  })

  test('the owner decides who gets faxes by mail', async () => {
    await ada.goto('/portal/faxes/settings')
    await ada.getByText('+1 202 555 0111').waitFor()
    await expectAccessible(ada)
    await ada.getByRole('button', { name: 'Add destination' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('Email addresses').fill('office@example.com\nnonsense')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^nonsense must/).waitFor()
    await dialog.getByLabel('Email addresses').fill('office@example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await ada.getByRole('button', { name: 'Edit office@example.com' }).click()
    await dialog.getByLabel('Email addresses').fill('desk@example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await ada.getByRole('button', { name: 'Delete desk@example.com' }).click()
    await dialog.getByRole('button', { name: 'Delete destination' }).click()
    await ada.getByRole('button', { name: 'Delete desk@example.com' }).waitFor({ state: 'detached' })
    const left = () => world.telephony<{ reprname: string }[]>(ACME_KEY, 'GET /fax/destinations')
    await expect.poll(async () => (await left()).map(({ reprname }) => reprname)).toEqual(['ada@example.com'])
  })
})

test('without the programs that faxes need, the page says so', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'no-programs-'))
  const world = await startWebProcess({ PATH: empty })
  try {
    const page = await world.openPortal(ACME_KEY, 'faxes')
    await page.getByText('Faxes need Ghostscript and the TIFF tools').waitFor()
    await expectAccessible(page)
  } finally {
    await world.stop()
    await rm(empty, { recursive: true })
  }
})
