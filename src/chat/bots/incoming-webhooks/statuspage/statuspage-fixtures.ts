import type { Fixture } from '../integration.ts'
import component from './fixtures/component.json' with { type: 'json' }
import incident from './fixtures/incident.json' with { type: 'json' }
import resolved from './fixtures/resolved.json' with { type: 'json' }

export const statuspageFixtures: readonly Fixture[] = [component, incident, resolved]
