import type { Fixture } from '../integration.ts'
import gitlabWorkflow from './fixtures/gitlab-workflow.json' with { type: 'json' }
import jobSucceeded from './fixtures/job-succeeded.json' with { type: 'json' }
import workflowFailed from './fixtures/workflow-failed.json' with { type: 'json' }

export const circleciFixtures: readonly Fixture[] = [gitlabWorkflow, jobSucceeded, workflowFailed]
