import { usersTable } from '../chat/identity/users/users-table.ts'
import type { Config } from '../config/config.ts'
import { fullName } from '../telephony/identity/contact.ts'
import { listContacts } from '../telephony/identity/contact-store.ts'
import { command } from './command.ts'
import { findOrganization } from './find-account.ts'
import { findCompanyNamed } from './find-company.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'
import { withTelephony } from './with-telephony.ts'

const botTypes = ['generic bot', 'incoming webhook', 'outgoing webhook', 'embedded bot']
const CONTACTS_PER_PAGE = 1000

export const listUsersCommand = command({
  usage: '[--organization HOST | --company COMPANY]',
  arguments: [],
  options: { organization: { type: 'string' }, company: { type: 'string' } },
  run({ values: { organization, company } }, config) {
    if (company === undefined) return printMembers(config, organization)
    if (organization === undefined) return printContacts(config, company)
    throw new UsageMistake('Use either --organization or --company, not both.')
  },
})

function printMembers(config: Config, host: string | undefined): Promise<void> {
  return withProducts(config, async ({ chat }) => {
    const realm = await findOrganization(chat, host)
    const users = (await usersTable.list(chat.database.read, { realm_id: realm.id })).filter(
      (user) => !user.is_system,
    )
    printTable(
      users.map((user) => [
        String(user.id),
        user.is_active ? 'active' : 'deactivated',
        user.role,
        user.bot_type === null ? 'person' : botTypes[user.bot_type - 1]!,
        user.email,
        user.full_name,
      ]),
    )
    if (users.length === 0) console.log(`${realm.name} has no users; create one with create-user.`)
  })
}

function printContacts(config: Config, named: string): Promise<void> {
  return withTelephony(config, async (telephony) => {
    const company = await findCompanyNamed(telephony, named)
    const rows: string[][] = []
    for (let number = 1; ; number += 1) {
      const { items } = await listContacts(
        telephony.database.read,
        company.id,
        {},
        { number, size: CONTACTS_PER_PAGE },
      )
      for (const contact of items) {
        const state = contact.activated ? 'active' : 'not activated'
        rows.push([contact.id, state, contact.email ?? '-', fullName(contact)])
      }
      if (items.length < CONTACTS_PER_PAGE) break
    }
    printTable(rows)
    if (rows.length === 0) console.log(`${company.name} has no users.`)
  })
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}
