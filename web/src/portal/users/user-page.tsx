import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserX } from 'lucide-react'
import type { Contact, ContactPatch } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { findContact } from './find-contact.ts'
import { useAvatars } from './use-avatars.ts'
import { UserFields } from './user-fields.tsx'
import { userName } from './user-name.ts'
import { UserStateCard } from './user-state-card.tsx'
import styles from './users.module.css'

/** One user. Everyone in the company can read it; the user and the owner can change it. */
export function UserPage({ id }: { id: string }) {
  const { client } = usePortal()
  const found = useQuery({
    queryKey: portalKeys.users.one(id),
    queryFn: ({ signal }) => findContact(client, id, signal),
  })
  if (found.error !== null && !found.data) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (found.data === undefined) return <LoadingState />
  if (found.data === null)
    return (
      <EmptyState
        icon={<UserX />}
        title={p.users.noSuchUser}
        action={<a {...linkTo('users')}>{p.users.allUsers}</a>}
      />
    )
  return <UserDetails user={found.data} onChanged={found.refetch} />
}

function UserDetails({ user, onChanged }: { user: Contact; onChanged: () => void }) {
  const portal = usePortal()
  const avatars = useAvatars([user.id])
  const mayEdit = portal.mayManage || portal.user.id === user.id
  const draft = useDraft({
    stored: user,
    readOnly: !mayEdit,
    async save(patch) {
      await portal.client.call(
        'PATCH /company/contacts/{contact_id}',
        { contact_id: user.id },
        patch as ContactPatch,
      )
      showToast(t.ui.saved)
      onChanged()
      if (portal.user.id === user.id) portal.refresh()
    },
  })
  return (
    <SectionPage
      title={userName(user)}
      actions={<Avatar name={userName(user)} url={avatars[user.id]} size="large" />}
      intro={
        <a {...linkTo('users')} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {p.users.allUsers}
        </a>
      }
    >
      {!mayEdit && <Notice>{p.users.readOnly}</Notice>}
      <UserStateCard user={user} onChanged={onChanged} />
      <DraftForm draft={draft}>
        <UserFields isSelf={portal.user.id === user.id} />
        <SaveBar draft={draft} />
      </DraftForm>
    </SectionPage>
  )
}
