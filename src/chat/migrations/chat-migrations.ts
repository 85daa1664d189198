import type { Migration } from '../../platform/database/migrate.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { createVocabulary } from './0002-vocabulary.ts'

/** In the order of application. Add to the end; never change one that has been released. */
export const chatMigrations: readonly Migration[] = [
  { name: 'chat-0001-first-tables', up: createFirstTables },
  { name: 'chat-0002-vocabulary', up: createVocabulary },
]
