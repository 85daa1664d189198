import { ShieldOff } from 'lucide-react'
import { openHash } from '../chat/shell/route.ts'
import { useChat } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { SelectField } from '../ui/field.tsx'
import { EmptyState } from '../ui/view-states.tsx'
import styles from './organization-page.module.css'
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
    <div className={styles.frame}>
      <nav className={styles.tabs} aria-label={t.organization.label}>
        <ul>
          {tabs.map(({ id, Icon }) => (
            <li key={id}>
              <a href={`#organization/${id}`} aria-current={id === wanted ? 'page' : undefined}>
                <Icon />
                {t.organization.tabs[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.choice}>
        <SelectField
          label={t.organization.section}
          value={current ? wanted : ''}
          onChange={(event) => openHash(`#organization/${event.target.value}`)}
        >
          {!current && <option value="">{t.organization.choose}</option>}
          {tabs.map(({ id }) => (
            <option key={id} value={id}>
              {t.organization.tabs[id]}
            </option>
          ))}
        </SelectField>
      </div>
      {/* A new element for each tab, so that it starts at the top. */}
      <div key={wanted} className={styles.contents}>
        <ErrorBoundary>
          {current ? (
            <current.View path={rest} />
          ) : (
            <EmptyState icon={<ShieldOff />} title={t.organization.noSuchTab}>
              {t.organization.noSuchTabHint}
            </EmptyState>
          )}
        </ErrorBoundary>
      </div>
    </div>
  )
}
