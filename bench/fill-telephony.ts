import type { DemoCompanies } from '../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../src/telephony/telephony.ts'
import {
  loadCreateContact,
  loadCreateExtension,
  loadExtension,
  loadExtensionStore,
  loadInstanceStore,
} from './built.ts'

const BATCH = 10_000
const firstNames =
  'Ann Bob Carl Dora Emil Fay Gil Hana Ivo June Karl Lena Max Nora Otto Pia Quin Rosa Sam Tia'.split(' ')
const lastNames = 'Abel Beck Cole Dahl Ekman Ford Gray Holm Ito Jung Kern Lind Moss Nash Oden Park'.split(' ')

/** More users of Acme. */
export async function addContacts(
  telephony: Telephony,
  demo: DemoCompanies,
  count: number,
): Promise<string[]> {
  const { addContact } = await loadCreateContact()
  const ids: string[] = []
  for (let start = 0; start < count; start += BATCH) {
    await telephony.transact(demo.acme.company.id, async (tx) => {
      for (let index = start; index < Math.min(start + BATCH, count); index += 1) {
        const { id } = await addContact(telephony, tx, demo.acme.actor, {
          first_name: firstNames[index % firstNames.length]!,
          last_name: lastNames[Math.floor(index / 7) % lastNames.length]!,
          contacts: { email: `user${index}@example.com` },
        })
        ids.push(id)
      }
      // Nobody is to be invited by mail while we measure.
      await tx.db
        .updateTable('contacts')
        .set({ invitation_status: 'accepted' })
        .where('company_id', '=', demo.acme.company.id)
        .execute()
    })
  }
  return ids
}

/** Extensions of Acme from 100000 on, every second one assigned; straight into the tables. */
export async function addExtensions(
  telephony: Telephony,
  demo: DemoCompanies,
  count: number,
  users: readonly string[],
): Promise<void> {
  const { planExtension } = await loadCreateExtension()
  const { extensionRow } = await loadExtension()
  const { insertExtension } = await loadExtensionStore()
  const { findInstance } = await loadInstanceStore()
  const { actor, instanceUuid } = demo.acme
  const instance = (await findInstance(telephony.database.read, actor.company.id, instanceUuid))!
  for (let start = 0; start < count; start += BATCH) {
    const rows: ReturnType<typeof extensionRow>[] = []
    for (let index = start; index < Math.min(start + BATCH, count); index += 1) {
      const user = index % 2 === 0 ? users[index % users.length] : undefined
      const { extension } = await planExtension(telephony, actor, instance, {
        data: { id: 100_000 + index, name: `Desk ${index}`, description: `Floor ${index % 40}` },
        ...(user && { user: { id: user } }),
      } as never)
      rows.push(extensionRow(extension))
    }
    await telephony.transact(actor.company.id, async (tx) => {
      for (const row of rows) await insertExtension(tx.db, row)
    })
  }
}
