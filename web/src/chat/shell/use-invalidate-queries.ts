import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '../../ui/query-client.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { useWorkspace } from '../state/workspace.ts'

/** Events that say that something changed, but not how: it has to be fetched again. */
const keysByEvent: Readonly<Record<string, QueryKey | undefined>> = {
  attachment: chatKeys.attachments,
  invites_changed: chatKeys.invites,
  numbers_changed: chatKeys.numbers,
  realm_export: chatKeys.exports,
}

/** Events invalidate queries. A new event queue invalidates all: events were missed. */
export function useInvalidateQueries(): void {
  const queries = useQueryClient()
  const { listen, generation } = useWorkspace()
  useEffect(
    () =>
      listen(({ type }) => {
        const key = keysByEvent[type]
        if (key) void invalidate(queries, key)
      }),
    [queries, listen],
  )
  useEffect(() => generation.subscribe(() => void invalidate(queries)), [queries, generation])
}
