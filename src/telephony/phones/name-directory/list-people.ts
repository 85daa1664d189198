import { instancesTable } from '../../company/instances/instances-table.ts'
import { fullName } from '../../identity/contact.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { PbxAddress } from '../pbx/pbx.ts'
import { dialName } from './keypad.ts'

/** Somebody in the directory by name. */
export interface ListedPerson {
  readonly extensionId: string
  readonly address: PbxAddress
  readonly name: string
}

/** How many people of a name a caller can hear. */
const MAX_FOUND = 50

/**
 * People whose last or first name begins with these letters, by name: enabled users who are not left out, each once, with
 * the lowest of their numbers.
 */
export async function listPeople(
  db: TelephonyDb,
  companyId: number,
  digits: string,
): Promise<ListedPerson[]> {
  const rows = await db
    .selectFrom('extensions')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.company_id', '=', 'extensions.company_id')
        .onRef('contacts.id', '=', 'extensions.user_id'),
    )
    .leftJoin('unlisted_extensions', (on) =>
      on
        .onRef('unlisted_extensions.company_id', '=', 'extensions.company_id')
        .onRef('unlisted_extensions.extension_id', '=', 'extensions.id')
        .onRef('unlisted_extensions.user_id', '=', 'extensions.user_id'),
    )
    .select(['extensions.id', 'extensions.instance_uuid', 'extensions.number'])
    .select(['contacts.id as user_id', 'contacts.first_name', 'contacts.last_name'])
    .where('extensions.company_id', '=', companyId)
    .where('contacts.activated', '=', 1)
    .where('contacts.phones_closed', '=', 0)
    .where('unlisted_extensions.extension_id', 'is', null)
    .orderBy('extensions.number')
    .orderBy('extensions.id')
    .execute()
  const found = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    if (!found.has(row.user_id) && isMeant(row, digits)) found.set(row.user_id, row)
  }
  const domains = new Map(
    (await instancesTable.list(db, { company_id: companyId })).map(({ uuid, domain }) => [uuid, domain]),
  )
  return [...found.values()]
    .toSorted((one, other) => compareNames(one, other) || one.number - other.number)
    .slice(0, MAX_FOUND)
    .map((row) => ({
      extensionId: row.id,
      address: { domain: domains.get(row.instance_uuid)!, number: row.number },
      name: fullName(row),
    }))
}

interface Name {
  readonly first_name: string
  readonly last_name: string
}

const isMeant = ({ first_name: first, last_name: last }: Name, digits: string) =>
  [last + first, first + last].some((name) => dialName(name).startsWith(digits))

const compareNames = (one: Name, other: Name) =>
  one.last_name.localeCompare(other.last_name) || one.first_name.localeCompare(other.first_name)
