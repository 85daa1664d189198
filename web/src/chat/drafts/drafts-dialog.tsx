import { FilePen, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import { useDestinationName } from '../destination/destination-name.ts'
import { type Composer, useComposition } from './composer.ts'
import { newestFirst } from './draft-keeper.ts'
import type { KeptDraft } from './kept-draft.ts'
import { WrittenEntry } from './written-entry.tsx'
import styles from './written-list.module.css'

export function DraftsDialog({ composer, onClose }: { composer: Composer; onClose: () => void }) {
  const { drafts } = composer
  const kept = useSyncExternalStore(drafts.store.subscribe, drafts.store.get)
  const { draftId } = useComposition(composer)
  const nameOf = useDestinationName()
  const [deleting, setDeleting] = useState<KeptDraft>()
  function restore(draft: KeptDraft) {
    composer.restore(draft)
    onClose()
  }
  async function remove(draft: KeptDraft) {
    if (draft.id === draftId) composer.clear()
    else drafts.remove(draft.id)
  }
  return (
    <Dialog title={t.compose.drafts} onClose={onClose}>
      {kept.drafts.length === 0 && (
        <EmptyState icon={<FilePen />} title={t.compose.noDrafts}>
          {t.compose.draftsExplained}
        </EmptyState>
      )}
      <ul ref={listKeys} className={styles.list}>
        {newestFirst(kept.drafts).map((draft) => (
          <WrittenEntry
            key={draft.id}
            title={nameOf(draft.destination)}
            at={draft.timestamp}
            content={draft.content}
          >
            <Button size="small" icon={<FilePen />} onClick={() => restore(draft)}>
              {t.compose.continueDraft}
            </Button>
            <Button size="small" look="quiet" icon={<Trash2 />} onClick={() => setDeleting(draft)}>
              {t.ui.delete}
            </Button>
          </WrittenEntry>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={t.compose.deleteDraft}
          confirm={t.ui.delete}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {t.compose.deleteDraftExplained(nameOf(deleting.destination))}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
