import type { Migration } from '../../platform/database/schema/migration.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { extendStatuses } from './0002-statuses.ts'
import { createBotTables } from './0003-bot-tables.ts'
import { extendPeople } from './0004-people.ts'
import { createDirectories } from './0005-directories.ts'
import { storeIdentityProviders } from './0006-identity-providers.ts'
import { storeSamlAssertions } from './0007-saml.ts'
import { prepareForPrivacy } from './0008-privacy.ts'
import { createAuditLog } from './0009-audit-log.ts'
import { storeMaintenance } from './0010-maintenance.ts'
import { createPeopleImports } from './0011-people-imports.ts'
import { createStatistics } from './0012-statistics.ts'
import { storeAppliedRetention } from './0013-message-retention.ts'
import { recordDirectoryOwners } from './0014-directory-owners.ts'

/** In order. Append new ones; never change one that is on main. */
export const chatMigrations: readonly Migration[] = [
  { name: 'chat-0001-first-tables', up: createFirstTables },
  { name: 'chat-0002-statuses', up: extendStatuses },
  { name: 'chat-0003-bot-tables', up: createBotTables },
  { name: 'chat-0004-people', up: extendPeople },
  { name: 'chat-0005-directories', up: createDirectories },
  { name: 'chat-0006-identity-providers', up: storeIdentityProviders },
  { name: 'chat-0007-saml', up: storeSamlAssertions },
  { name: 'chat-0008-privacy', up: prepareForPrivacy },
  { name: 'chat-0009-audit-log', up: createAuditLog },
  { name: 'chat-0010-maintenance', up: storeMaintenance },
  { name: 'chat-0011-people-imports', up: createPeopleImports },
  { name: 'chat-0012-statistics', up: createStatistics },
  { name: 'chat-0013-message-retention', up: storeAppliedRetention },
  { name: 'chat-0014-directory-owners', up: recordDirectoryOwners },
]
