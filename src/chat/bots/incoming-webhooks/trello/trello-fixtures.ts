import type { Fixture } from '../integration.ts'
import cardArchived from './fixtures/card-archived.json' with { type: 'json' }
import cardCreated from './fixtures/card-created.json' with { type: 'json' }
import cardDue from './fixtures/card-due.json' with { type: 'json' }
import cardMoved from './fixtures/card-moved.json' with { type: 'json' }
import comment from './fixtures/comment.json' with { type: 'json' }
import itemDone from './fixtures/item-done.json' with { type: 'json' }
import memberAdded from './fixtures/member-added.json' with { type: 'json' }

export const trelloFixtures: readonly Fixture[] = [
  cardArchived,
  cardCreated,
  cardDue,
  cardMoved,
  comment,
  itemDone,
  memberAdded,
]
