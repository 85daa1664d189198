import { indexMessages } from '../../../src/chat/messages/search-index/index-messages.ts'
import type { World } from '../../harness/world.ts'

/** What the server does now and then, when there is enough to do: now, whatever there is. */
export const indexEverything = (world: World) =>
  indexMessages(world.chat, { atLeast: 1, steps: Number.POSITIVE_INFINITY })
