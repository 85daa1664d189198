import type { Fixture } from '../integration.ts'
import message from './fixtures/message.json' with { type: 'json' }
import withoutTopic from './fixtures/without-topic.json' with { type: 'json' }

export const zapierFixtures: readonly Fixture[] = [message, withoutTopic]
