import type { Fixture } from '../integration.ts'
import commentAdded from './fixtures/comment-added.json' with { type: 'json' }
import noteAdded from './fixtures/note-added.json' with { type: 'json' }
import statusChanged from './fixtures/status-changed.json' with { type: 'json' }
import ticketCreated from './fixtures/ticket-created.json' with { type: 'json' }
import trigger from './fixtures/trigger.json' with { type: 'json' }

export const zendeskFixtures: readonly Fixture[] = [
  commentAdded,
  noteAdded,
  statusChanged,
  ticketCreated,
  trigger,
]
