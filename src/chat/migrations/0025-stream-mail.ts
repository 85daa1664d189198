import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Mail finds its stream by the token of the address. */
export const createStreamMail = (db: AnyHandle) => createTables(db, {}, [['streams', ['email_token']]])
