import { ShieldOff } from 'lucide-react'
import { openHash } from '../chat/shell/route.ts'
import { useChat } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { SidePage } from '../ui/side-page.tsx'
import { EmptyState } from '../ui/view-states.tsx'
import { organizationTabs } from './organization-tabs.ts'

/** The organization: administrators change it, members see what they may. */
export function OrganizationPage({ path }: { path: readonly string[] }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const [wanted = 'people', ...rest] = path
  const tabs = organizationTabs.filter((tab) => isAdmin || !tab.adminsOnly)
  const current = tabs.find((tab) => tab.id === wanted)
  if (isGuest) {
    return (
      <EmptyState icon={<ShieldOff />} title={t.organization.notForGuests}>
        {t.organization.notForGuestsHint}
      </EmptyState>
    )
  }
  return (
    <SidePage
      label={t.organization.label}
      pages={tabs.map(({ id, Icon }) => ({
        id,
        label: t.organization.tabs[id],
        icon: <Icon />,
        href: `#organization/${id}`,
      }))}
      current={current?.id}
      choice={{
        label: t.organization.section,
        none: t.organization.choose,
        onChoose: (id) => openHash(`#organization/${id}`),
      }}
    >
      <ErrorBoundary>
        {current ? (
          <current.View path={rest} />
        ) : (
          <EmptyState icon={<ShieldOff />} title={t.organization.noSuchTab}>
            {t.organization.noSuchTabHint}
          </EmptyState>
        )}
      </ErrorBoundary>
    </SidePage>
  )
}
