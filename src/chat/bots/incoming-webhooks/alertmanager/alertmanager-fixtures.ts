import type { Fixture } from '../integration.ts'
import firing from './fixtures/firing.json' with { type: 'json' }
import resolved from './fixtures/resolved.json' with { type: 'json' }
import topicByLabel from './fixtures/topic-by-label.json' with { type: 'json' }

export const alertmanagerFixtures: readonly Fixture[] = [firing, resolved, topicByLabel]
