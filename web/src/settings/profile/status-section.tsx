import { SmilePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import type { Emoji } from '../../chat/emoji/emoji-data.ts'
import { EmojiPicker } from '../../chat/emoji/emoji-picker.tsx'
import { PersonStatus } from '../../chat/people/person-status.tsx'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SavedCheck } from '../../ui/saved-check.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { SettingsSection } from '../settings-section.tsx'
import styles from './status-section.module.css'

const MAX_TEXT_LENGTH = 60

/** The user's status, visible to everybody. */
export function StatusSection() {
  const me = useChat((state) => state.me.userId)
  const status = useChat((state) => state.statuses.get(me))
  const [draft, setDraft] = useState<string>()
  const [picking, setPicking] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const submit = useSubmit()
  const text = draft ?? status?.status_text ?? ''

  async function store(change: ChatInput<'POST /users/me/status'>) {
    if (!(await submit.run(() => callChat('POST /users/me/status', change)))) return
    if (change.status_text !== undefined) setDraft(undefined)
    showToast(t.ui.saved)
  }
  function pick({ name, code, type }: Emoji) {
    setPicking(false)
    anchor.current?.querySelector('button')?.focus()
    void store({ emoji_name: name, emoji_code: code, reaction_type: type })
  }
  return (
    <SettingsSection title={t.settings.status.title} intro={t.settings.status.intro}>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          void store({ status_text: text.trim() })
        }}
      >
        <span ref={anchor} className={styles.emoji}>
          <IconButton
            label={t.settings.status.chooseEmoji}
            aria-haspopup="dialog"
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          >
            {status?.emoji_code ? <EmojiOf userId={me} /> : <SmilePlus />}
          </IconButton>
          {status?.emoji_code && (
            <IconButton label={t.settings.status.removeEmoji} onClick={() => void store({ emoji_name: '' })}>
              <X />
            </IconButton>
          )}
        </span>
        <div className={styles.text}>
          <TextField
            label={t.settings.status.text}
            hideLabel
            placeholder={t.settings.status.placeholder}
            maxLength={MAX_TEXT_LENGTH}
            value={text}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        <Button type="submit" busy={submit.busy} disabled={text.trim() === (status?.status_text ?? '')}>
          {t.settings.status.save}
        </Button>
      </form>
      {picking && (
        <Popover anchor={anchor} label={t.settings.status.chooseEmoji} onClose={() => setPicking(false)}>
          <EmojiPicker onPick={pick} />
        </Popover>
      )}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <SavedCheck
        label={t.settings.status.away}
        hint={t.settings.status.awayHint}
        checked={status?.away === true}
        save={async (away) => {
          await callChat('POST /users/me/status', { away })
          showToast(t.ui.saved)
        }}
      />
    </SettingsSection>
  )
}

function EmojiOf({ userId }: { userId: number }) {
  return (
    <span aria-hidden="true">
      <PersonStatus userId={userId} />
    </span>
  )
}
