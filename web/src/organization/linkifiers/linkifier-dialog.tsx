import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Linkifier } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'

export function LinkifierDialog({
  linkifier,
  onClose,
}: {
  linkifier: Linkifier | undefined
  onClose: () => void
}) {
  const [pattern, setPattern] = useState(linkifier?.pattern ?? '')
  const [url, setUrl] = useState(linkifier?.url_template ?? '')
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.linkifiers
  async function save(event: FormEvent) {
    event.preventDefault()
    const input = { pattern, url_template: url }
    const done = await submit.run(() =>
      linkifier
        ? callChat('PATCH /realm/filters/{filter_id}', { filter_id: linkifier.id, ...input })
        : callChat('POST /realm/filters', input),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={linkifier ? texts.editTitle : texts.create}
      onClose={onClose}
      actions={
        <FormActions
          form={form}
          submit={linkifier ? t.ui.save : t.ui.create}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.pattern}
          hint={texts.patternHint}
          placeholder="#(?P<id>[0-9]+)"
          required
          maxLength={500}
          spellCheck={false}
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
        />
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          placeholder="https://example.com/tickets/{id}"
          required
          maxLength={1000}
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}
