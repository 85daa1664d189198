import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { type Narrow, termsOf } from '../narrows/narrow.ts'
import { beginningOf, typedDay } from '../search/search-date.ts'
import { openHash, useNarrowHash } from '../shell/route.ts'

/** Asks for a day, and opens the narrow at its first message. */
export function JumpToDate({ narrow, onClose }: { narrow: Narrow; onClose: () => void }) {
  const formId = useId()
  const hashOf = useNarrowHash()
  const [day, setDay] = useState('')
  const { busy, error, run } = useSubmit()
  const since = beginningOf(day)
  async function jump() {
    const { messages } = await callChat('GET /messages', {
      narrow: termsOf(narrow),
      anchor: 'date',
      anchor_date: since!,
      num_before: 1,
      num_after: 0,
    })
    // After the newest message, its last is the nearest one.
    const nearest = messages.at(-1)
    if (nearest) openHash(hashOf(narrow, nearest.id))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (since !== undefined && (await run(jump))) onClose()
  }
  return (
    <Dialog
      title={t.topics.jumpToDate}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.topics.jump}
          busy={busy}
          disabled={since === undefined}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.topics.date}
          type="date"
          required
          autoFocus
          max={typedDay(new Date())}
          value={day}
          error={error === undefined ? undefined : messageOf(error)}
          onChange={(event) => setDay(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
