import type { Command } from './command.ts'
import { createBotCommand } from './create-bot-command.ts'
import { createOrganizationCommand } from './create-organization-command.ts'
import { createUserCommand } from './create-user-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { openapiCommand } from './openapi-command.ts'
import { rotateKeyCommand } from './rotate-key-command.ts'
import { seedDemoCommand } from './seed-demo-command.ts'
import { serveCommand } from './serve-command.ts'

/** In the order in which the help lists them. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ['serve', serveCommand],
  ['migrate', migrateCommand],
  ['create-organization', createOrganizationCommand],
  ['create-user', createUserCommand],
  ['create-bot', createBotCommand],
  ['rotate-key', rotateKeyCommand],
  ['seed-demo', seedDemoCommand],
  ['openapi', openapiCommand],
])
