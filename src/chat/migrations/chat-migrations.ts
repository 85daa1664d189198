import type { Migration } from '../../platform/database/migration.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { createVocabulary } from './0002-vocabulary.ts'
import { createSignIn } from './0003-sign-in.ts'
import { createPeople } from './0004-people.ts'
import { createMessageExtras } from './0005-message-extras.ts'
import { createScheduledMessages } from './0006-scheduled-messages.ts'
import { createBotsAndOrganization } from './0007-bots-and-organization.ts'
import { createFiles } from './0008-files.ts'
import { createSearch } from './0009-search.ts'
import { createQueuesByUser } from './0010-queues-by-user.ts'
import { createTidyIndex } from './0011-tidy-index.ts'
import { createFilesOfMessages } from './0012-files-of-messages.ts'
import { createReadRanges } from './0013-read-ranges.ts'
import { createClosedStreams } from './0014-closed-streams.ts'
import { createMessageEdits } from './0017-message-edits.ts'
import { createMessageRetention } from './0018-message-retention.ts'
import { createTwoFactor } from './0019-two-factor.ts'
import { createOpenId } from './0020-openid.ts'
import { createRealmDomains } from './0021-realm-domains.ts'
import { createWebPush } from './0022-web-push.ts'
import { createStreamMoves } from './0024-stream-moves.ts'
import { createImports } from './0030-imports.ts'

/** In order. Append new ones; never change a released one. */
export const chatMigrations: readonly Migration[] = [
  { name: 'chat-0001-first-tables', up: createFirstTables },
  { name: 'chat-0002-vocabulary', up: createVocabulary },
  { name: 'chat-0003-sign-in', up: createSignIn },
  { name: 'chat-0004-people', up: createPeople },
  { name: 'chat-0005-message-extras', up: createMessageExtras },
  { name: 'chat-0006-scheduled-messages', up: createScheduledMessages },
  { name: 'chat-0007-bots-and-organization', up: createBotsAndOrganization },
  { name: 'chat-0008-files', up: createFiles },
  { name: 'chat-0009-search', up: createSearch },
  { name: 'chat-0010-queues-by-user', up: createQueuesByUser },
  { name: 'chat-0011-tidy-index', up: createTidyIndex },
  { name: 'chat-0012-files-of-messages', up: createFilesOfMessages },
  { name: 'chat-0013-read-ranges', up: createReadRanges },
  { name: 'chat-0014-closed-streams', up: createClosedStreams },
  { name: 'chat-0017-message-edits', up: createMessageEdits },
  { name: 'chat-0018-message-retention', up: createMessageRetention },
  { name: 'chat-0019-two-factor', up: createTwoFactor },
  { name: 'chat-0020-openid', up: createOpenId },
  { name: 'chat-0021-realm-domains', up: createRealmDomains },
  { name: 'chat-0022-web-push', up: createWebPush },
  { name: 'chat-0024-stream-moves', up: createStreamMoves },
  { name: 'chat-0030-imports', up: createImports },
]
