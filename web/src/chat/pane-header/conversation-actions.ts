import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type Narrow, termsOf } from '../state/narrow.ts'

/** Errors are shown as toasts: the state shows that nothing has changed. */
async function attempt(work: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await work()
    if (done) showToast(done)
  } catch (error) {
    showToast(messageOf(error), 'danger')
  }
}

const MAX_CONCURRENT = 5000

export function markNarrowRead(narrow: Narrow): Promise<void> {
  return attempt(() => {
    if (narrow.kind === 'all') return callChat('POST /mark_all_as_read', {})
    if (narrow.kind === 'stream') return callChat('POST /mark_stream_as_read', { stream_id: narrow.streamId })
    if (narrow.kind === 'topic') {
      return callChat('POST /mark_topic_as_read', { stream_id: narrow.streamId, topic_name: narrow.topic })
    }
    return markByTerms(narrow)
  }, t.topics.markedRead)
}

/** Private conversations have no call of their own: page by page, from the oldest unread one. */
async function markByTerms(narrow: Narrow): Promise<void> {
  let anchor: number | 'oldest' = 'oldest'
  for (;;) {
    const answer: ChatOutput<'POST /messages/flags/narrow'> = await callChat('POST /messages/flags/narrow', {
      anchor,
      include_anchor: anchor === 'oldest',
      num_before: 0,
      num_after: MAX_CONCURRENT,
      narrow: [...termsOf(narrow), { operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    })
    if (answer.found_newest || answer.last_processed_id === null) return
    anchor = answer.last_processed_id
  }
}

export function setTopicPolicy(streamId: number, topic: string, policy: 0 | 1 | 2 | 3): Promise<void> {
  const done = {
    0: t.topics.nowNormal,
    1: t.topics.nowMuted,
    2: t.topics.nowUnmuted,
    3: t.topics.nowFollowed,
  }
  return attempt(
    () => callChat('POST /user_topics', { stream_id: streamId, topic, visibility_policy: policy }),
    done[policy],
  )
}

export function subscribeTo(name: string): Promise<void> {
  return attempt(() => callChat('POST /users/me/subscriptions', { subscriptions: [{ name }] }))
}

export function copyLinkTo(hash: string): Promise<void> {
  return attempt(() => copyText(`${location.origin}/${hash}`), t.topics.linkCopied)
}
