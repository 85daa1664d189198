import { useEffect, useRef } from 'react'

/** The commands that have keys. The component that owns a command registers its handler. */
export type CommandName =
  | 'help'
  | 'search'
  | 'switchPlace'
  | 'compose'
  | 'composeDirect'
  | 'replyToSelected'
  | 'quoteSelected'
  | 'editSelected'
  | 'starSelected'
  | 'reactToSelected'
  | 'deleteSelected'
  | 'historyOfSelected'
  | 'copyLinkToSelected'
  | 'nextMessage'
  | 'previousMessage'
  | 'firstMessage'
  | 'lastMessage'
  | 'nextUnreadConversation'
  | 'narrowToTopic'
  | 'narrowToStream'
  | 'inbox'
  | 'allMessages'
  | 'directMessages'
  | 'mentions'
  | 'starredMessages'
  | 'muteTopic'
  | 'markConversationRead'
  | 'filterStreams'
  | 'filterPeople'
  | 'browseStreams'
  | 'settings'

const handlers = new Map<CommandName, (() => void)[]>()

/** Registers a handler while the component is mounted. The latest handler wins. */
export function useCommand(name: CommandName, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const handler = () => latest.current()
    handlers.set(name, [...(handlers.get(name) ?? []), handler])
    return () => {
      handlers.set(
        name,
        (handlers.get(name) ?? []).filter((one) => one !== handler),
      )
    }
  }, [name])
}

/** Returns whether a handler ran. */
export function runCommand(name: CommandName): boolean {
  const handler = handlers.get(name)?.at(-1)
  handler?.()
  return handler !== undefined
}
