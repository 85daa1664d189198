import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Mails in flight, to find those whose sender has died. */
export function createInvitationMailsTable(db: AnyHandle, engine: Engine): Promise<void> {
  const columns = {
    company_id: 'id',
    contact_id: 'text',
    token_hash: 'text',
    claimed_until: 'number',
  } as const
  return createTables(db, { invitation_mails: { columns, key: ['company_id', 'contact_id'] } }, [], engine)
}
