import type { Contact } from '@switchboard/client/telephony'
import type { MouseEvent } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath, portalAddress } from '../shell/portal-path.ts'

/** The list of users does not include the instance of an extension, so it is fetched on click. */
export function ExtensionLink({ user, withName }: { user: Contact; withName?: boolean }) {
  const { client } = usePortal()
  const { extension } = user
  if (!extension) return null
  async function open() {
    const all = await client
      .call('GET /account/{contact_id}/extensions', { contact_id: user.id })
      .catch(() => [])
    const found = all.find(({ _id: id }) => id === extension?.id)
    openPortalPath('extensions', ...(found ? [found.pbx, found._id] : []))
  }
  return (
    <a
      href={portalAddress('extensions')}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void open()
      }}
    >
      {withName ? `${extension.number} ${extension.name}` : extension.number}
    </a>
  )
}

const looks = {
  none: 'plain',
  pending: 'accent',
  accepted: 'success',
  expired: 'warning',
  revoked: 'danger',
} as const

export function InvitationBadge({ status }: { status: Contact['invitation']['status'] }) {
  return <Badge look={looks[status]}>{p.users.invitation[status]}</Badge>
}
