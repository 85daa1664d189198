import type { Fixture } from '../integration.ts'
import comment from './fixtures/comment.json' with { type: 'json' }
import errorCreated from './fixtures/error-created.json' with { type: 'json' }
import eventAlert from './fixtures/event-alert.json' with { type: 'json' }
import installation from './fixtures/installation.json' with { type: 'json' }
import issueArchived from './fixtures/issue-archived.json' with { type: 'json' }
import issueAssigned from './fixtures/issue-assigned.json' with { type: 'json' }
import issueCreated from './fixtures/issue-created.json' with { type: 'json' }
import issueResolved from './fixtures/issue-resolved.json' with { type: 'json' }
import metricAlert from './fixtures/metric-alert.json' with { type: 'json' }
import plugin from './fixtures/plugin.json' with { type: 'json' }

export const sentryFixtures: readonly Fixture[] = [
  comment,
  errorCreated,
  eventAlert,
  installation,
  issueArchived,
  issueAssigned,
  issueCreated,
  issueResolved,
  metricAlert,
  plugin,
]
