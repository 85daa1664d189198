import type { Handle } from '../platform/database/database.ts'
import { tablesOf } from '../platform/database/table.ts'

/**
 * Every table of the telephony. Each feature adds its own by declaration merging, in its `-table.ts`. Keys start with
 * the company; the embedded PBX is a server of its own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface TelephonyTables {}

export const table = tablesOf<TelephonyTables, Handle<TelephonyTables>>()
