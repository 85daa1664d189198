import type { Fixture } from '../integration.ts'
import failed from './fixtures/failed.json' with { type: 'json' }
import started from './fixtures/started.json' with { type: 'json' }
import succeeded from './fixtures/succeeded.json' with { type: 'json' }

export const jenkinsFixtures: readonly Fixture[] = [failed, started, succeeded]
