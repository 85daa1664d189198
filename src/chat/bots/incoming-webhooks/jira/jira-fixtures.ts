import type { Fixture } from '../integration.ts'
import commentCreated from './fixtures/comment-created.json' with { type: 'json' }
import commentDeleted from './fixtures/comment-deleted.json' with { type: 'json' }
import issueCreated from './fixtures/issue-created.json' with { type: 'json' }
import issueDeleted from './fixtures/issue-deleted.json' with { type: 'json' }
import issueUpdated from './fixtures/issue-updated.json' with { type: 'json' }
import sprintStarted from './fixtures/sprint-started.json' with { type: 'json' }
import versionReleased from './fixtures/version-released.json' with { type: 'json' }

export const jiraFixtures: readonly Fixture[] = [
  commentCreated,
  commentDeleted,
  issueCreated,
  issueDeleted,
  issueUpdated,
  sprintStarted,
  versionReleased,
]
