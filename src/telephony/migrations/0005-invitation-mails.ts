import type { Kysely } from 'kysely'
import { createTables } from '../../platform/database/create-tables.ts'
import type { Engine } from '../../platform/database/database.ts'

/** Mails in flight, to find those whose sender has died. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export function createInvitationMailsTable(db: Kysely<any>, engine: Engine): Promise<void> {
  const columns = {
    company_id: 'id',
    contact_id: 'text',
    token_hash: 'text',
    claimed_until: 'number',
  } as const
  return createTables(db, { invitation_mails: { columns, key: ['company_id', 'contact_id'] } }, [], engine)
}
