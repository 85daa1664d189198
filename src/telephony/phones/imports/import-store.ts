import type { TelephonyDb } from '../../telephony-platform.ts'
import type { ExtensionsTable } from '../extensions/extensions-table.ts'

/** Both engines have a limit on the parameters of a statement. */
const AT_ONCE = 500

async function inParts<T>(items: readonly T[], work: (part: T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) await work(items.slice(start, start + AT_ONCE))
}

/** The users with these addresses. */
export async function findContactIdsByEmail(
  db: TelephonyDb,
  companyId: number,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  await inParts(emails, async (part) => {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'email_key'])
      .where('company_id', '=', companyId)
      .where(
        'email_key',
        'in',
        part.map((email) => email.toLowerCase()),
      )
      .execute()
    for (const { id, email_key: key } of rows) found.set(key!, id)
  })
  return found
}

/** By number, what has it: an extension, or a route such as a ring group. */
export async function findTakenNumbers(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const taken = new Map<number, string>()
  await inParts(numbers, async (part) => {
    for (const table of ['extensions', 'call_routes'] as const) {
      const rows = await db
        .selectFrom(table)
        .select(['number', 'name'])
        .where('company_id', '=', companyId)
        .where('instance_uuid', '=', instanceUuid)
        .where('number', 'in', part)
        .execute()
      for (const { number, name } of rows) {
        if (number !== null) taken.set(number, table === 'extensions' ? `extension ${number}` : name)
      }
    }
  })
  return taken
}

export async function insertExtensions(db: TelephonyDb, rows: readonly ExtensionsTable[]): Promise<void> {
  await inParts(rows, async (part) => {
    await db.insertInto('extensions').values(part).execute()
  })
}
