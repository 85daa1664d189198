import type { Fixture } from '../integration.ts'
import comment from './fixtures/comment.json' with { type: 'json' }
import issueAssigned from './fixtures/issue-assigned.json' with { type: 'json' }
import issueCreated from './fixtures/issue-created.json' with { type: 'json' }
import issueMoved from './fixtures/issue-moved.json' with { type: 'json' }
import projectCreated from './fixtures/project-created.json' with { type: 'json' }
import projectUpdate from './fixtures/project-update.json' with { type: 'json' }

export const linearFixtures: readonly Fixture[] = [
  comment,
  issueAssigned,
  issueCreated,
  issueMoved,
  projectCreated,
  projectUpdate,
]
