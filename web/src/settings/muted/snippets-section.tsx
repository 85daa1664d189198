import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { SavedSnippet } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { FormStack, SettingsSection } from '../settings-section.tsx'

/** Saved snippets: texts for repeated use. */
export function SnippetsSection() {
  const snippets = useChat((state) => state.snippets)
  const [editing, setEditing] = useState<SavedSnippet | 'new'>()
  const [deleting, setDeleting] = useState<SavedSnippet>()
  return (
    <SettingsSection
      title={t.settings.snippets.title}
      intro={t.settings.snippets.intro}
      actions={
        <Button size="small" icon={<Plus />} onClick={() => setEditing('new')}>
          {t.settings.snippets.create}
        </Button>
      }
    >
      {snippets.length === 0 ? (
        <p>{t.settings.snippets.none}</p>
      ) : (
        <ItemList label={t.settings.snippets.title}>
          {snippets.map((snippet) => (
            <ListItem
              key={snippet.id}
              title={snippet.title}
              detail={shortened(snippet.content)}
              actions={
                <>
                  <IconButton
                    label={t.settings.snippets.edit(snippet.title)}
                    onClick={() => setEditing(snippet)}
                  >
                    <Pencil />
                  </IconButton>
                  <IconButton
                    label={t.settings.snippets.delete(snippet.title)}
                    onClick={() => setDeleting(snippet)}
                  >
                    <Trash2 />
                  </IconButton>
                </>
              }
            />
          ))}
        </ItemList>
      )}
      {editing && (
        <SnippetDialog
          snippet={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t.settings.snippets.deleteTitle(deleting.title)}
          confirm={t.ui.delete}
          onConfirm={() =>
            callChat('DELETE /saved_snippets/{saved_snippet_id}', { saved_snippet_id: deleting.id })
          }
          onClose={() => setDeleting(undefined)}
        >
          {t.settings.snippets.deleteText}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 120 ? `${letters.slice(0, 120).join('')}…` : text
}

/** `snippet` undefined: a new one. */
function SnippetDialog({ snippet, onClose }: { snippet: SavedSnippet | undefined; onClose: () => void }) {
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
