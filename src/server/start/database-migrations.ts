import { chatMigrations } from '../../chat/migrations/chat-migrations.ts'
import { stepNames } from '../../platform/database/schema/migrate.ts'
import type { Migration } from '../../platform/database/schema/migration.ts'
import { telephonyMigrations } from '../../telephony/migrations/telephony-migrations.ts'
import { workspaceMigrations } from '../../workspace/migrations/workspace-migrations.ts'

/** Of each database: the workspace has tables in both. */
export const databaseMigrations: Readonly<Record<'chat' | 'telephony', readonly Migration[]>> = {
  chat: [...chatMigrations, ...workspaceMigrations.chat],
  telephony: [...telephonyMigrations, ...workspaceMigrations.telephony],
}

/** The names of the migrations that this version knows. */
export const knownSteps = {
  chat: stepNames(databaseMigrations.chat),
  telephony: stepNames(databaseMigrations.telephony),
}
