import type { Fixture } from '../integration.ts'
import issueComment from './fixtures/issue-comment.json' with { type: 'json' }
import pullRequestOpened from './fixtures/pull-request-opened.json' with { type: 'json' }
import push from './fixtures/push.json' with { type: 'json' }
import release from './fixtures/release.json' with { type: 'json' }

export const forgejoFixtures: readonly Fixture[] = [issueComment, pullRequestOpened, push, release]
