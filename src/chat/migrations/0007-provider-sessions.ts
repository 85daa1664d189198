import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns, createIndexes } from '../../platform/database/schema/create-tables.ts'

/** Which session at an identity provider a session here belongs to. */
export async function tellProviderSessions(db: AnyHandle, engine: Engine): Promise<void> {
  const columns = { issuer: 'text?', subject: 'text?', provider_session: 'text?' } as const
  await addColumns(db, 'sessions', columns, {}, engine)
  await createIndexes(db, [['sessions', ['realm_id', 'issuer', 'subject']]])
}
