import { applyToMessages } from '../state/apply-to-messages.ts'
import { emptyList, type MessageList } from '../state/message-list.ts'
import { createMessages, type Messages } from '../state/messages.ts'
import { matchesNarrow, type Narrow, narrowKey } from '../state/narrow.ts'
import { createOutbox } from '../state/outbox.ts'
import { createStore } from '../state/store.ts'
import type { Workspace } from '../state/workspace.ts'
import { openStoredChat, type StoredList } from './stored-chat.ts'

/**
 * The chat as the last visit left it, to be read without a connection. Messages that are written in it wait in the
 * outbox, and drafts in the browser, until the chat is live again. undefined: nothing is stored.
 */
export async function openStoredWorkspace(): Promise<Workspace | undefined> {
  const stored = await openStoredChat()
  const known = await stored.readState()
  if (!known) {
    await stored.delete()
    return undefined
  }
  const { settings } = known.state
  // The drafts of the server are merged when it is there.
  const state = { ...known.state, settings: { ...settings, enable_drafts_synchronization: false } }
  const outbox = createOutbox(state.me.userId, () => undefined, true)
  outbox.resume()
  return {
    state: createStore(state),
    messages: storedMessages(await stored.readLists(), state.me.userId),
    outbox,
    // What is read now is still unread for the server.
    reading: { markRead() {} },
    connection: createStore<'online' | 'offline'>('offline'),
    storedAt: known.storedAt,
    generation: createStore(0),
    listen: () => () => undefined,
    stop: outbox.stop,
  }
}

/** Lists that end where the copy ends. */
function storedMessages(lists: readonly StoredList[], me: number): Messages {
  const messages: Messages = createMessages(
    () => me,
    (event) => applyToMessages(messages, event, me),
  )
  for (const { key, narrow, foundOldest, messages: newest } of lists) {
    const ids = messages.store(newest)
    messages.put({ ...emptyList(key, narrow), ids, foundOldest, foundNewest: true, loading: undefined })
  }

  /** A conversation that was not opened may have messages in a view that was. */
  function find(narrow: Narrow): MessageList | undefined {
    const known = messages.list(narrowKey(narrow))
    if (known) return known
    const isPart = (id: number) => matchesNarrow(narrow, messages.get(id)!, me) === true
    const parts = messages.lists().map(({ ids }) => ids.filter(isPart))
    const ids = parts.sort((one, other) => other.length - one.length)[0] ?? []
    if (ids.length === 0) return undefined
    return { ...emptyList(narrowKey(narrow), narrow), ids, foundNewest: true, loading: undefined }
  }

  return {
    ...messages,
    async open(narrow, near) {
      const list = find(narrow)
      if (!list) {
        const error = new Error('Not stored')
        messages.put({ ...emptyList(narrowKey(narrow), narrow), loading: undefined, error })
        return
      }
      const firstUnread = list.ids.find((id) => messages.get(id)?.flags.includes('read') === false)
      const wanted = typeof near === 'number' && list.ids.includes(near) ? near : firstUnread
      const anchor = wanted === undefined ? undefined : { id: wanted }
      messages.put({ ...list, opened: list.opened + 1, anchor, firstUnread })
    },
    async loadMore() {},
  }
}
