import type { Fixture } from '../integration.ts'
import checkRun from './fixtures/check-run.json' with { type: 'json' }
import checkSuite from './fixtures/check-suite.json' with { type: 'json' }
import commitComment from './fixtures/commit-comment.json' with { type: 'json' }
import create from './fixtures/create.json' with { type: 'json' }
import deleteEvent from './fixtures/delete.json' with { type: 'json' }
import deployment from './fixtures/deployment.json' with { type: 'json' }
import deploymentStatus from './fixtures/deployment-status.json' with { type: 'json' }
import discussion from './fixtures/discussion.json' with { type: 'json' }
import discussionComment from './fixtures/discussion-comment.json' with { type: 'json' }
import fork from './fixtures/fork.json' with { type: 'json' }
import issueAssigned from './fixtures/issue-assigned.json' with { type: 'json' }
import issueClosed from './fixtures/issue-closed.json' with { type: 'json' }
import issueComment from './fixtures/issue-comment.json' with { type: 'json' }
import issueMilestoned from './fixtures/issue-milestoned.json' with { type: 'json' }
import issueOpened from './fixtures/issue-opened.json' with { type: 'json' }
import member from './fixtures/member.json' with { type: 'json' }
import ping from './fixtures/ping.json' with { type: 'json' }
import pullRequestChangesRequested from './fixtures/pull-request-changes-requested.json' with { type: 'json' }
import pullRequestClosed from './fixtures/pull-request-closed.json' with { type: 'json' }
import pullRequestComment from './fixtures/pull-request-comment.json' with { type: 'json' }
import pullRequestLabeled from './fixtures/pull-request-labeled.json' with { type: 'json' }
import pullRequestMerged from './fixtures/pull-request-merged.json' with { type: 'json' }
import pullRequestOpened from './fixtures/pull-request-opened.json' with { type: 'json' }
import pullRequestReady from './fixtures/pull-request-ready.json' with { type: 'json' }
import pullRequestRetitled from './fixtures/pull-request-retitled.json' with { type: 'json' }
import pullRequestReview from './fixtures/pull-request-review.json' with { type: 'json' }
import pullRequestReviewComment from './fixtures/pull-request-review-comment.json' with { type: 'json' }
import pullRequestReviewRequested from './fixtures/pull-request-review-requested.json' with { type: 'json' }
import pullRequestSynchronize from './fixtures/pull-request-synchronize.json' with { type: 'json' }
import push from './fixtures/push.json' with { type: 'json' }
import pushDeletedBranch from './fixtures/push-deleted-branch.json' with { type: 'json' }
import pushForce from './fixtures/push-force.json' with { type: 'json' }
import pushNewBranch from './fixtures/push-new-branch.json' with { type: 'json' }
import pushTag from './fixtures/push-tag.json' with { type: 'json' }
import release from './fixtures/release.json' with { type: 'json' }
import repositoryRenamed from './fixtures/repository-renamed.json' with { type: 'json' }
import star from './fixtures/star.json' with { type: 'json' }
import status from './fixtures/status.json' with { type: 'json' }
import workflowRun from './fixtures/workflow-run.json' with { type: 'json' }

export const githubFixtures: readonly Fixture[] = [
  checkRun,
  checkSuite,
  commitComment,
  create,
  deleteEvent,
  deployment,
  deploymentStatus,
  discussion,
  discussionComment,
  fork,
  issueAssigned,
  issueClosed,
  issueComment,
  issueMilestoned,
  issueOpened,
  member,
  ping,
  pullRequestChangesRequested,
  pullRequestClosed,
  pullRequestComment,
  pullRequestLabeled,
  pullRequestMerged,
  pullRequestOpened,
  pullRequestReady,
  pullRequestRetitled,
  pullRequestReview,
  pullRequestReviewComment,
  pullRequestReviewRequested,
  pullRequestSynchronize,
  push,
  pushDeletedBranch,
  pushForce,
  pushNewBranch,
  pushTag,
  release,
  repositoryRenamed,
  star,
  status,
  workflowRun,
]
