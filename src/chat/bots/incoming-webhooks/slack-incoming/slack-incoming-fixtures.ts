import type { Fixture } from '../integration.ts'
import attachments from './fixtures/attachments.json' with { type: 'json' }
import blocks from './fixtures/blocks.json' with { type: 'json' }
import richText from './fixtures/rich-text.json' with { type: 'json' }
import text from './fixtures/text.json' with { type: 'json' }

export const slackIncomingFixtures: readonly Fixture[] = [attachments, blocks, richText, text]
