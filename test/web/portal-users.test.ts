import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

interface User {
  id: string
  first_name: string
  work_email: string
  activated: boolean
  birthdate: string | null
  timezone: string
  contacts: { phones: { mobile: string } }
  invitation: { status: string }
}

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

async function findUser(firstName: string): Promise<User | undefined> {
  const users = await world.telephony<User[] | undefined>(
    ACME,
    `GET /system/company/contacts?first_name=${firstName}`,
  )
  return users?.[0]
}

const addUser = (firstName: string, email: string) =>
  world.telephony<User>(ACME, 'POST /company/contacts', { first_name: firstName, contacts: { email } })

test('the owner adds a user, who is invited; a taken address is refused at its field', async () => {
  const page = await world.openPortal(ACME, 'users')
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Work email').fill('ben@example.com')
  await dialog.getByRole('button', { name: 'Add and invite' }).click()
  await dialog.getByText('must not be empty').waitFor()
  await dialog.getByLabel('First name').fill('Cleo')
  await dialog.getByRole('button', { name: 'Add and invite' }).click()
  await dialog.getByText('ben@example.com belongs to another person in the organization').waitFor()
  expect(await findUser('Cleo')).toBeUndefined()
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Cleo')
  await dialog.getByLabel('Work email').fill('cleo@example.com')
  await dialog.getByLabel('Last name').fill('Marsh')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add and invite' }).click()
  // The server has no mail server.
  const linked = page.getByRole('dialog', { name: 'Invitation link' })
  await linked.getByText('No mail was sent').waitFor()
  await linked.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('row').filter({ hasText: 'Cleo Marsh' })
  await row.getByText('Invited', { exact: true }).waitFor()
  await page.getByText('3 people').waitFor()
  expect(await findUser('Cleo')).toMatchObject({
    work_email: 'cleo@example.com',
    invitation: { status: 'pending' },
  })
})

test('an invitation is revoked and issued again, after asking, with a link to pass on', async () => {
  await addUser('Dora', 'dora@example.com')
  const page = await world.openPortal(ACME, 'users')
  const row = page.getByRole('row').filter({ hasText: 'Dora' })
  await row.getByRole('button', { name: 'Actions for Dora' }).click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await findUser('Dora'))?.invitation.status).toBe('pending')
  await row.getByRole('button', { name: 'Actions for Dora' }).click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await row.getByText('Invitation revoked').waitFor()
  await row.getByRole('button', { name: 'Actions for Dora' }).click()
  expect(await page.getByRole('menuitem', { name: 'Revoke invitation' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'New invitation link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New invitation link' }).click()
  // No mail was sent: the link is there to copy, and again in the menu.
  const link = await page.getByRole('dialog', { name: 'Invitation link' }).locator('code').innerText()
  expect(link).toContain('/portal/invitation/')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await row.getByText('Invited', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for Dora' }).click()
  await page.getByRole('menuitem', { name: 'Invitation link', exact: true }).click()
  expect(await page.getByRole('dialog').locator('code').innerText()).toBe(link)
})

test('search finds any part of a name or an address, on all pages', async () => {
  const page = await world.openPortal(ACME, 'users')
  await page.getByText('Ben Okri').waitFor()
  await page.getByLabel('Search').fill('lace ad')
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  expect(await page.getByRole('link', { name: 'Ben Okri' }).count()).toBe(0)
  await page.getByLabel('Search').fill('EN@exam')
  await page.getByRole('link', { name: 'Ben Okri' }).waitFor()
  await page.getByLabel('Search').fill('nobody at all')
  await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Show').selectOption('Active')
  await page.getByText('2 people').waitFor()
})

test('a row opens wherever it is clicked, also in another tab and by keyboard', async () => {
  const page = await world.openPortal(ACME, 'users')
  const row = page.getByRole('row').filter({ hasText: 'Ben Okri' })
  const link = row.getByRole('link', { name: 'Ben Okri' })
  // The link covers its whole row, so the browser offers to open the row in another tab.
  const email = row.getByText('ben@example.com')
  const covering = await email.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect()
    return document
      .elementFromPoint(x + 5, y + 5)
      ?.closest('a')
      ?.getAttribute('href')
  })
  expect(covering).toMatch(/^\/portal\/users\/[0-9a-f]{24}$/)
  expect(covering).toBe(await link.getAttribute('href'))
  const from = (await link.boundingBox())!
  const to = (await email.boundingBox())!
  await link.click({ position: { x: to.x - from.x + 5, y: to.y - from.y + 5 } })
  await page.getByRole('heading', { level: 1, name: 'Ben Okri' }).waitFor()
  await page.goBack()
  await link.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ben Okri' }).waitFor()
})

