import type { ClientEvent } from '../../http/client-event.ts'
import { markAsReadEvent } from '../../texting/mark-as-read-event.ts'

import type { EventChannels } from '../event-channels.ts'

/** Everything that a client may send besides `authenticate`. */
export const clientEvents: readonly ClientEvent<EventChannels>[] = [markAsReadEvent]
