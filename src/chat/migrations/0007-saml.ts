import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Assertions that were used, until they expire: each signs in once. */
export async function storeSamlAssertions(db: AnyHandle, engine: Engine): Promise<void> {
  const saml_assertions = {
    columns: { realm_id: 'id', id_hash: 'text', expires_at: 'number' } as const,
    key: ['realm_id', 'id_hash'],
  }
  await createTables(db, { saml_assertions }, [['saml_assertions', ['expires_at']]], engine)
}
