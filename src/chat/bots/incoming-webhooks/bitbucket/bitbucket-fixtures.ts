import type { Fixture } from '../integration.ts'
import buildFailed from './fixtures/build-failed.json' with { type: 'json' }
import issueComment from './fixtures/issue-comment.json' with { type: 'json' }
import issueCreated from './fixtures/issue-created.json' with { type: 'json' }
import pullRequestApproved from './fixtures/pull-request-approved.json' with { type: 'json' }
import pullRequestComment from './fixtures/pull-request-comment.json' with { type: 'json' }
import pullRequestCreated from './fixtures/pull-request-created.json' with { type: 'json' }
import pullRequestMerged from './fixtures/pull-request-merged.json' with { type: 'json' }
import push from './fixtures/push.json' with { type: 'json' }
import pushDeletedTag from './fixtures/push-deleted-tag.json' with { type: 'json' }
import pushNewBranch from './fixtures/push-new-branch.json' with { type: 'json' }
import serverComment from './fixtures/server-comment.json' with { type: 'json' }
import serverPullRequestNeedsWork from './fixtures/server-pull-request-needs-work.json' with { type: 'json' }
import serverPullRequestOpened from './fixtures/server-pull-request-opened.json' with { type: 'json' }
import serverPush from './fixtures/server-push.json' with { type: 'json' }

export const bitbucketFixtures: readonly Fixture[] = [
  buildFailed,
  issueComment,
  issueCreated,
  pullRequestApproved,
  pullRequestComment,
  pullRequestCreated,
  pullRequestMerged,
  push,
  pushDeletedTag,
  pushNewBranch,
  serverComment,
  serverPullRequestNeedsWork,
  serverPullRequestOpened,
  serverPush,
]
