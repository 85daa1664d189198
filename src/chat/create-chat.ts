import { auditDestinations } from '../platform/audit/forward-audit.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { RateLimiter } from '../platform/limits/rate-limiter.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import type { Chat } from './chat.ts'
import { chatContentKinds } from './chat-content-kinds.ts'
import type { ChatPlatform } from './chat-platform.ts'
import { createEvents } from './events/events.ts'
import { createHistory } from './history/history.ts'
import { serverItself } from './identity/audit/author.ts'
import { createIdentity } from './identity/identity.ts'
import { createMessages } from './messages/messages.ts'
import { createPeople } from './people/people.ts'
import { createStreams } from './streams/streams.ts'

export interface ChatParts extends Omit<ChatPlatform, 'contents' | 'transact' | 'follower' | 'outbox'> {
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  /** undefined: files are in the data folder or in the database */
  objects: ObjectStore | undefined
}

/** Assembles the product, from the platform up. */
export async function createChat({ openLimiter, objects, ...parts }: ChatParts): Promise<Chat> {
  const { config, clock, log, database, bus } = parts
  const outbox = createOutbox(parts)
  const transact = createTransact(database, bus, clock)
  const auditTo = auditDestinations(config.audit)
  const platform: ChatPlatform = {
    ...parts,
    contents: await openContents(database, clock, {
      product: 'chat',
      dataDir: config.dataDir,
      kinds: chatContentKinds,
      objects,
    }),
    transact: (realmId, work) =>
      transact(realmId, (transaction) =>
        work(Object.assign(transaction, { author: serverItself, now: clock.now(), auditTo })),
      ),
    follower: await followLog(database, bus, log, outbox.checkAll),
    outbox,
  }
  const identity = createIdentity(platform, openLimiter)
  const messages = createMessages(createStreams(createPeople(identity)))
  return createEvents(createHistory(messages))
}
