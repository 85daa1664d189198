import type { Integration } from '../integration.ts'
import { translateByEvent } from '../translate-by-event.ts'
import { translateComment, translateCreated, translateDeleted, translateUpdated } from './jira-issue.ts'
import { translateSprint, translateVersion } from './jira-planning.ts'

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  summary: 'Issues with their changes and comments, sprints and versions.',
  setup: [
    'As an administrator of Jira, open **System**, then **WebHooks**, and choose **Create a WebHook**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the events of issues, comments, sprints and versions that you want messages for; a JQL query can limit them to some projects. Comments have their own events, so choose these as well.',
    'Leave **Exclude body** off, and choose **Create**.',
  ],
  excludeExample: ['comment_*'],
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'Jira',
    eventOf: (payload) => payload.text('webhookEvent'),
    translations: {
      'jira:issue_created': translateCreated,
      'jira:issue_updated': translateUpdated,
      'jira:issue_deleted': translateDeleted,
      comment_created: translateComment('commented on'),
      comment_updated: translateComment('edited a comment on'),
      comment_deleted: translateComment('deleted a comment on'),
      sprint_created: translateSprint('created'),
      sprint_started: translateSprint('started'),
      sprint_closed: translateSprint('closed'),
      'jira:version_created': translateVersion('created'),
      'jira:version_released': translateVersion('released'),
    },
  }),
  fixtures: async () => (await import('./jira-fixtures.ts')).jiraFixtures,
}
