import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import {
  bytesOf,
  CONTENT_LIMIT,
  type MissingPart,
  whatIsMissing,
  whyForbidden,
} from '../destination/posting-problem.ts'
import { type Composer, type Composition, useComposition } from '../drafts/composer.ts'
import { describeTime } from '../scheduled/delivery-times.ts'
import { scheduleMessage } from '../scheduled/schedule-message.ts'
import type { Conversation } from '../state/conversation.ts'
import { isShownIn, type Narrow } from '../state/narrow.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'

interface SendingOptions {
  composer: Composer
  narrow: Narrow
  /** false: the page shows no messages, whatever the narrow. */
  showsMessages: boolean
  isUploading: () => boolean
  focus: (part: MissingPart) => void
  onSent: () => void
}

const isSame = (one: Composition, other: Composition) =>
  one.destination === other.destination && one.content === other.content

export function useSending(options: SendingOptions) {
  const { composer, narrow, showsMessages, isUploading, focus, onSent } = options
  const { state, messages } = useWorkspace()
  const composition = useComposition(composer)
  const forbidden = useChat((known) => whyForbidden(known, composition.destination))
  const [complaint, setComplaint] = useState<{ about: Composition; text: string }>()
  /** `number` distinguishes one notice from the next. */
  const [elsewhere, setElsewhere] = useState<{ conversation: Conversation; number: number }>()

  /** Shows what is missing, and moves the focus there. */
  function isReady(): boolean {
    const about = composer.store.get()
    const complain = (text: string, part: MissingPart) => {
      setComplaint({ about, text })
      focus(part)
      return false
    }
    if (whyForbidden(state.get(), about.destination)) return false
    const missing = whatIsMissing(state.get(), about.destination, about.content)
    if (missing) return complain(missing.text, missing.part)
    const bytes = bytesOf(about.content)
    if (bytes > CONTENT_LIMIT) return complain(t.compose.tooLong(bytes, CONTENT_LIMIT), 'content')
    if (isUploading()) return complain(t.compose.waitForUploads, 'content')
    const isLeftOut = about.destination.kind === 'stream' && about.destination.topic.trim() === ''
    const text = t.compose.topicLeftOut
    const isMeant = complaint?.text === text && isSame(complaint.about, about)
    return isLeftOut && !isMeant ? complain(text, 'topic') : true
  }
  function send(): void {
    if (!isReady()) return
    const conversation = composer.send()
    const isElsewhere = conversation !== undefined && !(showsMessages && isShownIn(narrow, conversation))
    // The end, which may not be loaded: there it appears.
    if (conversation && !isElsewhere) void messages.open(narrow, 'newest')
    setElsewhere((last) => (isElsewhere ? { conversation, number: (last?.number ?? 0) + 1 } : undefined))
    onSent()
    focus('content')
  }
  async function schedule(at: Date): Promise<void> {
    const conversation = composer.where()
    if (!conversation) return
    await scheduleMessage(conversation, composer.store.get().content.trimEnd(), at)
    composer.clear()
    onSent()
    showToast(t.compose.scheduledFor(describeTime(at)))
  }
  return {
    forbidden,
    // It belongs to the text as it was, and disappears with the first change.
    complaint: complaint && isSame(complaint.about, composition) ? complaint.text : undefined,
    elsewhere,
    forgetElsewhere: () => setElsewhere(undefined),
    isReady,
    send,
    schedule,
  }
}
