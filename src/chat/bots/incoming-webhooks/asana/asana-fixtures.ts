import type { Fixture } from '../integration.ts'
import comment from './fixtures/comment.json' with { type: 'json' }
import taskAdded from './fixtures/task-added.json' with { type: 'json' }
import taskChanged from './fixtures/task-changed.json' with { type: 'json' }
import taskDeleted from './fixtures/task-deleted.json' with { type: 'json' }

export const asanaFixtures: readonly Fixture[] = [comment, taskAdded, taskChanged, taskDeleted]
