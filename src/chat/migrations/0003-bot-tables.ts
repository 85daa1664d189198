import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

const botTables: Record<string, TablePlan> = {
  signing_secrets: {
    columns: { realm_id: 'id', user_id: 'id', integration: 'text', number: 'number', secret_sealed: 'text' },
    key: ['realm_id', 'user_id', 'integration', 'number'],
  },
  bot_commands: {
    columns: { realm_id: 'id', name: 'text', user_id: 'id', description: 'text', parameters: 'text' },
    key: ['realm_id', 'name'],
  },
}

/** What services sign their requests to incoming webhooks with, and the slash commands of outgoing ones. */
export const createBotTables = (db: AnyHandle, engine: Engine) =>
  createTables(db, botTables, [['bot_commands', ['realm_id', 'user_id']]], engine)
