import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** The one text that still goes to somebody who has opted out: the confirmation. */
export async function createOptOutConfirmations(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('texting_opt_outs').addColumn('confirmation_id', 'text').execute()
}
