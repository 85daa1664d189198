import type { Migration } from '../../platform/database/schema/migration.ts'
import { createFirstTables } from './0001-first-tables.ts'

/** In order. Append new ones; never change a released one. */
export const chatMigrations: readonly Migration[] = [
  { name: 'chat-0001-first-tables', up: createFirstTables },
]
