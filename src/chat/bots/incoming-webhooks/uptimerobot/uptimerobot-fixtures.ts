import type { Fixture } from '../integration.ts'
import down from './fixtures/down.json' with { type: 'json' }
import sslExpiry from './fixtures/ssl-expiry.json' with { type: 'json' }
import up from './fixtures/up.json' with { type: 'json' }

export const uptimerobotFixtures: readonly Fixture[] = [down, sslExpiry, up]
