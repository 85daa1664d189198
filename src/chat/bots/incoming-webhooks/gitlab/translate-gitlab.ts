import type { Integration } from '../integration.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import { translateIssue, translateNote } from './gitlab-issue.ts'
import { translateMergeRequest } from './gitlab-merge-request.ts'
import { translateJob, translatePipeline } from './gitlab-pipeline.ts'
import { translateRelease, translateWikiPage } from './gitlab-project.ts'
import { translatePush, translateTagPush } from './gitlab-push.ts'

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  summary: 'Pushes, merge requests, issues, comments, pipelines, wiki pages and releases of a project.',
  setup: [
    'In GitLab, open **Settings** of the project or group, then **Webhooks**, and choose **Add new webhook**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Leave **Secret token** empty, and under **Trigger** choose the events that you want messages for.',
    'Choose **Add webhook**. To send an example of an event, choose **Test** in the list of webhooks.',
  ],
  excludeExample: ['Merge Request Hook.update', 'Job Hook'],
  options: ['only_events', 'exclude_events', 'branches'],
  ...translateByEvent({
    displayName: 'GitLab',
    eventOf: (_payload, context) => eventHeader('X-Gitlab-Event', context),
    actionOf: (payload) => payload.optionalText('object_attributes.action'),
    translations: {
      'Push Hook': translatePush,
      'Tag Push Hook': translateTagPush,
      'Merge Request Hook': translateMergeRequest,
      'Issue Hook': translateIssue,
      'Confidential Issue Hook': translateIssue,
      'Note Hook': translateNote,
      'Confidential Note Hook': translateNote,
      'Pipeline Hook': translatePipeline,
      'Job Hook': translateJob,
      'Build Hook': translateJob,
      'Wiki Page Hook': translateWikiPage,
      'Release Hook': translateRelease,
    },
  }),
  fixtures: async () => (await import('./gitlab-fixtures.ts')).gitlabFixtures,
}
