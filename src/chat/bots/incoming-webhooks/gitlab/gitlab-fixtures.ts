import type { Fixture } from '../integration.ts'
import issueClosed from './fixtures/issue-closed.json' with { type: 'json' }
import issueLabels from './fixtures/issue-labels.json' with { type: 'json' }
import issueOpened from './fixtures/issue-opened.json' with { type: 'json' }
import job from './fixtures/job.json' with { type: 'json' }
import mergeRequestApproved from './fixtures/merge-request-approved.json' with { type: 'json' }
import mergeRequestAssigned from './fixtures/merge-request-assigned.json' with { type: 'json' }
import mergeRequestCommits from './fixtures/merge-request-commits.json' with { type: 'json' }
import mergeRequestMerged from './fixtures/merge-request-merged.json' with { type: 'json' }
import mergeRequestOpened from './fixtures/merge-request-opened.json' with { type: 'json' }
import noteCommit from './fixtures/note-commit.json' with { type: 'json' }
import noteIssue from './fixtures/note-issue.json' with { type: 'json' }
import noteMergeRequest from './fixtures/note-merge-request.json' with { type: 'json' }
import pipelineFailed from './fixtures/pipeline-failed.json' with { type: 'json' }
import push from './fixtures/push.json' with { type: 'json' }
import pushDeletedBranch from './fixtures/push-deleted-branch.json' with { type: 'json' }
import pushNewBranch from './fixtures/push-new-branch.json' with { type: 'json' }
import release from './fixtures/release.json' with { type: 'json' }
import tagPush from './fixtures/tag-push.json' with { type: 'json' }
import wikiPage from './fixtures/wiki-page.json' with { type: 'json' }

export const gitlabFixtures: readonly Fixture[] = [
  issueClosed,
  issueLabels,
  issueOpened,
  job,
  mergeRequestApproved,
  mergeRequestAssigned,
  mergeRequestCommits,
  mergeRequestMerged,
  mergeRequestOpened,
  noteCommit,
  noteIssue,
  noteMergeRequest,
  pipelineFailed,
  push,
  pushDeletedBranch,
  pushNewBranch,
  release,
  tagPush,
  wikiPage,
]
