import { ApiError } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { insertText } from '../completion/text-edit.ts'
import { EmojiButton } from '../compose/emoji-button.tsx'
import { FormatRow } from '../compose/format-toolbar.tsx'
import { MessageText } from '../compose/message-text.tsx'
import { useTextKeys } from '../compose/use-text-keys.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { conversationOf } from '../state/conversation.ts'
import { destinationOfConversation } from '../state/destination.ts'
import { useWorkspace } from '../state/workspace.ts'
import styles from './message-editor.module.css'
import { canEditContent, canEditTopic } from './message-permissions.ts'

/** Replaces a message while it is edited. The Markdown is fetched: the message list holds HTML. */
export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const raw = useQuery({
    queryKey: chatKeys.message(message.id),
    queryFn: ({ signal }) => callChat('GET /messages/{message_id}', { message_id: message.id }, { signal }),
  })
  if (raw.error !== null) return <ErrorState error={raw.error} onRetry={raw.refetch} />
  if (!raw.data) return <LoadingState />
  return <EditorForm message={message} content={raw.data.raw_content} onDone={onDone} />
}

function EditorForm({ message, content, onDone }: { message: Message; content: string; onDone: () => void }) {
  const state = useWorkspace().state.get()
  const mayEditContent = canEditContent(state, message, Date.now())
  const mayEditTopic = canEditTopic(state, message, Date.now())
  const [text, setText] = useState(content)
  /** the content that saving replaces */
  const [base, setBase] = useState(content)
  const [isOutdated, setOutdated] = useState(false)
  const [topic, setTopic] = useState(message.subject)
  const [mode, setMode] = useState('change_one')
  const [isPreview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.setSelectionRange(content.length, content.length), [content])
  const submit = useSubmit()
  const movesTopic = mayEditTopic && topic.trim() !== message.subject
  const changesContent = mayEditContent && text !== base

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (!movesTopic && !changesContent) return onDone()
    const saved = await submit.run(async () => {
      const change = {
        message_id: message.id,
        ...(changesContent && { content: text, ...(await previousHash(base)) }),
        ...(movesTopic && { topic: topic.trim(), propagate_mode: mode }),
      }
      await callChat('PATCH /messages/{message_id}', change).catch(async (error) => {
        if (error instanceof ApiError && error.code === 'EXPECTATION_MISMATCH') await showNewest()
        throw error
      })
    })
    if (saved) onDone()
  }
  async function showNewest() {
    const { raw_content: newest } = await callChat('GET /messages/{message_id}', { message_id: message.id })
    setBase(newest)
    setOutdated(true)
  }
  const onKey = useTextKeys(() => void save())
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    if (isPreview) setPreview(false)
    else onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      {mayEditContent && (
        <div className={styles.content}>
          <MessageText
            label={t.actions.content}
            isPreview={isPreview}
            area={area}
            autoFocus
            value={text}
            onWrite={setText}
            destination={destinationOfConversation(conversationOf(message, state.me.userId))}
            onKey={onKey}
          />
          <FormatRow {...{ area, isPreview }} onPreview={setPreview}>
            <EmojiButton onPick={(emoji) => insertText(area.current, emoji)} disabled={isPreview} />
          </FormatRow>
        </div>
      )}
      {mayEditTopic && (
        <TextField
          label={t.actions.topic}
          maxLength={60}
          value={topic}
          onChange={(event) => setTopic(event.target.value)}
        />
      )}
      {movesTopic && (
        <SelectField
          label={t.actions.alsoMove}
          value={mode}
          onChange={(event) => setMode(event.target.value)}
        >
          <option value="change_one">{t.actions.moveOne}</option>
          <option value="change_later">{t.actions.moveLater}</option>
          <option value="change_all">{t.actions.moveAll}</option>
        </SelectField>
      )}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {isOutdated && text !== base && (
        <section className={styles.newest} aria-label={t.actions.newestVersion}>
          <p>{t.actions.changedMeanwhile}</p>
          <blockquote>{base}</blockquote>
          <p>{t.actions.replaceNewest}</p>
          <Button size="small" onClick={() => setText(base)}>
            {t.actions.takeNewest}
          </Button>
        </section>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small" busy={submit.busy}>
          {t.ui.save}
        </Button>
        <Button size="small" onClick={onDone}>
          {t.ui.cancel}
        </Button>
      </div>
    </form>
  )
}

/** So that no change of somebody else is overwritten. Browsers calculate it only on pages that nobody could alter. */
async function previousHash(content: string): Promise<{ prev_content_sha256?: string }> {
  if (!window.isSecureContext) return {}
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))
  return { prev_content_sha256: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
