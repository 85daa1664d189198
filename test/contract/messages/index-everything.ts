import { indexMessages } from '../../../src/chat/messages/search-index/index-messages.ts'
import type { World } from '../../harness/world.ts'

/** Runs now what the server does when enough messages are waiting. */
export const indexEverything = (world: World) =>
  indexMessages(world.chat, { atLeast: 1, steps: Number.POSITIVE_INFINITY })
