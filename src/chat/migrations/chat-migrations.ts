import type { Migration } from '../../platform/database/schema/migration.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { createOutbox } from './0035-outbox.ts'

/** In order. Append new ones; never change a released one. */
export const chatMigrations: readonly Migration[] = [
  { name: 'chat-0001-first-tables', up: createFirstTables },
  { name: 'chat-0035-outbox', up: createOutbox },
]
