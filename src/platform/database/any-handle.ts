import type { Kysely } from 'kysely'

/** A handle whose tables are not known here: those of any product, or those of a migration's own time. */
// biome-ignore lint/suspicious/noExplicitAny: that is its purpose
export type AnyHandle = Kysely<any>
