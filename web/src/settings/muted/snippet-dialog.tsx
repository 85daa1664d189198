import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { SavedSnippet } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { FormStack } from '../settings-section.tsx'

/** `snippet` undefined: a new one. */
export function SnippetDialog({
  snippet,
  onClose,
}: {
  snippet: SavedSnippet | undefined
  onClose: () => void
}) {
  const id = useId()
  const [title, setTitle] = useState(snippet?.title ?? '')
  const [content, setContent] = useState(snippet?.content ?? '')
  const submit = useSubmit()
  async function save() {
    const done = await submit.run(() =>
      snippet
        ? callChat('PATCH /saved_snippets/{saved_snippet_id}', {
            saved_snippet_id: snippet.id,
            title,
            content,
          })
        : callChat('POST /saved_snippets', { title, content }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={snippet ? t.settings.snippets.edit(snippet.title) : t.settings.snippets.create}
      onClose={onClose}
      actions={<FormActions form={id} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <FormStack id={id} onSubmit={() => void save()}>
        <TextField
          label={t.settings.snippets.name}
          required
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={t.settings.snippets.content}
          required
          rows={6}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </FormStack>
    </Dialog>
  )
}
