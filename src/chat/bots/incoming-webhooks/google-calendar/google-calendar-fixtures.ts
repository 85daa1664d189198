import type { Fixture } from '../integration.ts'
import cancelled from './fixtures/cancelled.json' with { type: 'json' }
import changed from './fixtures/changed.json' with { type: 'json' }
import created from './fixtures/created.json' with { type: 'json' }

export const googleCalendarFixtures: readonly Fixture[] = [cancelled, changed, created]
