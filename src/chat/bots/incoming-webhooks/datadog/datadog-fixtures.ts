import type { Fixture } from '../integration.ts'
import recovered from './fixtures/recovered.json' with { type: 'json' }
import standardPayload from './fixtures/standard-payload.json' with { type: 'json' }
import triggered from './fixtures/triggered.json' with { type: 'json' }

export const datadogFixtures: readonly Fixture[] = [recovered, standardPayload, triggered]
