import { addFaxNumberCommand } from './add-fax-number-command.ts'
import { addTextingNumberCommand } from './add-texting-number-command.ts'
import type { Command } from './command.ts'
import { createApiKeyCommand } from './create-api-key-command.ts'
import { createBotCommand } from './create-bot-command.ts'
import { createCompanyCommand } from './create-company-command.ts'
import { createOrganizationCommand } from './create-organization-command.ts'
import { createUserCommand } from './create-user-command.ts'
import { kamailioCommand } from './kamailio-command.ts'
import { listCompaniesCommand } from './list-companies-command.ts'
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
  ['create-company', createCompanyCommand],
  ['list-companies', listCompaniesCommand],
  ['create-api-key', createApiKeyCommand],
  ['add-texting-number', addTextingNumberCommand],
  ['add-fax-number', addFaxNumberCommand],
  ['kamailio', kamailioCommand],
  ['seed-demo', seedDemoCommand],
  ['openapi', openapiCommand],
])