test('selected users are changed and deleted together; what failed is reported and stays selected', async () => {
  for (const name of ['Bulka', 'Bulkb', 'Bulkc']) await addUser(name, `${name}@example.com`)
  const page = await world.openPortal(ACME, 'users')
  await page.getByLabel('Search').fill('bulk')
  await page.getByText('3 people').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('3 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select Bulkc' }).uncheck()
  await bar.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Change 2 people' })
  expect(await edit.getByRole('button', { name: 'Apply changes' }).isDisabled()).toBe(true)
  await edit.getByLabel('Enabled').selectOption('No')
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Apply changes' }).click()
  await edit.getByText('All 2 are done.').waitFor()
  await edit.getByRole('button', { name: 'Close' }).last().click()
  expect((await findUser('Bulka'))?.activated).toBe(false)
  expect((await findUser('Bulkc'))?.activated).toBe(true)
  await page.getByRole('row').filter({ hasText: 'Bulka' }).getByText('Disabled').waitFor()
  // Selected on different pages of the list: the owner cannot be deleted.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByLabel('Search').fill('lovelace')
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check()
  await bar.getByText('4 selected').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete 4 people?' })
  await remove.getByText('They lose access immediately').waitFor()
  await remove.getByText('Bulkb').waitFor()
  await remove.getByRole('button', { name: 'Delete' }).click()
  await remove.getByText('3 succeeded, 1 failed').waitFor()
  await remove.getByRole('list', { name: 'What failed' }).getByText('Ada Lovelace').waitFor()
  await expectAccessible(page)
  await remove.getByRole('button', { name: 'Close' }).last().click()
  await bar.getByText('1 selected').waitFor()
  expect(await findUser('Bulka')).toBeUndefined()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('many users come in pages', async () => {
  for (let number = 10; number < 40; number += 1) await addUser(`Many${number}`, `many${number}@example.com`)
  const page = await world.openPortal(ACME, 'users')
  await page.getByLabel('Search').fill('many')
  await page.getByText('30 people').waitFor()
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(6)
  // Another search begins with its first page.
  await page.getByLabel('Search').fill('many1')
  await page.getByText('10 people').waitFor()
})

test('a user is edited on a page of its own; faults are told at the fields', async () => {
  const eve = await addUser('Eve', 'eve@example.com')
  const page = await world.openPortal(ACME, `users/${eve.id}`)
  await page.getByRole('heading', { level: 1, name: 'Eve' }).waitFor()
  await page.getByLabel('Mobile phone').fill('+12025550155')
  // What few people need is behind a word.
  expect(await page.getByLabel('Date of birth').isVisible()).toBe(false)
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Primary agent').waitFor()
  await page.getByLabel('Date of birth').fill('1990-02-03')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByLabel('Work email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('ada@example.com belongs to another person').waitFor()
  expect((await findUser('Eve'))?.contacts.phones.mobile).toBe('')
  await page.getByLabel('Work email').fill('eve@example.org')
  await page.getByLabel('Enabled').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  expect(await findUser('Eve')).toMatchObject({
    work_email: 'eve@example.org',
    activated: false,
    birthdate: '1990-02-03',
    timezone: 'Europe/London',
    contacts: { phones: { mobile: '+12025550155' } },
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  expect(await findUser('Eve')).toBeUndefined()
})

test('the extension of a user is a link to it', async () => {
  const page = await world.openPortal(ACME, 'users')
  const [{ uuid }] = await world.telephony<[{ uuid: string }]>(ACME, 'GET /instances')
  await page.getByRole('link', { name: '1002' }).click()
  await page.waitForURL(new RegExp(`/portal/extensions/${uuid}/\\w+$`))
})

test('who is not the owner reads, and edits only themselves', async () => {
  const ben = await findUser('Ben')
  const ada = await findUser('Ada')
  const page = await world.openPortal(ACME, 'users', { userId: ben!.id, colorScheme: 'dark' })
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add person' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('Only this person and the owner').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/portal/users/${ada!.id}`)
  expect(await page.getByLabel('First name').getAttribute('readonly')).not.toBeNull()
  await page.getByRole('link', { name: 'All people' }).click()
  await page.getByRole('link', { name: 'Ben Okri' }).click()
  await page.getByLabel('First name').fill('Benjamin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Account of Benjamin Okri' }).waitFor()
})

test('users of another company do not exist', async () => {
  const ada = await findUser('Ada')
  const page = await world.openPortal('dev-globex-key', 'users')
  await page.getByRole('link', { name: 'Hank Scorpio' }).waitFor()
  expect(await page.getByText('Lovelace').count()).toBe(0)
  await page.goto(`/portal/users/${ada!.id}`)
  await page.getByRole('heading', { name: 'Person not found' }).waitFor()
})

test('users are imported from a file, and are in the list behind it', async () => {
  const page = await world.openPortal(ACME, 'users', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Import' }).click()
  await expectAccessible(page)
  const csv = 'first_name,email\nZelda,zelda@example.com\nZoran,zoran@example.com\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await page.getByText('2 people were created.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search').fill('z')
  await page.getByText('2 people', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Zoran' }).waitFor()
})
