import { AuditPage } from '../../audit/audit-page.tsx'
import { auditTexts } from '../../texts/audit-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { UserPicker } from '../users/user-picker.tsx'

/**
 * The page of the audit logs for owners of the phones who do not administer the chat: with the log of the phones alone.
 * Others are led to the page in the organization.
 */
export function AuditSection() {
  const { client } = usePortal()
  return (
    <AuditPage
      chat={false}
      phones={client}
      queryKey={portalKeys.audit}
      actor={{ kind: 'other', render: (field) => <UserPicker {...field} none={auditTexts.everybody} /> }}
      actorIds={(chosen) => ({ phones: chosen })}
    />
  )
}
