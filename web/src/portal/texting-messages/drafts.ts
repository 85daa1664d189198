import { newRetryKey } from '@switchboard/client'
import type { File as StoredFile } from '@switchboard/client/telephony'
import { useSyncExternalStore } from 'react'

export interface Attachment {
  key: string
  name: string
  /** from 0 to 1, while it is being uploaded */
  progress: number
  stored?: StoredFile
  error?: string
}

export interface Draft {
  text: string
  attachments: readonly Attachment[]
  /** Sent with it, so that retries send the same draft only once. */
  retryKey: string
}

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function draftOf(conversationId: string): Draft {
  const known = drafts.get(conversationId)
  if (known) return known
  const empty = { text: '', attachments: [], retryKey: newRetryKey() }
  drafts.set(conversationId, empty)
  return empty
}

/** Another content is another text, so it gets another key. */
export function changeDraft(
  conversationId: string,
  change: (draft: Draft) => Partial<Omit<Draft, 'retryKey'>>,
): void {
  const draft = draftOf(conversationId)
  drafts.set(conversationId, { ...draft, ...change(draft), retryKey: newRetryKey() })
  for (const listener of listeners) listener()
}

export function changeAttachment(
  conversationId: string,
  key: string,
  change: Partial<Omit<Attachment, 'key'>>,
): void {
  changeDraft(conversationId, ({ attachments }) => ({
    attachments: attachments.map((one) => (one.key === key ? { ...one, ...change } : one)),
  }))
}

/** Drafts survive switching between conversations and sections. */
export function useDraft(conversationId: string): Draft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => draftOf(conversationId),
  )
}
