import type { Fixture } from '../integration.ts'
import message from './fixtures/message.json' with { type: 'json' }
import wholePayload from './fixtures/whole-payload.json' with { type: 'json' }

export const jsonFixtures: readonly Fixture[] = [message, wholePayload]
