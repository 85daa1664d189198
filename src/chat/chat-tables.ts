import type { Handle } from '../platform/database/database.ts'
import { tablesOf } from '../platform/database/table.ts'

/**
 * Every table of the chat. A feature declares its tables in its `*-table.ts` by declaration merging. Ids are unique
 * within an organization, so each key starts with realm_id.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ChatTables {}

export const table = tablesOf<ChatTables, Handle<ChatTables>>()
