import { p } from '../../texts/portal-texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { OwnStatus } from './own-status.tsx'
import { UserStatuses } from './user-statuses.tsx'

/** The user's own status, and the statuses of the others. */
export function StatusPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.status.title} intro={p.status.intro}>
      <OwnStatus />
      <UserStatuses />
    </SectionPage>
  )
}
