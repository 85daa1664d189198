import { NotebookPen, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import { type Composer, useComposition } from '../drafts/composer.ts'
import { DraftsDialog } from '../drafts/drafts-dialog.tsx'
import { WrittenEntry } from '../drafts/written-entry.tsx'
import styles from '../drafts/written-list.module.css'
import { proposeTimes } from '../scheduled/delivery-times.ts'
import { ScheduledDialog } from '../scheduled/scheduled-dialog.tsx'
import { TimeDialog } from '../scheduled/time-dialog.tsx'
import type { SavedSnippet } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { PollDialog } from './poll-dialog.tsx'

export type ComposeDialogName = 'drafts' | 'scheduled' | 'snippets' | 'time' | 'poll'

interface ComposeDialogsProps {
  open: ComposeDialogName
  composer: Composer
  onInsert: (text: string) => void
  onSchedule: (at: Date) => Promise<void>
  /** Sends the message that makes it. */
  onPoll: (poll: string) => void
  onClose: () => void
}

/** Outside the form of the message, because they have forms of their own. */
export function ComposeDialogs(props: ComposeDialogsProps) {
  const { open, composer, onInsert, onSchedule, onPoll, onClose } = props
  const { content } = useComposition(composer)
  switch (open) {
    case 'drafts':
      return <DraftsDialog composer={composer} onClose={onClose} />
    case 'scheduled':
      return <ScheduledDialog composer={composer} onClose={onClose} />
    case 'snippets':
      return <SnippetsDialog content={content} onInsert={onInsert} onClose={onClose} />
    case 'poll':
      return <PollDialog onPoll={onPoll} onClose={onClose} />
    case 'time':
      return (
        <TimeDialog
          title={t.compose.sendLater}
          confirm={t.compose.schedule}
          start={proposeTimes(new Date())[1]?.at ?? new Date()}
          onChoose={onSchedule}
          onClose={onClose}
        />
      )
  }
}

interface SnippetsDialogProps {
  /** The current text, which may become a snippet. */
  content: string
  onInsert: (text: string) => void
  onClose: () => void
}

/** Texts that are needed again and again. */
function SnippetsDialog({ content, onInsert, onClose }: SnippetsDialogProps) {
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

/** Saves the current text as a snippet. */
function SnippetForm({ content }: { content: string }) {
  const [title, setTitle] = useState('')
  const { busy, error, run } = useSubmit()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await run(() => callChat('POST /saved_snippets', { title, content })))) return
    setTitle('')
    showToast(t.ui.saved)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={t.compose.snippetTitle}
        placeholder={t.compose.snippetTitleHint}
        value={title}
        error={error === undefined ? undefined : messageOf(error)}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t.ui.save}
      </Button>
    </form>
  )
}
