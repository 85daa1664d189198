import { chatMigrations } from '../chat/migrations/chat-migrations.ts'
import type { Migration } from '../platform/database/migration.ts'
import { telephonyMigrations } from '../telephony/migrations/telephony-migrations.ts'
import { workspaceMigrations } from '../workspace/migrations/workspace-migrations.ts'

/** Of each database. The tables of the workspace are in that of the chat. */
export const databaseMigrations: Readonly<Record<'chat' | 'telephony', readonly Migration[]>> = {
  chat: [...chatMigrations, ...workspaceMigrations],
  telephony: telephonyMigrations,
}
