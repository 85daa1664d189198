import { t } from '../../texts/texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { SetupChecklist } from '../setup/setup-checklist.tsx'
import { DomainsCard } from './domains-card.tsx'
import { RealmIconCard } from './realm-icon-card.tsx'
import { RealmNameCard } from './realm-name-card.tsx'
import { settingGroups } from './realm-settings.ts'
import { SettingGroupCard } from './setting-group-card.tsx'

export function SettingsTab() {
  return (
    <SectionPage title={t.organization.settings.title} intro={t.organization.settings.intro}>
      <SetupChecklist />
      <RealmNameCard />
      <RealmIconCard />
      {settingGroups.map((group) => (
        <SettingGroupCard key={group} group={group} />
      ))}
      <DomainsCard />
    </SectionPage>
  )
}
