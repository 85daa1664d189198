import { type RefObject, useEffect, useState } from 'react'
import type { DestinationInputs } from '../destination/destination-fields.tsx'
import { type MissingPart, whatIsMissing } from '../destination/posting-problem.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { useWorkspace } from '../state/workspace.ts'
import { useComposeRequests } from './compose-request.ts'
import type { Composer } from './composer.ts'
import { insertText } from './text-edit.ts'

interface Parts extends DestinationInputs {
  area: RefObject<HTMLTextAreaElement | null>
}

/** What other parts of the app and the keyboard ask of the box. Fields appear first, and then get the focus. */
export function useComposeOpeners(composer: Composer, parts: Parts) {
  const { state } = useWorkspace()
  const [wish, setWish] = useState<{ part: MissingPart; insert?: string | undefined }>()

  function focus(part: MissingPart, insert?: string): void {
    if (part !== 'content') composer.choose(true)
    setWish({ part, insert })
  }
  function firstToFill(): MissingPart {
    const { destination } = composer.store.get()
    if (destination.kind === 'stream' && destination.streamId !== undefined && destination.topic === '')
      return 'topic'
    return whatIsMissing(state.get(), destination, '')?.part ?? 'content'
  }
  const chooseDirect = () => composer.goTo({ kind: 'direct', userIds: [] }, true)

  useComposeRequests(({ conversation, insert, direct }) => {
    if (direct) chooseDirect()
    else composer.open(conversation)
    focus(firstToFill(), insert)
  })
  useCommand('compose', () => {
    composer.open()
    focus(firstToFill())
  })
  useCommand('composeDirect', () => {
    chooseDirect()
    focus('people')
  })

  const { area, stream, topic, people } = parts
  useEffect(() => {
    if (!wish) return
    setWish(undefined)
    const field = { content: area, stream, topic, people }[wish.part].current
    if (wish.insert === undefined) field?.focus()
    else insertText(area.current, wish.insert)
  }, [wish, area, stream, topic, people])
  return focus
}
