import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { SavedSnippet } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { SnippetDialog } from './snippet-dialog.tsx'

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
