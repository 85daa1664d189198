import type { Fixture } from '../integration.ts'
import alerts from './fixtures/alerts.json' with { type: 'json' }
import legacyAlerting from './fixtures/legacy-alerting.json' with { type: 'json' }
import legacyOk from './fixtures/legacy-ok.json' with { type: 'json' }
import resolved from './fixtures/resolved.json' with { type: 'json' }

export const grafanaFixtures: readonly Fixture[] = [alerts, legacyAlerting, legacyOk, resolved]
