import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { Linkifier } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { LinkifierDialog } from './linkifier-dialog.tsx'
import { LinkifierTable } from './linkifier-table.tsx'
import { LinkifierTrial } from './linkifier-trial.tsx'

/** Which texts become links. Administrators change them; everybody may try them. */
export function LinkifiersTab() {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const linkifiers = useChat((state) => state.linkifiers)
  const [edited, setEdited] = useState<Linkifier | 'new'>()
  const [deleted, setDeleted] = useState<Linkifier>()
  const texts = t.organization.linkifiers
  const add = isAdmin && (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={linkifiers.length > 0 && add}>
      {linkifiers.length === 0 ? (
        <EmptyState icon={<Link2 />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <LinkifierTable linkifiers={linkifiers} onEdit={setEdited} onDelete={setDeleted} />
          <Card title={texts.trial}>
            <LinkifierTrial />
          </Card>
        </>
      )}
      {edited && (
        <LinkifierDialog
          linkifier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /realm/filters/{filter_id}', { filter_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint(deleted.pattern)}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
