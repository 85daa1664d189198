import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { UserGroup } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { TabRow } from '../tab-row.tsx'
import { GroupCard } from './group-card.tsx'
import { GroupDialog } from './group-dialog.tsx'

/** Groups whose members are mentioned together. Every member may create groups and edit those they belong to. */
export function GroupsList() {
  const groups = useChat((state) => state.groups)
  const [edited, setEdited] = useState<number | 'new'>()
  const [deleted, setDeleted] = useState<UserGroup>()
  const texts = t.organization.groups
  const sorted = [...groups.values()].sort((one, other) => one.name.localeCompare(other.name))
  const add = (
    <Button icon={<UsersRound />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  const group = typeof edited === 'number' ? groups.get(edited) : undefined
  return (
    <>
      {sorted.length === 0 ? (
        <EmptyState icon={<UsersRound />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <TabRow>{add}</TabRow>
          {sorted.map((one) => (
            <GroupCard
              key={one.id}
              group={one}
              onEdit={() => setEdited(one.id)}
              onDelete={() => setDeleted(one)}
            />
          ))}
        </>
      )}
      {(edited === 'new' || group) && <GroupDialog group={group} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle(deleted.name)}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /user_groups/{user_group_id}', { user_group_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint}
        </ConfirmDialog>
      )}
    </>
  )
}
