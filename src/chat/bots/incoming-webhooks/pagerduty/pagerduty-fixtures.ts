import type { Fixture } from '../integration.ts'
import incidentAcknowledged from './fixtures/incident-acknowledged.json' with { type: 'json' }
import incidentAnnotated from './fixtures/incident-annotated.json' with { type: 'json' }
import incidentPriority from './fixtures/incident-priority.json' with { type: 'json' }
import incidentReassigned from './fixtures/incident-reassigned.json' with { type: 'json' }
import incidentResolved from './fixtures/incident-resolved.json' with { type: 'json' }
import incidentResponder from './fixtures/incident-responder.json' with { type: 'json' }
import incidentStatusUpdate from './fixtures/incident-status-update.json' with { type: 'json' }
import incidentTriggered from './fixtures/incident-triggered.json' with { type: 'json' }
import ping from './fixtures/ping.json' with { type: 'json' }
import v2Messages from './fixtures/v2-messages.json' with { type: 'json' }

export const pagerdutyFixtures: readonly Fixture[] = [
  incidentAcknowledged,
  incidentAnnotated,
  incidentPriority,
  incidentReassigned,
  incidentResolved,
  incidentResponder,
  incidentStatusUpdate,
  incidentTriggered,
  ping,
  v2Messages,
]
