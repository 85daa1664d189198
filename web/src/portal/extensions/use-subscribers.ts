import { useState } from 'react'
import type { Extension } from '../../../generated/telephony-api.ts'
import { usePortalEvents } from '../shell/portal-context.ts'

export type Subscriber = Extension['subscriber']

interface SubscriberEvent {
  extension_id: string
  number: number
  state: string
  call_status: string
}

/** What the phones do, as it happens: newer than what was fetched with the extensions. */
export function useSubscribers({ onMissed }: { onMissed: () => void }) {
  const [heard, setHeard] = useState<ReadonlyMap<string, Subscriber>>(new Map())
  const [last, setLast] = useState<SubscriberEvent>()
  usePortalEvents(({ name, payload }) => {
    if (name === 'events.missed') {
      setHeard(new Map())
      onMissed()
    }
    if (name !== 'extension.subscriber.updated') return
    const event = payload as SubscriberEvent
    setHeard((before) => new Map(before).set(event.extension_id, event))
    setLast(event)
  })
  return { last, subscriberOf: ({ _id, subscriber }: Extension) => heard.get(_id) ?? subscriber }
}
