import type { Fixture } from '../integration.ts'
import acknowledged from './fixtures/acknowledged.json' with { type: 'json' }
import closed from './fixtures/closed.json' with { type: 'json' }
import created from './fixtures/created.json' with { type: 'json' }
import note from './fixtures/note.json' with { type: 'json' }
import owner from './fixtures/owner.json' with { type: 'json' }
import tags from './fixtures/tags.json' with { type: 'json' }

export const opsgenieFixtures: readonly Fixture[] = [acknowledged, closed, created, note, owner, tags]
