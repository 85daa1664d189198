import { NotebookPen, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import type { SavedSnippet } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { SnippetForm } from './snippet-form.tsx'
import { WrittenEntry } from './written-entry.tsx'
import styles from './written-list.module.css'

interface SnippetsDialogProps {
  /** The current text, which may become a snippet. */
  content: string
  onInsert: (text: string) => void
  onClose: () => void
}

/** Texts that are needed again and again. */
export function SnippetsDialog({ content, onInsert, onClose }: SnippetsDialogProps) {
  const snippets = useChat((state) => state.snippets)
  const [deleting, setDeleting] = useState<SavedSnippet>()
  return (
    <Dialog title={t.compose.snippets} onClose={onClose}>
      {content.trim() !== '' && <SnippetForm content={content} />}
      {snippets.length === 0 && (
        <EmptyState icon={<NotebookPen />} title={t.compose.noSnippets}>
          {t.compose.snippetsExplained}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {snippets.map((snippet) => (
          <WrittenEntry key={snippet.id} title={snippet.title} content={snippet.content}>
            <Button
              size="small"
              icon={<Plus />}
              onClick={() => {
                onClose()
                onInsert(snippet.content)
              }}
            >
              {t.compose.insertSnippet}
            </Button>
            <Button size="small" look="quiet" icon={<Trash2 />} onClick={() => setDeleting(snippet)}>
              {t.ui.delete}
            </Button>
          </WrittenEntry>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={t.compose.deleteSnippet}
          confirm={t.ui.delete}
          onConfirm={() =>
            callChat('DELETE /saved_snippets/{saved_snippet_id}', { saved_snippet_id: deleting.id })
          }
          onClose={() => setDeleting(undefined)}
        >
          {t.compose.deleteSnippetExplained(deleting.title)}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
