import type { Fixture } from '../integration.ts'
import createTag from './fixtures/create-tag.json' with { type: 'json' }
import issueComment from './fixtures/issue-comment.json' with { type: 'json' }
import issueOpened from './fixtures/issue-opened.json' with { type: 'json' }
import pullRequestApproved from './fixtures/pull-request-approved.json' with { type: 'json' }
import pullRequestMerged from './fixtures/pull-request-merged.json' with { type: 'json' }
import pullRequestOpened from './fixtures/pull-request-opened.json' with { type: 'json' }
import push from './fixtures/push.json' with { type: 'json' }
import release from './fixtures/release.json' with { type: 'json' }

export const giteaFixtures: readonly Fixture[] = [
  createTag,
  issueComment,
  issueOpened,
  pullRequestApproved,
  pullRequestMerged,
  pullRequestOpened,
  push,
  release,
]
